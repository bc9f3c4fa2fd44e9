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
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
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
  SSL_CTX_set_read_ahead(context, 1); // one read for a record, not two: see SSL_has_pending
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

// Keys and certificates (PayCrypto).

static inline EVP_PKEY *pay_generate_p256(void) { return EVP_EC_gen("P-256"); }
static inline EVP_PKEY *pay_generate_p384(void) { return EVP_EC_gen("P-384"); }
static inline EVP_PKEY *pay_generate_rsa(unsigned int bits) { return EVP_RSA_gen(bits); }

/// The bytes that a memory BIO holds; they stay its own.
static inline long pay_bio_memory(BIO *bio, const unsigned char **bytes) {
  return BIO_get_mem_data(bio, bytes);
}

/// Writes a name as RFC 4514 does: most specific part first.
static inline int pay_print_name(BIO *bio, const X509_NAME *name) {
  return X509_NAME_print_ex(bio, name, 0, XN_FLAG_RFC2253);
}

static inline int pay_certificates_count(const STACK_OF(X509) *stack) {
  return sk_X509_num(stack);
}
/// Takes the last one off; NULL if there is none.
static inline X509 *pay_certificates_pop(STACK_OF(X509) *stack) { return sk_X509_pop(stack); }
/// Frees the stack, not the certificates in it.
static inline void pay_certificates_free(STACK_OF(X509) *stack) { sk_X509_free(stack); }
/// A certificate of the stack; it stays the stack's.
static inline X509 *pay_certificates_at(const STACK_OF(X509) *stack, int index) {
  return sk_X509_value(stack, index);
}
/// Frees the stack and gives up the references that it holds.
static inline void pay_certificates_release(STACK_OF(X509) *stack) {
  sk_X509_pop_free(stack, X509_free);
}

/// The signer of a SignedData that has exactly one, its own; NULL otherwise.
static inline CMS_SignerInfo *pay_cms_only_signer(CMS_ContentInfo *message) {
  STACK_OF(CMS_SignerInfo) *signers = CMS_get0_SignerInfos(message);
  return signers && sk_CMS_SignerInfo_num(signers) == 1 ? sk_CMS_SignerInfo_value(signers, 0) : NULL;
}
