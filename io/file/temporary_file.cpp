#include <io/file/output_file.hpp>

#include <io/file/file_bytes.hpp>
#include <pgm/core/error.hpp>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

namespace pgm::io {
namespace {

namespace fs = std::filesystem;

constexpr int most_tries = 100;  ///< to find an unused name

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

/// Blocks all signals on this thread while it lives.
class SignalsBlocked {
public:
    SignalsBlocked() {
        sigset_t all;
        sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;

private:
    sigset_t before_{};
};

/// The name is shortened, so that it is not too long for the file system.
std::string temporary_prefix(const fs::path& target) {
    return "." + target.filename().string().substr(0, 200) + ".pgm-tmp-";
}

std::string random_suffix() {
    std::uint64_t number = 0;
    // Without randomness O_EXCL still prevents clashes.
    if (::getrandom(&number, sizeof number, 0) < 0) number = 0;
    std::string text;
    for (int i = 0; i < 12; ++i, number >>= 5)
        text += "0123456789abcdefghijklmnopqrstuv"[number & 31];
    return text;
}

/// Removes files that killed processes left behind: a temporary file that can be locked has no
/// living writer. Failures are ignored, because they must not prevent saving.
void remove_stale_temporaries(const fs::path& target) {
    const std::string prefix = temporary_prefix(target);
    const std::unique_ptr<DIR, CloseFolder> folder(::opendir(target.parent_path().c_str()));
    if (!folder) return;
    const int at = ::dirfd(folder.get());
    while (const dirent* const entry = ::readdir(folder.get())) {
        if (!std::string_view(entry->d_name).starts_with(prefix)) continue;
        const FileDescriptor file(
            ::openat(at, entry->d_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        if (file.is_open() && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0)
            ::unlinkat(at, entry->d_name, 0);
    }
}

/// A path of an open file that may have no name.
std::string path_of(const FileDescriptor& file) {
    return "/proc/self/fd/" + std::to_string(file.get());
}

}  // namespace

TemporaryName::~TemporaryName() {
    if (!path_.empty()) ::unlink(path_.c_str());
}

void TemporaryFile::fail(const char* what, int error) const {
    throw IoError(std::string(what) + ": " + system_reason(error), {.file = name_});
}

TemporaryFile::TemporaryFile(ReplacedFile target, std::string name)
    : target_(std::move(target)), name_(std::move(name)) {
    remove_stale_temporaries(target_.path);
    if (!open_nameless()) open_named();
    if (target_.mode && ::fchmod(file_.get(), *target_.mode) != 0)
        fail("cannot set the permissions of its replacement", errno);
}

/// A new file gets the permissions that the umask grants; reading the umask itself is not
/// thread-safe. A replacement is private until it gets the permissions of the file it replaces.
bool TemporaryFile::open_nameless() {
    const std::string folder = fs::path(target_.path).parent_path().string();
    file_ = FileDescriptor(
        ::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, target_.mode ? 0600 : 0666));
    if (file_.is_open() && ::access(path_of(file_).c_str(), F_OK) == 0) {
        // Locked before it has a name, so that no other save takes it for a stale file.
        ::flock(file_.get(), LOCK_EX | LOCK_NB);
        return true;
    }
    file_ = {};
    return false;
}

void TemporaryFile::open_named() {
    for (int i = 0; i < most_tries; ++i) {
        if (try_named()) return;
    }
    fail("cannot make a temporary file beside it", EEXIST);
}

bool TemporaryFile::try_named() {
    temporary_ = TemporaryName(fresh_name());  // before the file exists, since memory may run out
    constexpr int afresh = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    file_ = FileDescriptor(::open(temporary_.path().c_str(), afresh, target_.mode ? 0600 : 0666));
    if (!file_.is_open()) {
        const int error = errno;
        temporary_.keep();  // it belongs to another process
        if (error == EEXIST) return false;
        fail("cannot write", error);
    }
    // Between open() and flock() another save may have taken it for a stale file. It is then locked
    // or removed.
    struct stat status = {};
    const bool locked_by_another =
        ::flock(file_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (locked_by_another || ::fstat(file_.get(), &status) != 0 || status.st_nlink == 0) {
        temporary_.keep();
        return false;
    }
    return true;
}

std::string TemporaryFile::fresh_name() const {
    const fs::path target(target_.path);
    return (target.parent_path() / (temporary_prefix(target) + random_suffix())).string();
}

/// Returns false if the name is taken.
bool TemporaryFile::link_as(const std::string& path) const {
    if (::linkat(AT_FDCWD, path_of(file_).c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0)
        return true;
    if (errno != EEXIST) fail("cannot put the new file in its place, nothing has changed", errno);
    return false;
}

void TemporaryFile::link_as_temporary() {
    for (int i = 0; i < most_tries; ++i) {
        std::string path = fresh_name();
        if (!link_as(path)) continue;
        temporary_ = TemporaryName(std::move(path));
        return;
    }
    fail("cannot make a temporary file beside it", EEXIST);
}

void TemporaryFile::take_place() {
    if (::fsync(file_.get()) != 0) fail("cannot make it durable, nothing has changed", errno);
    const bool nameless = temporary_.path().empty();
    // A file without a name can take an unused name in one step. Only replacing a file needs
    // another name first.
    if (!nameless || target_.mode || !link_as(target_.path)) {
        const SignalsBlocked until_renamed;
        if (nameless) link_as_temporary();
        replace_target();
    }
    if (file_.close() != 0)
        fail("the new file is in its place, but the system did not confirm its contents", errno);
    confirm_name();
}

void TemporaryFile::replace_target() {
    if (::rename(temporary_.path().c_str(), target_.path.c_str()) != 0) {
        const int error = errno;
        if (!is_in_place())
            fail("cannot put the new file in its place, nothing has changed", error);
        temporary_.keep();
        fail("the new file is in its place, but the system did not confirm it", error);
    }
    temporary_.keep();
}

/// A file server may rename and then fail to confirm it.
bool TemporaryFile::is_in_place() const {
    struct stat ours {
    }, there{};
    return ::fstat(file_.get(), &ours) == 0 && ::stat(target_.path.c_str(), &there) == 0 &&
           ours.st_dev == there.st_dev && ours.st_ino == there.st_ino;
}

void TemporaryFile::confirm_name() {
    const std::string folder = fs::path(target_.path).parent_path().string();
    const FileDescriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // Some file systems cannot sync a folder and return EINVAL.
    const bool confirmed = opened.is_open() && (::fsync(opened.get()) == 0 || errno == EINVAL);
    if (!confirmed)
        fail("the new file is in its place, but the system did not confirm its name in the folder",
             errno);
}

}  // namespace pgm::io
