#!/usr/bin/env python3
"""A TLS server on loopback that demands a client certificate and sends what a file holds.

usage: gateway.py FOLDER CERTIFICATE KEY CLIENT_ROOT [--maximum VERSION] [--ciphers LIST]

It writes its port to FOLDER/port, a byte for each connection to FOLDER/connections and each request
to FOLDER/requests, and sends FOLDER/answer as it is; if that is empty it never answers. It ends with
its parent.
"""
import argparse, os, socket, ssl, threading

parser = argparse.ArgumentParser()
for name in ("folder", "certificate", "key", "client_root"):
    parser.add_argument(name)
parser.add_argument("--maximum")
parser.add_argument("--ciphers")
options = parser.parse_args()
parent = os.getppid()

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
if options.maximum:
    context.maximum_version = ssl.TLSVersion[options.maximum]
if options.ciphers:
    context.set_ciphers(options.ciphers)
context.load_cert_chain(options.certificate, options.key)
context.load_verify_locations(options.client_root)
context.verify_mode = ssl.CERT_REQUIRED


def append(name, content):
    with open(os.path.join(options.folder, name), "ab") as file:
        file.write(content)


def read_request(stream):
    request = b""
    while b"\r\n\r\n" not in request:
        part = stream.recv(65536)
        if not part:
            return request
        request += part
    head = request.split(b"\r\n\r\n")[0]
    length = 0
    for line in head.split(b"\r\n"):
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    while len(request) < len(head) + 4 + length:
        part = stream.recv(65536)
        if not part:
            break
        request += part
    return request


def serve(connection):
    try:
        with context.wrap_socket(connection, server_side=True) as stream:
            request = read_request(stream)
            if not request:  # whoever did not trust us has gone
                return
            append("requests", request + b"\n")
            with open(os.path.join(options.folder, "answer"), "rb") as file:
                answer = file.read()
            if answer:
                stream.sendall(answer)
            else:
                stream.recv(1)
    except OSError:
        pass


listener = socket.create_server(("127.0.0.1", 0), backlog=128)
listener.settimeout(1)
pending = os.path.join(options.folder, "port.new")
with open(pending, "w") as file:
    file.write("%d\n" % listener.getsockname()[1])
os.rename(pending, os.path.join(options.folder, "port"))
while os.getppid() == parent:
    try:
        connection, _ = listener.accept()
    except TimeoutError:
        continue
    connection.settimeout(30)
    append("connections", b".")
    threading.Thread(target=serve, args=(connection,), daemon=True).start()
