#include <io/file/output_file.hpp>

#include <io/file/file_bytes.hpp>
#include <pgm/core/error.hpp>

#include <fcntl.h>

#include <cerrno>

namespace pgm::io {

void AtomicFile::fail(int error) const {
    throw IoError("cannot write: " + system_reason(error), {.file = path_});
}

AtomicFile::AtomicFile(const std::string& path) : path_(path) {
    OutputTarget target = output_target(path);
    if (ReplacedFile* const file = std::get_if<ReplacedFile>(&target)) {
        temporary_.emplace(std::move(*file), path_);
    } else {
        const OpenDescriptor* const open = std::get_if<OpenDescriptor>(&target);
        direct_ = FileDescriptor(open ? ::fcntl(open->number, F_DUPFD_CLOEXEC, 0)
                                      : ::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
        if (!direct_.is_open()) fail(errno);
    }
}

void AtomicFile::write(std::string_view bytes) {
    const int descriptor = temporary_ ? temporary_->descriptor() : direct_.get();
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail(errno);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void AtomicFile::commit() {
    if (temporary_) {
        temporary_->take_place();
    } else if (direct_.close() != 0) {
        fail(errno);
    }
}

}  // namespace pgm::io
