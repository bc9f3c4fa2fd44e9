print("PayServer")
