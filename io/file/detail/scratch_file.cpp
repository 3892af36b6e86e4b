#include <io/file/detail/scratch_file.hpp>

#include <pgm/core/error.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace pgm::io::detail {
namespace {

std::string temporary_folder() {
    std::error_code failure;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(failure);
    return failure ? std::string("/tmp") : folder.string();
}

}  // namespace

ScratchFile::ScratchFile(std::string what, std::string advice)
    : what_(std::move(what)), advice_(std::move(advice)) {
    const std::string folder = temporary_folder();
#ifdef O_TMPFILE
    file_ = FileDescriptor(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
#endif
    if (file_.is_open()) return;
    std::string path = folder + "/pgm-XXXXXX";
    file_ = FileDescriptor(::mkostemp(path.data(), O_CLOEXEC));
    if (!file_.is_open()) fail(errno);
    ::unlink(path.c_str());
}

void ScratchFile::write(std::size_t at, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written =
            ::pwrite(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail(errno);
        at += static_cast<std::size_t>(written);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

std::size_t ScratchFile::read(std::size_t at, std::span<char> piece) const {
    for (;;) {
        const ssize_t count =
            ::pread(file_.get(), piece.data(), piece.size(), static_cast<off_t>(at));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) fail(count < 0 ? errno : EIO);
        return static_cast<std::size_t>(count);
    }
}

void ScratchFile::fail(int error) const {
    throw IoError("cannot be kept in " + temporary_folder() + " (" +
                      std::generic_category().message(error) + "); " + advice_,
                  {.file = what_});
}

}  // namespace pgm::io::detail
