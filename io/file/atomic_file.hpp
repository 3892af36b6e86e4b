#pragma once

#include <io/file/file_descriptor.hpp>

#include <string>
#include <string_view>

namespace pgm::io {

/// The name of a file that is removed at the end unless it was told to stay.
class TemporaryName {
public:
    TemporaryName() = default;
    explicit TemporaryName(std::string path) : path_(std::move(path)) {}
    TemporaryName& operator=(TemporaryName&& other) noexcept {
        std::swap(path_, other.path_);
        return *this;
    }
    ~TemporaryName();

    const std::string& path() const { return path_; }
    void keep() { path_.clear(); }

private:
    std::string path_;
};

/// A file that replaces another one at once or not at all.
///
///     AtomicFile file("model.bif");
///     file.write(text);
///     file.commit();
///
/// The bytes go to a temporary file in the same folder; commit() makes them durable (fsync), renames the temporary file onto the target and makes
/// the new name durable (fsync of the folder). Whoever opens the target at any moment, also after a crash or a power cut, finds the old contents or the new ones,
/// whole. Without commit() the temporary file is removed at the end and the target is untouched. Every refusal of the system, that of fsync
/// included, is an IoError; after a failed fsync nothing is tried again, because the kernel may have dropped the data (PostgreSQL's fsync report, 2018).
///
/// The temporary file is called `.<target>.pgm-tmp-<random>`, is made afresh (O_EXCL, no symbolic link followed) and is locked as long as its
/// writer lives. One that a killed process left behind is harmless, and the next save of the same target removes it.
///
/// Permissions are those of the target, or what the umask grants a new file. A target that is a symbolic link stays one: the file it names is
/// replaced. A target that is no regular file (a pipe, a terminal, /dev/null), "-" (standard output) and anything under /dev and /proc is simply written to. Other hard links of the target keep the old contents.
class AtomicFile {
public:
    explicit AtomicFile(const std::string& path);

    void write(std::string_view bytes);
    void commit();

private:
    void open_directly();
    void open_temporary();
    bool try_temporary(bool replaces, unsigned mode);
    [[noreturn]] void fail(const char* what, int error) const;

    std::string path_;         ///< as errors call it
    std::string target_;       ///< with symbolic links resolved
    TemporaryName temporary_;  ///< empty when writing directly, and after commit()
    FileDescriptor file_;
};

/// All of it at once.
void save_atomically(const std::string& path, std::string_view bytes);

}  // namespace pgm::io
