/*
 * Records and fails the file calls of a process below one folder. Load it with LD_PRELOAD; FileCalls.java is its other half.
 *
 * FILE_CALLS_FOLDER   the folder, as a real path
 * FILE_CALLS_CONTROL  a file of one page that both sides map: struct control
 * FILE_CALLS_TRACE    the trace, to which each call that changes a file is appended
 *
 * A call and its record are made under one lock, so the trace has the order of the calls.
 */
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
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

/* The numbers of FileCall.Kind. */
enum { WRITE, SYNC, TRUNCATE, READ, CREATE, UNLINK, RENAME, FAILED_SYNC };

/* FileCalls.java writes all but the last. A negative number of times is for ever; the error 0 writes the first half. */
struct control { int64_t tracing, kinds, error, skip, times, fired; };

static struct control *control;
static char folder[2048];
static size_t folder_length;
static int trace = -1;
static pthread_mutex_t calls = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name)) dlsym(RTLD_NEXT, #name)

static ssize_t real_write(int fd, const void *bytes, size_t length) { REAL(write); return real(fd, bytes, length); }

__attribute__((constructor)) static void start(void) {
  const char *in = getenv("FILE_CALLS_FOLDER"), *page = getenv("FILE_CALLS_CONTROL"), *out = getenv("FILE_CALLS_TRACE");
  if (!in || !page || !out || strlen(in) >= sizeof folder) return;
  strcpy(folder, in);
  folder_length = strlen(folder);
  int file = open(page, O_RDWR);
  if (file < 0) return;
  trace = open(out, O_WRONLY | O_CREAT | O_APPEND, 0600);
  void *mapped = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (mapped != MAP_FAILED) control = mapped;
}

static int is_below(const char *path) {
  return !strncmp(path, folder, folder_length) && (path[folder_length] == '/' || !path[folder_length]);
}

/* Tests if a descriptor is of a file below the folder; puts its path. */
static int find(int fd, char *path, size_t size) {
  char link[64];
  if (!control) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return is_below(path);
}

/* Decides if this call fails. The caller holds the lock. */
static int fails(int kind) {
  if (!(control->kinds >> kind & 1)) return 0;
  if (control->skip > 0) { control->skip--; return 0; }
  if (!control->times) return 0;
  if (control->times > 0) control->times--;
  control->fired++;
  return 1;
}

static void append(const void *bytes, size_t length) {
  for (size_t done = 0; done < length;) {
    ssize_t more = real_write(trace, (const char *) bytes + done, length - done);
    if (more <= 0) abort(); /* A trace with a hole would prove nothing. */
    done += more;
  }
}

/* Appends one record: kind, length of the path, offset, length of the data, path, data. */
static void record(int kind, const char *path, int64_t offset, const void *data, int64_t length) {
  if (!control->tracing || trace < 0) return;
  int32_t head[2] = { kind, (int32_t) strlen(path) };
  int64_t place[2] = { offset, length };
  append(head, sizeof head);
  append(place, sizeof place);
  append(path, strlen(path));
  append(data, data ? length : 0);
}

#define LOCKED(code) do { pthread_mutex_lock(&calls); code; int kept = errno; pthread_mutex_unlock(&calls); errno = kept; } while (0)

static ssize_t change(int fd, const void *bytes, size_t length, off64_t at, int positioned) {
  static ssize_t (*positional)(int, const void *, size_t, off64_t);
  if (!positional) positional = (ssize_t (*)(int, const void *, size_t, off64_t)) dlsym(RTLD_NEXT, "pwrite64");
  char path[4096];
  ssize_t done = -1;
  if (!find(fd, path, sizeof path)) return positioned ? positional(fd, bytes, length, at) : real_write(fd, bytes, length);
  LOCKED({
    int fail = fails(WRITE);
    if (fail && (control->error || length < 2)) {
      errno = control->error ? (int) control->error : EIO;
    } else {
      size_t some = fail ? length / 2 : length;
      off64_t from = positioned ? at : fcntl(fd, F_GETFL) & O_APPEND ? lseek64(fd, 0, SEEK_END) : lseek64(fd, 0, SEEK_CUR);
      done = positioned ? positional(fd, bytes, some, at) : real_write(fd, bytes, some);
      if (done > 0) record(WRITE, path, from, bytes, done);
    }
  });
  return done;
}

ssize_t write(int fd, const void *bytes, size_t length) { return change(fd, bytes, length, 0, 0); }
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return change(fd, bytes, length, at, 1); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) { return change(fd, bytes, length, at, 1); }

