/* Notes every change of the files below POWER_FOLDER, in order, in the file POWER_NOTES.

Preloaded into a server by bench/power.py, which builds from the notes what a disk may hold when the power fails.
A change and its note are made under one lock, and a sync is noted only when it has returned. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MADE = 1, WRITTEN, CUT, SYNCED, REMOVED, RENAMED, FOLDER_MADE, FOLDER_SYNCED };
enum { FILES = 4096, LONGEST = 4096 };

struct note {
    uint32_t kind, name;
    uint64_t offset, length;
};

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static char *names[FILES]; /* of open files, from POWER_FOLDER on */
static char folder[LONGEST];
static size_t long_folder;
static int notes = -1;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
    const char *below = getenv("POWER_FOLDER"), *path = getenv("POWER_NOTES");
    if (!below || !path || !realpath(below, folder)) return;
    long_folder = strlen(folder);
    notes = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void note(uint32_t kind, const char *name, uint64_t offset, const void *bytes, uint64_t length) {
    struct note head = {kind, strlen(name), offset, length};
    struct iovec parts[] = {{&head, sizeof head}, {(void *)name, head.name}, {(void *)bytes, bytes ? length : 0}};
    long all = sizeof head + head.name + parts[2].iov_len;
    if (syscall(SYS_writev, notes, parts, 3) != all) abort(); /* half a note would be read as something else */
}

/* The name below the folder, or nothing; what is mapped or only locked is not stored. */
static const char *known(const char *path) {
    static __thread char whole[LONGEST], parent[LONGEST];
    if (notes < 0 || strlen(path) >= LONGEST) return NULL;
    strcpy(parent, path);
    char *last = strrchr(parent, '/');
    if (last) *last = 0;
    const char *leaf = last ? last + 1 : parent;
    if (!realpath(last ? (*parent ? parent : "/") : ".", whole)) return NULL;
    if (strlen(whole) + strlen(leaf) + 2 > LONGEST) return NULL;
    if (*leaf) strcat(strcat(whole, "/"), leaf);
    size_t all = strlen(whole);
    if (strncmp(whole, folder, long_folder) || (whole[long_folder] && whole[long_folder] != '/')) return NULL;
    if (all > 4 && !strcmp(whole + all - 4, "-shm")) return NULL;
    if (all > 5 && !strcmp(whole + all - 5, ".lock")) return NULL;
    return whole + long_folder + (whole[long_folder] == '/');
}

static const char *opened(int file) { return file >= 0 && file < FILES ? names[file] : NULL; }

typedef int (*opening)(const char *, int, ...);

static int open_by(opening real, const char *path, int how, mode_t mode) {
    const char *name = known(path);
    if (!name) return real(path, how, mode);
    pthread_mutex_lock(&one);
    struct stat was;
    int new = (how & O_CREAT) && stat(path, &was), file = real(path, how, mode);
    if (file >= 0 && file < FILES) {
        free(names[file]);
        names[file] = strdup(name);
        if (new) note(MADE, name, 0, NULL, 0);
        if (!new && (how & O_TRUNC)) note(CUT, name, 0, NULL, 0);
    }
    pthread_mutex_unlock(&one);
    return file;
}

#define OPEN(function)                                                     \
    int function(const char *path, int how, ...) {                         \
        va_list more;                                                      \
        va_start(more, how);                                               \
        mode_t mode = how & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
        va_end(more);                                                      \
        return open_by((opening)REAL(function), path, how, mode);          \
    }

OPEN(open)
OPEN(open64)

int close(int file) {
    pthread_mutex_lock(&one);
    if (opened(file)) {
        free(names[file]);
        names[file] = NULL;
    }
    int done = REAL(close)(file);
    pthread_mutex_unlock(&one);
    return done;
}

#define PWRITE(function, offset_type)                                                         \
    ssize_t function(int file, const void *bytes, size_t length, offset_type offset) {        \
        if (!opened(file)) return REAL(function)(file, bytes, length, offset);                \
        pthread_mutex_lock(&one);                                                             \
        ssize_t done = REAL(function)(file, bytes, length, offset);                           \
        if (done > 0) note(WRITTEN, names[file], offset, bytes, done);                        \
        pthread_mutex_unlock(&one);                                                           \
        return done;                                                                          \
    }

PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int file, const void *bytes, size_t length) {
    if (!opened(file)) return REAL(write)(file, bytes, length);
    pthread_mutex_lock(&one);
    off_t offset = fcntl(file, F_GETFL) & O_APPEND ? lseek(file, 0, SEEK_END) : lseek(file, 0, SEEK_CUR);
    ssize_t done = REAL(write)(file, bytes, length);
    if (done > 0) note(WRITTEN, names[file], offset, bytes, done);
    pthread_mutex_unlock(&one);
    return done;
}

#define TRUNCATE(function, offset_type)                                 \
    int function(int file, offset_type length) {                        \
        if (!opened(file)) return REAL(function)(file, length);         \
        pthread_mutex_lock(&one);                                       \
        int done = REAL(function)(file, length);                        \
        if (!done) note(CUT, names[file], length, NULL, 0);             \
        pthread_mutex_unlock(&one);                                     \
        return done;                                                    \
    }

TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define SYNC(function)                                                                       \
    int function(int file) {                                                                 \
        if (!opened(file)) return REAL(function)(file);                                      \
        pthread_mutex_lock(&one);                                                            \
        struct stat is;                                                                      \
        int done = REAL(function)(file);                                                     \
        if (!done && !fstat(file, &is))                                                      \
            note(S_ISDIR(is.st_mode) ? FOLDER_SYNCED : SYNCED, names[file], 0, NULL, 0);     \
        pthread_mutex_unlock(&one);                                                          \
        return done;                                                                         \
    }

SYNC(fsync)
SYNC(fdatasync)

int unlink(const char *path) {
    const char *name = known(path);
    if (!name) return REAL(unlink)(path);
    pthread_mutex_lock(&one);
    int done = REAL(unlink)(path);
    if (!done) note(REMOVED, name, 0, NULL, 0);
    pthread_mutex_unlock(&one);
    return done;
}

int rename(const char *from, const char *to) {
    const char *found = known(from);
    if (!found) return REAL(rename)(from, to);
    char *name = strdup(found);
    found = known(to);
    pthread_mutex_lock(&one);
    int done = REAL(rename)(from, to);
    if (!done && found) note(RENAMED, name, 0, found, strlen(found));
    pthread_mutex_unlock(&one);
    free(name);
    return done;
}

int mkdir(const char *path, mode_t mode) {
    const char *name = known(path);
    if (!name) return REAL(mkdir)(path, mode);
    pthread_mutex_lock(&one);
    int done = REAL(mkdir)(path, mode);
    if (!done) note(FOLDER_MADE, name, 0, NULL, 0);
    pthread_mutex_unlock(&one);
    return done;
}
