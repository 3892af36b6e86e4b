#include <io/file/atomic_file.hpp>

#include <io/file/file_bytes.hpp>
#include <pgm/core/error.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <system_error>

namespace pgm::io {
namespace {

namespace fs = std::filesystem;

/// Cut, so that a long name of the target does not make one too long for the file system.
std::string temporary_prefix(const fs::path& target) {
    return "." + target.filename().string().substr(0, 200) + ".pgm-tmp-";
}

std::string random_suffix() {
    std::uint64_t number = 0;
    // A short read leaves zeros: a worse name, which O_EXCL still keeps from clashing.
    (void)::getrandom(&number, sizeof number, 0);
    std::string text;
    for (int i = 0; i < 12; ++i, number >>= 5) text += "0123456789abcdefghijklmnopqrstuv"[number & 31];
    return text;
}

/// Removes what killed processes left behind. A temporary file whose lock can be had has no living writer. Failing to clean up is no reason not to save.
void remove_stale_temporaries(const fs::path& target) {
    std::error_code ignored;
    const std::string prefix = temporary_prefix(target);
    for (fs::directory_iterator entry(target.parent_path(), ignored), end; !ignored && entry != end; entry.increment(ignored)) {
        if (!entry->path().filename().string().starts_with(prefix)) continue;
        const FileDescriptor file(::open(entry->path().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        if (file.is_open() && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0) ::unlink(entry->path().c_str());
    }
}

}  // namespace

TemporaryName::~TemporaryName() {
    if (!path_.empty()) ::unlink(path_.c_str());
}

void AtomicFile::fail(const char* what, int error) const {
    throw IoError(std::string(what) + ": " + system_reason(error), {.file = path_});
}

AtomicFile::AtomicFile(const std::string& path) : path_(path) {
    if (path == "-") {
        open_directly();
        return;
    }
    struct stat status {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (!exists && errno != ENOENT) fail("cannot write", errno);
    if (exists && S_ISDIR(status.st_mode)) fail("cannot write", EISDIR);
    if ((exists && !S_ISREG(status.st_mode)) || path.starts_with("/dev/") || path.starts_with("/proc/")) {
        open_directly();
        return;
    }
    std::error_code error;
    if (!exists && fs::is_symlink(fs::symlink_status(path, error)))
        throw IoError("cannot write: a symbolic link to a file that does not exist", {.file = path_});
    target_ = exists ? fs::canonical(path, error).string() : fs::absolute(path, error).string();
    if (error) fail("cannot write", error.value());
    if (fs::path(target_).filename().empty()) fail("cannot write", EISDIR);
    remove_stale_temporaries(target_);
    open_temporary();
}

void AtomicFile::open_directly() {
    file_ = FileDescriptor(path_ == "-" ? ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0) : ::open(path_.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
    if (!file_.is_open()) fail("cannot write", errno);
}

void AtomicFile::open_temporary() {
    struct stat status {};
    const bool replaces = ::stat(target_.c_str(), &status) == 0;
    constexpr int tries = 100;
    for (int i = 0; i < tries; ++i) {
        if (try_temporary(replaces, status.st_mode & 07777)) return;
    }
    fail("cannot make a temporary file beside it", EEXIST);
}

bool AtomicFile::try_temporary(bool replaces, unsigned mode) {
    const fs::path target(target_);
    const std::string name = (target.parent_path() / (temporary_prefix(target) + random_suffix())).string();
    // A new file is made with the permissions the umask grants, without asking for the umask, which no thread can do safely. A replacement is private until
    // it has the permissions of the file it replaces.
    file_ = FileDescriptor(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, replaces ? 0600 : 0666));
    if (!file_.is_open() && errno == EEXIST) return false;
    if (!file_.is_open()) fail("cannot write", errno);
    temporary_ = TemporaryName(name);
    // Between its making and its lock another save may have taken it for a stale one; then it is locked by that save or already removed.
    struct stat status {};
    if ((::flock(file_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) || ::fstat(file_.get(), &status) != 0 || status.st_nlink == 0) {
        temporary_.keep();
        return false;
    }
    if (replaces && ::fchmod(file_.get(), mode) != 0) fail("cannot set the permissions of its replacement", errno);
    return true;
}

void AtomicFile::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file_.get(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("cannot write", errno);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void AtomicFile::commit() {
    if (temporary_.path().empty()) {
        if (file_.close() != 0) fail("cannot write", errno);
        return;
    }
    if (::fsync(file_.get()) != 0) fail("cannot make it durable", errno);
    if (::rename(temporary_.path().c_str(), target_.c_str()) != 0) fail("cannot put the new file in its place", errno);
    temporary_.keep();
    if (file_.close() != 0) fail("cannot write", errno);
    FileDescriptor folder(::open(fs::path(target_).parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder.is_open()) fail("cannot open its folder to make the new name durable", errno);
    // Some file systems have nothing to sync for a folder and say so.
    if (::fsync(folder.get()) != 0 && errno != EINVAL) fail("cannot make its new name durable", errno);
}

void save_atomically(const std::string& path, std::string_view bytes) {
    AtomicFile file(path);
    file.write(bytes);
    file.commit();
}

}  // namespace pgm::io
