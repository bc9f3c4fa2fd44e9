// SQLite 3, and the destructor constants that Swift cannot import.
#pragma once
#include <sqlite3.h>

/// Binds a copy of the bytes: SQLite keeps nothing of the caller's.
static inline int pay_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
  return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline int pay_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Switches one setting of a connection; sqlite3_db_config itself is variadic.
static inline int pay_sqlite3_db_config(sqlite3 *connection, int setting, int value) {
  return sqlite3_db_config(connection, setting, value, (int *)0);
}
