#include <io/file/file_bytes.hpp>

#include <io/file/detail/packing.hpp>
#include <pgm/core/error.hpp>

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <system_error>

namespace pgm::io {

using namespace detail;

namespace {

constexpr std::size_t growth_bytes = std::size_t{1} << 16;
constexpr std::size_t most_reserved_bytes = std::size_t{1} << 26;  ///< before any was read

[[noreturn]] void fail(const std::string& path, int error) {
    throw IoError("cannot read: " + system_reason(error), {.file = path});
}

FileDescriptor opened_file(const std::string& path) {
    FileDescriptor file(is_standard_stream(path) ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                                 : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.is_open()) fail(path, errno);
    return file;
}

struct stat status_of(const FileDescriptor& file, const std::string& path) {
    struct stat status = {};
    if (::fstat(file.get(), &status) != 0) fail(path, errno);
    return status;
}

std::size_t regular_size(const struct stat& status) {
    return S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
}

}  // namespace

bool is_stream(const std::string& path) {
    if (is_standard_stream(path)) return true;
    if (!path.starts_with("/dev/") && !path.starts_with("/proc/")) return false;
    constexpr std::array<std::string_view, 3> names = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    return std::find(names.begin(), names.end(), path) != names.end() ||
           path.starts_with("/dev/fd/") || path.starts_with("/proc/self/fd/");
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

std::size_t read_some(const FileDescriptor& file, std::span<char> room, const std::string& path) {
    for (;;) {
        const ssize_t count =
            ::read(file.get(), room.data(), std::min(room.size(), std::size_t{1} << 30));
        if (count >= 0) return static_cast<std::size_t>(count);
        if (errno != EINTR) fail(path, errno);
    }
}

void check_file_size(const std::string& path, std::size_t bytes, std::size_t max_bytes) {
    if (bytes <= max_bytes) return;
    throw TooLargeError("the file has more than " + std::to_string(max_bytes) + " bytes, the limit",
                        {.file = path}, "raise Limits::max_file_bytes");
}

void check_unpacked_size(const std::string& path, std::size_t packed, std::size_t unpacked) {
    if (unpacked <= free_unpacked_bytes || unpacked / most_unpacked_ratio <= packed) return;
    throw TooLargeError("the file unpacks to more than " + std::to_string(most_unpacked_ratio) +
                            " times its size and more than " +
                            std::to_string(free_unpacked_bytes >> 20) + " MiB",
                        {.file = path}, "if that is meant, unpack it first");
}

void append_pieces(std::string& bytes, const std::function<std::size_t(std::span<char>)>& next,
                   MayHoldNul may_hold_nul, std::size_t max_bytes, const std::string& path,
                   std::size_t expected) {
    bytes.reserve(
        std::max(bytes.capacity(), std::min(expected, most_reserved_bytes) + growth_bytes));
    std::optional<bool> may_hold;
    for (;;) {
        const std::size_t used = bytes.size();
        bytes.resize(used + growth_bytes);
        const std::size_t count = next(std::span(bytes).subspan(used));
        bytes.resize(used + count);
        check_file_size(path, bytes.size(), max_bytes);
        if (count == 0) return;
        if (!may_hold) may_hold = may_hold_nul && may_hold_nul(bytes);
        if (!*may_hold && bytes.find('\0', used) != std::string::npos) return;
    }
}

FileBytes::FileBytes(const std::string& path)
    : path_(path), file_(opened_file(path)), used_(read_some(file_, short_, path)) {}

std::string_view FileBytes::read(std::size_t max_bytes, MayHoldNul may_hold_nul) {
    for (std::size_t count = used_; count > 0 && used_ < short_bytes; used_ += count)
        count = read_some(file_, std::span(short_).subspan(used_), path_);
    const std::string_view first(short_.data(), used_);
    check_file_size(path_, used_, max_bytes);
    if (const std::optional<Packing> packing = packing_of(first, path_)) {
        unpack(*packing, max_bytes, may_hold_nul);
        return long_;
    }
    if (used_ < short_bytes) return first;
    const std::size_t announced = regular_size(status_of(file_, path_));
    check_file_size(path_, announced, max_bytes);
    long_ = first;
    if (!(may_hold_nul && may_hold_nul(first)) && first.find('\0') != std::string_view::npos)
        return long_;
    const auto next = [this](std::span<char> piece) { return read_some(file_, piece, path_); };
    append_pieces(long_, next, may_hold_nul, max_bytes, path_, announced);
    return long_;
}

/// Gives the packed bytes: those that were read already, then the rest.
std::size_t FileBytes::next_packed(std::span<char> piece, std::size_t& used) {
    const std::string_view left(short_.data() + used, used_ - used);
    used += left.copy(piece.data(), piece.size());
    return left.empty() ? read_some(file_, piece, path_) : std::min(left.size(), piece.size());
}

void FileBytes::unpack(detail::Packing packing, std::size_t max_bytes, MayHoldNul may_hold_nul) {
    std::size_t used = 0, bytes = 0;
    const std::unique_ptr<Unpacker> packed = unpacker(
        packing, [&](std::span<char> piece) { return next_packed(piece, used); }, path_);
    const auto next = [&](std::span<char> piece) {
        const std::size_t count = packed->read(piece);
        bytes += count;
        if (bytes > max_bytes) {
            throw TooLargeError(
                "the file unpacks to more than " + std::to_string(max_bytes) + " bytes, the limit",
                {.file = path_}, "raise Limits::max_file_bytes");
        }
        check_unpacked_size(path_, packed->packed_bytes(), bytes);
        return count;
    };
    append_pieces(long_, next, may_hold_nul, max_bytes, path_);
}

}  // namespace pgm::io
