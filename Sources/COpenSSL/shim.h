// Headers of OpenSSL 3, and inline forms of the macros that Swift cannot import.
#pragma once
#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/cms.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

/// The settings of a TLS server that OpenSSL offers as macros: TLS 1.2 or newer, no renegotiation,
/// no session kept in memory (tickets carry them), buffers given back while a connection is idle.
/// 1 on success. An end without close_notify reads as an end: HTTP's lengths show what was cut off.
static inline int pay_ssl_ctx_set_server_rules(SSL_CTX *context) {
  SSL_CTX_set_options(
      context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                   SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}
