// Linux calls that the Glibc module of Swift does not carry.
//
// _GNU_SOURCE is not defined here: with it glibc lays out fd_set under other names than in the
// Glibc module, and a file that imports both does not compile.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

/// accept4: declared only under _GNU_SOURCE, which the Swift importer does not set.
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

/// Renames only if the new name does not exist (EEXIST otherwise).
static inline int pay_rename_new(const char *from, const char *to) {
  extern int renameat2(int, const char *, int, const char *, unsigned int);
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, 1 /* RENAME_NOREPLACE */);
}

/// Of open(2): a new file without a name.
static const int pay_unnamed_file = 020000000 | O_DIRECTORY;

// Steps of posix_spawn that glibc declares only under _GNU_SOURCE.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);

/// Lets neither a core dump be made of the process nor another user's process look into it; 0, or -1
/// and errno. prctl is variadic, which Swift does not import.
static inline int pay_refuse_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
