#pragma once

#include <io/file/file_descriptor.hpp>
#include <io/file/temporary_file.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace pgm::io {

/// A file that replaces another one at once or not at all.
///
///     AtomicFile file("model.bif");
///     file.write(text);
///     file.commit();
///
/// The bytes go to a TemporaryFile in the same folder; commit() makes them durable and gives them
/// the name of the target. Whoever opens the target at any moment, also after a crash or a power
/// cut, finds the old contents or the new ones, whole. Without commit() nothing is left and the
/// target is untouched. Every refusal of the system is an IoError.
///
/// Permissions are those of the target, or what the umask grants a new file. A target that is a
/// symbolic link stays one: the file it names is replaced. Other hard links of the target keep the
/// old contents. What cannot be replaced as a whole (standard output, a pipe, a terminal) is simply
/// written to; OutputTarget says what is which.
class AtomicFile {
public:
    explicit AtomicFile(const std::string& path);

    void write(std::string_view bytes);
    void commit();

private:
    [[noreturn]] void fail(int error) const;

    std::string path_;  ///< as errors call it
    FileDescriptor direct_;
    std::optional<TemporaryFile> temporary_;  ///< none where the target is written in place
};

}  // namespace pgm::io
