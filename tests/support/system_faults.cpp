#include <tests/support/system_faults.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>

namespace {

using namespace pgm::tests;

Refusals refused;
std::size_t calls = 0;
bool is_refusing = false;
const char* failed = "";

int failure(int error) {
    errno = error;
    return -1;
}

/// True if this call is the one that fails.
bool fails(const char* call) {
    if (!is_refusing || calls++ != refused.failing_call) return false;
    failed = call;
    return true;
}

}  // namespace

namespace pgm::tests {

Refusing::Refusing(Refusals refusals) {
    refused = refusals;
    calls = 0;
    failed = "";
    is_refusing = true;
}

Refusing::~Refusing() {
    is_refusing = false;
    refused = {};
}

std::string Refusing::failed_call() {
    return failed;
}

}  // namespace pgm::tests

extern "C" {

int open_before_the_system(const char* path, int flags, ...) __asm__("open");
ssize_t write_before_the_system(int descriptor, const void* bytes, size_t count) __asm__("write");
int fchmod_before_the_system(int descriptor, mode_t mode) __asm__("fchmod");
int linkat_before_the_system(int from_folder, const char* from, int to_folder, const char* to,
                             int flags) __asm__("linkat");
int rename_before_the_system(const char* from, const char* to) __asm__("rename");
int fsync_before_the_system(int descriptor) __asm__("fsync");
int close_before_the_system(int descriptor) __asm__("close");

int open_before_the_system(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const unsigned mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, unsigned) : 0;
    va_end(rest);
    if (refused.nameless_files && (flags & O_TMPFILE) == O_TMPFILE) return failure(EOPNOTSUPP);
    if (fails("open")) return failure(refused.error);
    return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

ssize_t write_before_the_system(int descriptor, const void* bytes, size_t count) {
    if (fails("write")) return failure(refused.error);
    return ::syscall(SYS_write, descriptor, bytes, std::min(count, refused.most_written));
}

int fchmod_before_the_system(int descriptor, mode_t mode) {
    if (fails("fchmod")) return failure(refused.error);
    return static_cast<int>(::syscall(SYS_fchmod, descriptor, mode));
}

int linkat_before_the_system(int from_folder, const char* from, int to_folder, const char* to,
                             int flags) {
    if (fails("linkat")) return failure(refused.error);
    return static_cast<int>(::syscall(SYS_linkat, from_folder, from, to_folder, to, flags));
}

int rename_before_the_system(const char* from, const char* to) {
    if (fails("rename")) return failure(refused.error);
    const bool goes_on = refused.rename == 0 || refused.rename_all_the_same;
    if (goes_on && ::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0) != 0) return -1;
    return refused.rename == 0 ? 0 : failure(refused.rename);
}

int fsync_before_the_system(int descriptor) {
    struct stat status {};
    const bool folder = ::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode);
    if (folder && refused.fsync_of_folders != 0) return failure(refused.fsync_of_folders);
    if (fails("fsync")) return failure(refused.error);
    return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

int close_before_the_system(int descriptor) {
    const bool is_failing = fails("close");
    const int result = static_cast<int>(::syscall(SYS_close, descriptor));
    return is_failing ? failure(refused.error) : result;
}
}
