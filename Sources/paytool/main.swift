print("paytool")