static int flush(int fd, int (*real)(int)) {
  char path[4096];
  int result = -1;
  if (!find(fd, path, sizeof path)) return real(fd);
  LOCKED({
    if (fails(SYNC)) {
      errno = (int) control->error;
      record(FAILED_SYNC, path, 0, NULL, 0);
    } else {
      result = real(fd);
      if (!result) record(SYNC, path, 0, NULL, 0);
    }
  });
  return result;
}

int fsync(int fd) { REAL(fsync); return flush(fd, real); }
int fdatasync(int fd) { REAL(fdatasync); return flush(fd, real); }

static int cut(int fd, off64_t length, int (*real)(int, off64_t)) {
  char path[4096];
  int result = -1;
  if (!find(fd, path, sizeof path)) return real(fd, length);
  LOCKED({
    if (fails(TRUNCATE)) {
      errno = (int) control->error;
    } else {
      result = real(fd, length);
      if (!result) record(TRUNCATE, path, length, NULL, 0);
    }
  });
  return result;
}

int ftruncate(int fd, off_t length) { REAL(ftruncate); return cut(fd, length, real); }
int ftruncate64(int fd, off64_t length) { REAL(ftruncate64); return cut(fd, length, real); }

/* Decides if a read fails. */
static int read_fails(int fd) {
  char path[4096];
  int fail = 0;
  if (!control || !(control->kinds >> READ & 1) || !find(fd, path, sizeof path)) return 0;
  LOCKED(fail = fails(READ));
  if (fail) errno = (int) control->error;
  return fail;
}

ssize_t read(int fd, void *bytes, size_t length) { REAL(read); return read_fails(fd) ? -1 : real(fd, bytes, length); }
ssize_t pread(int fd, void *bytes, size_t length, off_t at) { REAL(pread); return read_fails(fd) ? -1 : real(fd, bytes, length, at); }
ssize_t pread64(int fd, void *bytes, size_t length, off64_t at) { REAL(pread64); return read_fails(fd) ? -1 : real(fd, bytes, length, at); }

static int opened(const char *path, int flags, mode_t mode, int (*real)(const char *, int, ...)) {
  int result = -1;
  if (!control || !is_below(path)) return real(path, flags, mode);
  LOCKED({
    if (fails(CREATE)) {
      errno = (int) control->error;
    } else {
      int is_new = flags & O_CREAT && access(path, F_OK);
      result = real(path, flags, mode);
      if (result >= 0 && is_new) record(CREATE, path, 0, NULL, 0);
      if (result >= 0 && !is_new && flags & O_TRUNC) record(TRUNCATE, path, 0, NULL, 0);
    }
  });
  return result;
}

#define MODE(flags) mode_t mode = 0; if (flags & (O_CREAT | O_TMPFILE)) { va_list list; va_start(list, flags); mode = va_arg(list, mode_t); va_end(list); }

int open(const char *path, int flags, ...) { REAL(open); MODE(flags); return opened(path, flags, mode, real); }
int open64(const char *path, int flags, ...) { REAL(open64); MODE(flags); return opened(path, flags, mode, real); }

int unlink(const char *path) {
  REAL(unlink);
  int result = -1;
  if (!control || !is_below(path)) return real(path);
  LOCKED({
    if (fails(UNLINK)) {
      errno = (int) control->error;
    } else {
      result = real(path);
      if (!result) record(UNLINK, path, 0, NULL, 0);
    }
  });
  return result;
}

int rename(const char *from, const char *to) {
  REAL(rename);
  int result = -1;
  if (!control || !is_below(from)) return real(from, to);
  LOCKED({
    if (fails(RENAME)) {
      errno = (int) control->error;
    } else {
      result = real(from, to);
      if (!result) record(RENAME, from, 0, to, (int64_t) strlen(to));
    }
  });
  return result;
}
