// A disk that keeps a diary, or that fails: a library with which a process is started (LD_PRELOAD).
//
// It knows the files below one folder and leaves all others alone. What it is told stands in the environment:
//
//   TAFLPOST_DISK_ROOT   the folder
//   TAFLPOST_DISK_LOG    the diary; a file that is there already, and may be shared by several processes
//   TAFLPOST_DISK_TAG    a number for the last record of this process, which says with which status it ended
//   TAFLPOST_DISK_FAIL   "NUMBER ERROR WHICH FROM-THEN-ON": the call of that number fails with that errno, alone or with all later
//                        ones. WHICH is "all" for every call, or "space" for those alone that want room on the disk.
//
//                        Number 0 fails none, and writes down the name of each that counts.
//
// Without FAIL it is a diary: every call is done and written down under one lock, so that the diary's order is the order in which things
// happened, in all processes. A sync is written down and not done: the process is not going to lose its power. With FAIL, calls are
// counted, and those that fail written down by name.
//
// A record: struct head, then `first` bytes and `second` bytes. Paths are absolute. Not seen: memory that is mapped (SQLite's -shm,
// which no power cut outlives), and calls that this program does not make (a test looks at its list of symbols).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define FILES 4096
#define PATHS 4096

enum kind { OPENED = 1, WRITTEN, CUT, SYNCED, RENAMED, UNLINKED, FOLDER_MADE, SAID, HEARD, ENDED, READ, FAILED, FOLDER_REMOVED, COUNTED };

struct head {
    uint32_t kind;
    uint32_t flags;
    uint64_t file; // of an open file or a talk: process and a count
    uint64_t at;   // an offset, a length, a status
    uint32_t first;
    uint32_t second;
};

