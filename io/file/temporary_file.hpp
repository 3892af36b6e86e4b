#pragma once

#include <io/file/file_descriptor.hpp>
#include <io/file/output_target.hpp>

#include <string>

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

/// The new contents of a file until they take its place, in the same folder.
///
/// Where the file system has files without a name (O_TMPFILE), the contents have none before they
/// are whole and on the disk: whatever ends the process before, an interrupt or a power cut, leaves
/// nothing behind. Elsewhere (some network file systems) the file is called
/// `.<target>.pgm-tmp-<random>`, is made afresh (O_EXCL, no symbolic link followed) and is locked
/// as long as its writer lives; so is the nameless one's name for the moment between linkat() and
/// rename(). What a killed process left behind is harmless, and the next save of the same target
/// removes it.
class TemporaryFile {
public:
    /// `name` is what errors call the target. Throws IoError with the system's reason.
    TemporaryFile(ReplacedFile target, std::string name);

    int descriptor() const { return file_.get(); }

    /// Makes the contents durable (fsync), gives them the name of the target, in one step for
    /// whoever looks, and makes the name durable (fsync of the folder). No signal is handled on
    /// this thread between naming and renaming. Throws IoError, which says whether the new file
    /// stands; after a failed fsync nothing is tried again, because the kernel may have dropped the
    /// data (PostgreSQL's fsync report, 2018).
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
    TemporaryName temporary_;  ///< empty while the file has no name, and when it has its final one
};

}  // namespace pgm::io
