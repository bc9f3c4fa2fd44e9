// libcurl's types and constants, and its functions as they are found at run time.
//
// Nothing links libcurl: it and what it needs would cost every start of a program more than the
// program itself. It is opened at the first request, and only then.
#pragma once
#include <curl/curl.h>
#include <dlfcn.h>

// libcurl's checks of an option's type are macros that go to the linked functions.
#undef curl_easy_setopt
#undef curl_easy_getinfo

/// The functions of a libcurl that was opened.
struct pay_curl {
  CURLcode (*global_init)(long flags);
  curl_version_info_data *(*version_info)(CURLversion age);
  CURL *(*easy_init)(void);
  void (*easy_cleanup)(CURL *handle);
  CURLcode (*easy_perform)(CURL *handle);
  const char *(*easy_strerror)(CURLcode code);
  struct curl_slist *(*slist_append)(struct curl_slist *list, const char *text);
  void (*slist_free_all)(struct curl_slist *list);
  CURLcode (*setopt)(CURL *handle, CURLoption option, ...);
  CURLcode (*getinfo)(CURL *handle, CURLINFO info, ...);
};

/// Opens the library `name`, which then stays; 1 if it has all the functions, 0 otherwise: dlerror
/// tells why.
static inline int pay_curl_open(struct pay_curl *curl, const char *name) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!library) return 0;
  const struct { void *place; const char *name; } functions[] = {
      {&curl->global_init, "curl_global_init"},     {&curl->version_info, "curl_version_info"},
      {&curl->easy_init, "curl_easy_init"},         {&curl->easy_cleanup, "curl_easy_cleanup"},
      {&curl->easy_perform, "curl_easy_perform"},   {&curl->easy_strerror, "curl_easy_strerror"},
      {&curl->slist_append, "curl_slist_append"},   {&curl->slist_free_all, "curl_slist_free_all"},
      {&curl->setopt, "curl_easy_setopt"},          {&curl->getinfo, "curl_easy_getinfo"},
  };
  for (unsigned long i = 0; i < sizeof functions / sizeof functions[0]; i++)
    if (!(*(void **)functions[i].place = dlsym(library, functions[i].name))) return 0;
  return 1;
}

static inline CURLcode pay_curl_global_init(const struct pay_curl *curl) {
  return curl->global_init(CURL_GLOBAL_DEFAULT);
}

static inline const curl_version_info_data *pay_curl_version(const struct pay_curl *curl) {
  return curl->version_info(CURLVERSION_NOW);
}

// The variadic functions, one form for each type of argument.

static inline CURLcode pay_curl_set_number(
    const struct pay_curl *curl, CURL *handle, CURLoption option, long value) {
  return curl->setopt(handle, option, value);
}

/// libcurl copies the text, but not that of CURLOPT_POSTFIELDS.
static inline CURLcode pay_curl_set_text(
    const struct pay_curl *curl, CURL *handle, CURLoption option, const char *value) {
  return curl->setopt(handle, option, value);
}

static inline CURLcode pay_curl_set_pointer(
    const struct pay_curl *curl, CURL *handle, CURLoption option, void *value) {
  return curl->setopt(handle, option, value);
}

/// The bytes are read where they are; they must stay until the handle goes.
static inline CURLcode pay_curl_set_blob(
    const struct pay_curl *curl, CURL *handle, CURLoption option, const void *bytes, size_t count) {
  struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_NOCOPY};
  return curl->setopt(handle, option, &blob);
}

static inline CURLcode pay_curl_set_receiver(
    const struct pay_curl *curl, CURL *handle, CURLoption option, curl_write_callback receiver) {
  return curl->setopt(handle, option, receiver);
}

static inline CURLcode pay_curl_set_socket_opener(
    const struct pay_curl *curl, CURL *handle, curl_opensocket_callback opener) {
  return curl->setopt(handle, CURLOPT_OPENSOCKETFUNCTION, opener);
}

static inline CURLcode pay_curl_get_status(
    const struct pay_curl *curl, CURL *handle, long *status) {
  return curl->getinfo(handle, CURLINFO_RESPONSE_CODE, status);
}

/// The address that a connection is about to be made to; its real size is `addrlen`.
static inline const struct sockaddr *pay_curl_address(const struct curl_sockaddr *address) {
  return &address->addr;
}