static char root[PATHS];
static size_t root_length;
static int diary = -1;
static int fails;      // whether calls fail, and nothing else is written down
static long fail_at;
static int fail_with;
static int fail_space; // only calls that want room count
static int fail_on;
static long calls;
static uint64_t tag;
static uint64_t opened;
static uint64_t files[FILES]; // by descriptor: what the diary calls it, 0 where it is not ours
static uint64_t talks[FILES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(type, name, ...) static type (*real_##name)(__VA_ARGS__)
REAL(int, open64, const char *, int, ...);
REAL(int, openat64, int, const char *, int, ...);
REAL(int, close, int);
REAL(ssize_t, read, int, void *, size_t);
REAL(ssize_t, pread64, int, void *, size_t, off64_t);
REAL(ssize_t, write, int, const void *, size_t);
REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
REAL(ssize_t, writev, int, const struct iovec *, int);
REAL(int, ftruncate64, int, off64_t);
REAL(int, fsync, int);
REAL(int, rename, const char *, const char *);
REAL(int, unlink, const char *);
REAL(int, mkdir, const char *, mode_t);
REAL(int, rmdir, const char *);
REAL(int, accept4, int, struct sockaddr *, socklen_t *, int);
REAL(ssize_t, send, int, const void *, size_t, int);
REAL(ssize_t, recv, int, void *, size_t, int);

static void ended(int status, void *nothing);

__attribute__((constructor)) static void begin(void) {
#define FIND(name) *(void **)&real_##name = dlsym(RTLD_NEXT, #name)
    FIND(open64); FIND(openat64); FIND(close); FIND(read); FIND(pread64); FIND(write); FIND(pwrite64); FIND(writev);
    FIND(ftruncate64); FIND(fsync); FIND(rename); FIND(unlink); FIND(mkdir); FIND(rmdir); FIND(accept4); FIND(send); FIND(recv);
    const char *where = getenv("TAFLPOST_DISK_ROOT"), *log = getenv("TAFLPOST_DISK_LOG");
    if (!where || !log || strlen(where) >= PATHS) return;
    strcpy(root, where);
    root_length = strlen(root);
    const char *which = getenv("TAFLPOST_DISK_FAIL");
    char space[8] = "";
    if (which) {
        fails = 1;
        if (sscanf(which, "%ld %d %7s %d", &fail_at, &fail_with, space, &fail_on) != 4) abort();
        fail_space = !strcmp(space, "space");
    }
    if (getenv("TAFLPOST_DISK_TAG")) tag = strtoull(getenv("TAFLPOST_DISK_TAG"), NULL, 10);
    diary = real_open64(log, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (diary < 0) abort();
    on_exit(ended, NULL);
}

static int ours(const char *path) {
    return diary >= 0 && path && !strncmp(path, root, root_length) && (path[root_length] == '/' || !path[root_length]);
}

static uint64_t file_of(int fd) { return fd >= 0 && fd < FILES ? files[fd] : 0; }
static uint64_t talk_of(int fd) { return fd >= 0 && fd < FILES ? talks[fd] : 0; }

// One lock for all threads and processes, around the deed and its record.
static void take(void) {
    pthread_mutex_lock(&lock);
    if (!fails) while (flock(diary, LOCK_EX) && errno == EINTR) {}
}

static void leave(void) {
    int kept = errno;
    if (!fails) flock(diary, LOCK_UN);
    pthread_mutex_unlock(&lock);
    errno = kept;
}

static void note(enum kind kind, uint32_t flags, uint64_t file, uint64_t at, const void *first, size_t first_length,
                 const void *second, size_t second_length) {
    int kept = errno;
    struct head head = {kind, flags, file, at, (uint32_t)first_length, (uint32_t)second_length};
    struct iovec parts[3] = {{&head, sizeof head}, {(void *)first, first_length}, {(void *)second, second_length}};
    ssize_t whole = (ssize_t)(sizeof head + first_length + second_length);
    if (real_writev(diary, parts, 3) != whole) abort(); // a diary with a gap proves nothing
    errno = kept;
}

static void ended(int status, void *nothing) {
    (void)nothing;
    take();
    note(ENDED, (uint32_t)status, tag, (uint64_t)calls, NULL, 0, NULL, 0);
    leave();
}

// Whether this call is to fail; sets errno. Its name and its file's are for whoever reads the diary.
static int falls_at(const char *name, int wants_space, const char *path, int fd) {
    if (!fails || (fail_space && !wants_space)) return 0;
    char of_fd[32], found[PATHS];
    if (!path) {
        snprintf(of_fd, sizeof of_fd, "/proc/self/fd/%d", fd);
        ssize_t length = readlink(of_fd, found, sizeof found - 1);
        found[length < 0 ? 0 : length] = 0;
        path = found;
    }
    pthread_mutex_lock(&lock);
    calls++;
    int hit = calls == fail_at || (fail_on && calls > fail_at);
    if (hit || !fail_at)
        note(hit ? FAILED : COUNTED, (uint32_t)fail_with, 0, (uint64_t)calls, name, strlen(name), path, strlen(path));
    pthread_mutex_unlock(&lock);
    if (hit) errno = fail_with;
    return hit;
}

static int falls(const char *name, int wants_space, const char *path) { return falls_at(name, wants_space, path, -1); }
static int falls_in(const char *name, int wants_space, int fd) { return falls_at(name, wants_space, NULL, fd); }

static int opened_now(int fd, const char *path, int flags, int was_there) {
    if (fd < 0 || fd >= FILES || (flags & O_TMPFILE) == O_TMPFILE) return fd;
    files[fd] = ((uint64_t)getpid() << 32) | ++opened;
    uint32_t made = (flags & O_CREAT) && !was_there, emptied = (flags & O_TRUNC) != 0;
    if (!fails) note(OPENED, made | emptied << 1, files[fd], 0, path, strlen(path), NULL, 0);
    return fd;
}

static int open_ours(const char *path, int flags, mode_t mode) {
    if (falls("open", (flags & O_CREAT) != 0, path)) return -1;
    take();
    struct stat found;
    int was_there = !stat(path, &found);
    int fd = opened_now(real_open64(path, flags, mode), path, flags, was_there);
    leave();
    return fd;
}

static mode_t mode_of(int flags, va_list rest) {
    return flags & (O_CREAT | O_TMPFILE) ? (mode_t)va_arg(rest, int) : 0;
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return ours(path) ? open_ours(path, flags, mode) : real_open64(path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return ours(path) ? open_ours(path, flags, mode) : real_open64(path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return ours(path) ? open_ours(path, flags, mode) : real_openat64(folder, path, flags, mode);
}

int close(int fd) {
    if (fd >= 0 && fd < FILES) files[fd] = talks[fd] = 0;
    return real_close(fd);
}

ssize_t read(int fd, void *into, size_t length) {
    if (file_of(fd) && falls_in("read", 0, fd)) return -1;
    ssize_t count = real_read(fd, into, length);
    if (talk_of(fd) && count > 0) { take(); note(HEARD, 0, talks[fd], 0, into, (size_t)count, NULL, 0); leave(); }
    return count;
}

ssize_t recv(int fd, void *into, size_t length, int flags) {
    ssize_t count = real_recv(fd, into, length, flags);
    if (talk_of(fd) && count > 0) { take(); note(HEARD, 0, talks[fd], 0, into, (size_t)count, NULL, 0); leave(); }
    return count;
}

ssize_t pread64(int fd, void *into, size_t length, off64_t at) {
    if (file_of(fd) && falls_in("pread", 0, fd)) return -1;
    return real_pread64(fd, into, length, at);
}

static ssize_t written(int fd, const void *from, ssize_t count, off64_t at) {
    if (count > 0 && !fails) note(WRITTEN, 0, files[fd], (uint64_t)at, from, (size_t)count, NULL, 0);
    return count;
}

// What fails has half happened: whoever wrote must not count on anything.
static ssize_t fallen_write(int fd, const void *from, size_t length, off64_t at) {
    int kept = errno;
    ssize_t ignored = at < 0 ? real_write(fd, from, length / 2) : real_pwrite64(fd, from, length / 2, at);
    (void)ignored;
    errno = kept;
    return -1;
}

ssize_t write(int fd, const void *from, size_t length) {
    if (talk_of(fd)) { take(); note(SAID, 0, talks[fd], 0, from, length, NULL, 0); leave(); }
    if (!file_of(fd)) return real_write(fd, from, length);
    if (falls_in("write", 1, fd)) return fallen_write(fd, from, length, -1);
    take();
    ssize_t count = real_write(fd, from, length);
    if (count > 0) written(fd, from, count, lseek64(fd, 0, SEEK_CUR) - count);
    leave();
    return count;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    // Of talks alone: the program writes no file so.
    if (file_of(fd)) abort();
    if (talk_of(fd)) {
        take();
        for (int i = 0; i < count; i++) note(SAID, 0, talks[fd], 0, parts[i].iov_base, parts[i].iov_len, NULL, 0);
        leave();
    }
    return real_writev(fd, parts, count);
}

ssize_t send(int fd, const void *from, size_t length, int flags) {
    if (talk_of(fd)) { take(); note(SAID, 0, talks[fd], 0, from, length, NULL, 0); leave(); }
    return real_send(fd, from, length, flags);
}

ssize_t pwrite64(int fd, const void *from, size_t length, off64_t at) {
    if (!file_of(fd)) return real_pwrite64(fd, from, length, at);
    if (falls_in("pwrite", 1, fd)) return fallen_write(fd, from, length, at);
    take();
    ssize_t count = written(fd, from, real_pwrite64(fd, from, length, at), at);
    leave();
    return count;
}

int ftruncate64(int fd, off64_t length) {
    if (!file_of(fd)) return real_ftruncate64(fd, length);
    if (falls_in("ftruncate", 1, fd)) return -1;
    take();
    int failed = real_ftruncate64(fd, length);
    if (!failed && !fails) note(CUT, 0, files[fd], (uint64_t)length, NULL, 0, NULL, 0);
    leave();
    return failed;
}

static int sync_file(int fd) {
    if (falls_in("fsync", 1, fd)) return -1;
    if (fails) return 0;
    take();
    note(SYNCED, 0, files[fd], 0, NULL, 0, NULL, 0);
    leave();
    return 0;
}

int fsync(int fd) { return file_of(fd) ? sync_file(fd) : real_fsync(fd); }
int fdatasync(int fd) { return file_of(fd) ? sync_file(fd) : real_fsync(fd); }

int rename(const char *from, const char *to) {
    if (!ours(from) && !ours(to)) return real_rename(from, to);
    if (falls("rename", 1, to)) return -1;
    take();
    int failed = real_rename(from, to);
    if (!failed && !fails) note(RENAMED, 0, 0, 0, from, strlen(from), to, strlen(to));
    leave();
    return failed;
}

static int named(enum kind kind, const char *path, int failed) {
    if (!failed && !fails) note(kind, 0, 0, 0, path, strlen(path), NULL, 0);
    return failed;
}

int unlink(const char *path) {
    if (!ours(path)) return real_unlink(path);
    if (falls("unlink", 0, path)) return -1;
    take();
    int failed = named(UNLINKED, path, real_unlink(path));
    leave();
    return failed;
}

int mkdir(const char *path, mode_t mode) {
    if (!ours(path)) return real_mkdir(path, mode);
    if (falls("mkdir", 1, path)) return -1;
    take();
    int failed = named(FOLDER_MADE, path, real_mkdir(path, mode));
    leave();
    return failed;
}

int rmdir(const char *path) {
    if (!ours(path)) return real_rmdir(path);
    if (falls("rmdir", 0, path)) return -1;
    take();
    int failed = named(FOLDER_REMOVED, path, real_rmdir(path));
    leave();
    return failed;
}

int accept4(int fd, struct sockaddr *peer, socklen_t *length, int flags) {
    int talk = real_accept4(fd, peer, length, flags);
    if (diary >= 0 && !fails && talk >= 0 && talk < FILES) talks[talk] = ((uint64_t)getpid() << 32) | ++opened;
    return talk;
}
