#include <io/file/output_file.hpp>

#include <io/file/file_bytes.hpp>
#include <pgm/core/error.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <system_error>

namespace pgm::io {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
    throw IoError("cannot write: " + reason, {.file = path});
}

/// The number N if the path is entry N in the table of this process's open files.
std::optional<int> entry_of_descriptor_table(const fs::path& path) {
    const std::string name = path.filename().string();
    int number = 0;
    const auto parsed = std::from_chars(name.data(), name.data() + name.size(), number);
    if (parsed.ec != std::errc{} || parsed.ptr != name.data() + name.size()) return std::nullopt;
    std::error_code unknown;
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    for (const char* table : {"/proc/self/fd", "/proc/thread-self/fd"}) {
        if (fs::equivalent(folder, table, unknown)) return number;
    }
    return std::nullopt;
}

/// Follows symbolic links one by one, because resolving /dev/stdout completely would lead to the
/// file it is redirected to.
std::optional<int> descriptor_named(fs::path path) {
    constexpr int most_links = 40;  // as many as Linux follows
    std::error_code unknown;
    for (int links = 0; links < most_links; ++links) {
        if (const std::optional<int> number = entry_of_descriptor_table(path)) return number;
        if (!fs::is_symlink(fs::symlink_status(path, unknown))) return std::nullopt;
        path = path.parent_path() / fs::read_symlink(path, unknown);
    }
    return std::nullopt;
}

OutputTarget new_file(const std::string& path) {
    std::error_code error;
    if (fs::is_symlink(fs::symlink_status(path, error)))
        fail(path, "a symbolic link to a file that does not exist");
    ReplacedFile file{fs::absolute(path, error).string(), std::nullopt};
    if (error) fail(path, error.message());
    if (fs::path(file.path).filename().empty()) fail(path, system_reason(EISDIR));
    return file;
}

}  // namespace

OutputTarget output_target(const std::string& path) {
    if (is_standard_stream(path)) return OpenDescriptor{STDOUT_FILENO};
    if (const std::optional<int> number = descriptor_named(path)) return OpenDescriptor{*number};
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0) {
        if (errno != ENOENT) fail(path, system_reason(errno));
        return new_file(path);
    }
    if (S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode)) return WrittenInPlace{};
    if (S_ISDIR(status.st_mode)) fail(path, system_reason(EISDIR));
    if (!S_ISREG(status.st_mode))
        fail(path, "it is neither a file nor a pipe nor a character device");
    std::error_code error;
    ReplacedFile file{fs::canonical(path, error).string(), status.st_mode & 07777u};
    if (error) fail(path, error.message());
    return file;
}

}  // namespace pgm::io
