#include <io/file/file_bytes.hpp>

#include <pgm/core/error.hpp>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <system_error>

namespace pgm::io {
namespace {

[[noreturn]] void fail(const std::string& path, int error) {
    throw IoError("cannot read: " + system_reason(error), {.file = path});
}

void check_size(const std::string& path, std::size_t bytes, std::size_t max_bytes) {
    if (bytes <= max_bytes) return;
    throw TooLargeError("the file has more than " + std::to_string(max_bytes) + " bytes, the limit", {.file = path}, "raise Limits::max_file_bytes");
}

FileDescriptor opened_file(const std::string& path) {
    FileDescriptor file(path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.is_open()) fail(path, errno);
    return file;
}

struct stat status_of(const FileDescriptor& file, const std::string& path) {
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) fail(path, errno);
    return status;
}

std::size_t regular_size(const struct stat& status) {
    return S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
}

/// The next bytes; none only at the end.
std::size_t read_some(const FileDescriptor& file, std::span<char> room, const std::string& path) {
    for (;;) {
        const ssize_t count = ::read(file.get(), room.data(), std::min(room.size(), std::size_t{1} << 30));
        if (count >= 0) return static_cast<std::size_t>(count);
        if (errno != EINTR) fail(path, errno);
    }
}

/// Appends what is left of a file that announces so many bytes in all.
void read_rest(const FileDescriptor& file, std::size_t announced, std::size_t max_bytes, const std::string& path, std::string& bytes) {
    check_size(path, announced, max_bytes);
    std::size_t used = bytes.size();
    // One byte more than announced: a file that then gives no more than it announced has been read to its end. A pipe announces nothing and is read in growing
    // steps.
    bytes.resize(std::max(announced, used) + 1);
    for (;;) {
        if (used == bytes.size()) bytes.resize(std::max<std::size_t>(2 * used, std::size_t{1} << 16));
        const std::size_t count = read_some(file, std::span(bytes).subspan(used), path);
        if (count == 0) break;
        used += count;
        check_size(path, used, max_bytes);
        if (used == announced) break;
    }
    bytes.resize(used);
}

}  // namespace

bool is_stream(const std::string& path) {
    return path == "-" || path == "/dev/stdin" || path == "/dev/stdout";
}

std::string system_reason(int error) {
    return std::generic_category().message(error);
}

InputFile open_for_reading(const std::string& path) {
    FileDescriptor file = opened_file(path);
    const struct stat status = status_of(file, path);
    if (S_ISDIR(status.st_mode)) fail(path, EISDIR);
    return {std::move(file), regular_size(status)};
}

std::string read_all(const InputFile& file, std::size_t max_bytes, const std::string& path) {
    std::string bytes;
    read_rest(file.descriptor, file.size, max_bytes, path, bytes);
    return bytes;
}

FileBytes::FileBytes(const std::string& path) : path_(path), file_(opened_file(path)), used_(read_some(file_, short_, path)) {}

std::string_view FileBytes::read(std::size_t max_bytes) {
    for (std::size_t count = used_; count > 0 && used_ < short_bytes; used_ += count)
        count = read_some(file_, std::span(short_).subspan(used_), path_);
    check_size(path_, used_, max_bytes);
    if (used_ < short_bytes) return {short_.data(), used_};
    long_.assign(short_.data(), used_);
    read_rest(file_, regular_size(status_of(file_, path_)), max_bytes, path_, long_);
    return long_;
}

}  // namespace pgm::io
