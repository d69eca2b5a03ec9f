#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

/* Swift cannot call functions with variable arguments, nor make SQLITE_TRANSIENT. */

static inline int csqlite_configure(void) {
  int result = sqlite3_config(SQLITE_CONFIG_MULTITHREAD);
  return result == SQLITE_OK ? sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) : result;
}

static inline int csqlite_keep_log_on_close(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, long count) {
  const char *text = bytes ? (const char *)bytes : "";
  return sqlite3_bind_text64(statement, index, text, (sqlite3_uint64)count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, long count) {
  return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                    : sqlite3_bind_blob64(statement, index, bytes, (sqlite3_uint64)count, SQLITE_TRANSIENT);
}

/* Reads the first bytes of the file by the descriptor that the database holds: closing another
   descriptor of the same file would drop its locks (fcntl(2)). */
static inline int csqlite_read_start(sqlite3 *database, void *bytes, int count) {
  sqlite3_file *file = 0;
  int result = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (result != SQLITE_OK) return result;
  if (!file || !file->pMethods) return SQLITE_CANTOPEN;
  return file->pMethods->xRead(file, bytes, count, 0);
}

#endif
