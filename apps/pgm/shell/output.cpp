#include <apps/pgm/shell/output.hpp>

#include <io/file/output_file.hpp>
#include <pgm/core/error.hpp>

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace pgm::apps {

void Output::write(std::string_view text) {
    constexpr std::size_t piece = std::size_t{1} << 20;
    if (is_silent_) return;
    buffer_ += text;
    if (buffer_.size() >= piece) flush();
}

void Output::flush() {
    for (std::string_view rest = buffer_; !rest.empty();) {
        const ssize_t count = ::write(STDOUT_FILENO, rest.data(), rest.size());
        if (count >= 0) {
            rest.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno == EPIPE) {
            buffer_.clear();
            throw ReaderGone{};
        } else if (errno != EINTR) {
            buffer_.clear();
            throw IoError(std::string("cannot write standard output: ") + std::strerror(errno));
        }
    }
    buffer_.clear();
}

bool is_standard_output(const std::string& path) {
    if (path.empty()) return false;
    const io::OutputTarget target = io::output_target(path);
    const auto* const descriptor = std::get_if<io::OpenDescriptor>(&target);
    return descriptor != nullptr && descriptor->number == STDOUT_FILENO;
}

bool is_terminal_output() {
    return ::isatty(STDOUT_FILENO) == 1;
}

}  // namespace pgm::apps
