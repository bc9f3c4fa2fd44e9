// libpq's types and constants, and its functions as they are found at run time.
//
// Nothing links libpq: it brings Kerberos, LDAP and GnuTLS with it, and whoever keeps the store in
// SQLite should neither install nor load them. It is opened when a store is in PostgreSQL.
#pragma once
#include <dlfcn.h>
#include <postgresql/libpq-fe.h>

#define PAY_PQ_FUNCTIONS(use) \
  use(PQlibVersion) use(PQisthreadsafe) \
  use(PQconnectStartParams) use(PQconnectPoll) use(PQfinish) use(PQstatus) use(PQerrorMessage) \
  use(PQconninfo) use(PQconninfoFree) use(PQsocket) use(PQserverVersion) use(PQparameterStatus) \
  use(PQbackendPID) use(PQtransactionStatus) use(PQsetErrorVerbosity) use(PQsetNoticeReceiver) \
  use(PQsetnonblocking) use(PQenterPipelineMode) use(PQpipelineSync) use(PQsendPrepare) \
  use(PQsendQueryParams) use(PQsendQueryPrepared) use(PQflush) use(PQconsumeInput) use(PQisBusy) \
  use(PQgetResult) use(PQclear) use(PQresultStatus) use(PQresultErrorField) use(PQcmdStatus) \
  use(PQcmdTuples) use(PQntuples) use(PQnfields) use(PQftype) use(PQgetvalue) use(PQgetlength) \
  use(PQgetisnull)

/// The functions of a libpq that was opened, each under its own name.
struct pay_pq {
#define PAY_PQ_MEMBER(name) __typeof__(name) *name;
  PAY_PQ_FUNCTIONS(PAY_PQ_MEMBER)
#undef PAY_PQ_MEMBER
};

/// Opens the library `name`, which then stays; 1 if it has all the functions, 0 otherwise: dlerror
/// tells why.
static inline int pay_pq_open(struct pay_pq *pq, const char *name) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!library) return 0;
  const struct { void *place; const char *name; } functions[] = {
#define PAY_PQ_ENTRY(name) {&pq->name, #name},
      PAY_PQ_FUNCTIONS(PAY_PQ_ENTRY)
#undef PAY_PQ_ENTRY
  };
  for (unsigned long i = 0; i < sizeof functions / sizeof functions[0]; i++)
    if (!(*(void **)functions[i].place = dlsym(library, functions[i].name))) return 0;
  return 1;
}
