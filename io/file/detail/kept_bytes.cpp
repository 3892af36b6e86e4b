#include <io/file/detail/kept_bytes.hpp>

#include <pgm/core/error.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace pgm::io::detail {
namespace {

constexpr std::size_t most_in_memory = std::size_t{1} << 24;

std::string temporary_folder() {
    std::error_code failure;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(failure);
    return failure ? std::string("/tmp") : folder.string();
}

}  // namespace

void KeptBytes::append(std::string_view bytes) {
    const std::size_t room = in_file_ > 0 ? 0 : most_in_memory - in_memory_.size();
    in_memory_ += bytes.substr(0, room);
    bytes.remove_prefix(std::min(room, bytes.size()));
    if (!bytes.empty() && !file_.is_open()) open_file();
    while (!bytes.empty()) {
        const ssize_t written =
            ::pwrite(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(in_file_));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail(errno);
        in_file_ += static_cast<std::size_t>(written);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

std::size_t KeptBytes::read(std::size_t from, std::span<char> piece) const {
    if (from < in_memory_.size()) return in_memory_.copy(piece.data(), piece.size(), from);
    const std::size_t in_file = from - in_memory_.size();
    if (in_file >= in_file_) return 0;
    const std::size_t wanted = std::min(piece.size(), in_file_ - in_file);
    for (;;) {
        const ssize_t count =
            ::pread(file_.get(), piece.data(), wanted, static_cast<off_t>(in_file));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) fail(count < 0 ? errno : EIO);
        return static_cast<std::size_t>(count);
    }
}

void KeptBytes::clear() {
    std::string().swap(in_memory_);
    file_ = FileDescriptor();
    in_file_ = 0;
}

void KeptBytes::open_file() {
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

void KeptBytes::fail(int error) const {
    throw IoError("cannot be kept in " + temporary_folder() + " to be read again (" +
                      std::generic_category().message(error) +
                      "); name a file, which can be read twice, or set TMPDIR",
                  {.file = name_});
}

}  // namespace pgm::io::detail
