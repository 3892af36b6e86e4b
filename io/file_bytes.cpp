#include <io/file_bytes.hpp>

#include <pgm/core/error.hpp>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
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

}  // namespace

bool is_stream(const std::string& path) {
    return path == "-" || path == "/dev/stdin" || path == "/dev/stdout";
}

std::string system_reason(int error) {
    return std::generic_category().message(error);
}

InputFile open_for_reading(const std::string& path) {
    FileDescriptor file(path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    if (!file.is_open() || ::fstat(file.get(), &status) != 0) fail(path, errno);
    if (S_ISDIR(status.st_mode)) fail(path, EISDIR);
    return {std::move(file), S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0};
}

std::string read_all(const InputFile& file, std::size_t max_bytes, const std::string& path) {
    check_size(path, file.size, max_bytes);

    // One byte more than announced: a file that then gives no more than it announced has been read to its end. A pipe announces nothing and is read in growing
    // steps.
    std::string bytes(file.size + 1, '\0');
    std::size_t used = 0;
    for (;;) {
        if (used == bytes.size()) bytes.resize(std::max<std::size_t>(2 * used, std::size_t{1} << 16));
        const ssize_t count = ::read(file.descriptor.get(), bytes.data() + used, std::min(bytes.size() - used, std::size_t{1} << 30));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail(path, errno);
        if (count == 0) break;
        used += static_cast<std::size_t>(count);
        check_size(path, used, max_bytes);
        if (used == file.size) break;
    }
    bytes.resize(used);
    return bytes;
}

}  // namespace pgm::io
