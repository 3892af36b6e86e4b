#pragma once

#include <io/file/file_descriptor.hpp>
#include <io/file/temporary_file.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace pgm::io {

/// Writes a file that replaces another one completely or not at all.
///
///     AtomicFile file("model.bif");
///     file.write(text);
///     file.commit();
///
/// The bytes go to a TemporaryFile in the same folder; commit() makes them durable and gives them
/// the name of the target. A program that opens the target at any moment, even after a crash or a
/// power cut, finds either all of the old contents or all of the new ones. Without commit() the
/// target is untouched and nothing is left behind. Every failure is an IoError.
///
/// The new file has the permissions of the target or, if there is none, those that the umask
/// grants. A symbolic link stays one, and the file it names is replaced. Other hard links of the
/// target keep the old contents. A target that cannot be replaced (standard output, a pipe, a
/// terminal) is written to directly; see OutputTarget.
class AtomicFile {
public:
    explicit AtomicFile(const std::string& path);

    void write(std::string_view bytes);
    void commit();

private:
    [[noreturn]] void fail(int error) const;

    std::string path_;  ///< the name that errors use
    FileDescriptor direct_;
    std::optional<TemporaryFile> temporary_;  ///< none where the target is written in place
};

}  // namespace pgm::io
