#pragma once

#include <io/file/file_descriptor.hpp>
#include <io/file/output_target.hpp>

#include <string>

namespace pgm::io {

/// The name of a file that the destructor removes, unless keep() was called.
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

/// The new contents of a file until they replace it. They are written in the same folder.
///
/// Where the file system supports files without a name (O_TMPFILE), the contents have no name until
/// they are complete and on the disk, so an interrupt or a power cut leaves nothing behind.
/// Elsewhere (some network file systems) the file is called `.<target>.pgm-tmp-<random>`, is
/// created with O_EXCL without following a symbolic link, and is locked as long as its writer
/// lives. A file that a killed process leaves behind is harmless and is removed by the next save of
/// the same target.
class TemporaryFile {
public:
    /// Errors call the target `name`. Throws IoError with the system's reason.
    TemporaryFile(ReplacedFile target, std::string name);

    int descriptor() const { return file_.get(); }

    /// Makes the contents durable (fsync), gives them the name of the target in one step, and makes
    /// the name durable (fsync of the folder). Signals are blocked on this thread between naming
    /// and renaming. Throws IoError, which says whether the target was replaced. A failed fsync is
    /// not tried again, because the kernel may have dropped the data (PostgreSQL's fsync report,
    /// 2018).
    void take_place();

private:
    [[noreturn]] void fail(const char* what, int error) const;
    bool open_nameless();
    void open_named();
    bool try_named();
    std::string fresh_name() const;
    bool link_as(const std::string& path) const;
    void link_as_temporary();
    void replace_target();
    bool is_in_place() const;
    void confirm_name();

    ReplacedFile target_;
    std::string name_;
    FileDescriptor file_;
    TemporaryName temporary_;  ///< empty while the file has no name or its final name
};

}  // namespace pgm::io
