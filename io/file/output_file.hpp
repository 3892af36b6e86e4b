#pragma once

#include <io/file/file_bytes.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace pgm::io {

/// A file that this process has open already: standard output, or the N of /dev/fd/N.
struct OpenDescriptor {
    int number = 0;
};

/// A pipe or a character device, which is written to directly.
struct WrittenInPlace {};

/// A file that will be replaced or created.
struct ReplacedFile {
    std::string path;  ///< absolute, symbolic links resolved
    /// The permissions of the existing file; none if there is no file yet.
    std::optional<unsigned> mode;
};

using OutputTarget = std::variant<OpenDescriptor, WrittenInPlace, ReplacedFile>;

/// Determines how a path must be written to. This depends on what the path refers to, not on its
/// spelling: a regular file in /dev/shm is a file like any other.
///
///  - "-" is standard output, and so is /dev/stdout; /dev/stderr, /dev/fd/N, /proc/self/fd/N and
///    symbolic links to them are the descriptors they name, to be written to from where they stand
///    and neither opened again nor cut;
///  - pipes and character devices (terminals, /dev/null) are written in place;
///  - a regular file, or null at all, is replaced; through a symbolic link, the file that it
///    names is.
///
/// Throws IoError for everything else: folders, disks, sockets, dangling links, and what the system
/// does not show.
OutputTarget output_target(const std::string& path);

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
/// they are complete and on the disk, so an interrupt or a power cut leaves no file behind.
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
    /// and renaming. Throws IoError with whether the target was replaced. A failed fsync is not
    /// tried again, because the kernel may have dropped the data (PostgreSQL's fsync report, 2018).
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

/// Writes a file that replaces another one completely or not at all.
///
///     AtomicFile file("model.bif");
///     file.write(text);
///     file.commit();
///
/// The bytes go to a TemporaryFile in the same folder; commit() makes them durable and gives them
/// the name of the target. A program that opens the target at any moment, even after a crash or a
/// power cut, finds either all of the old contents or all of the new ones. Without commit() the
/// target is untouched and no file is left behind. Every failure is an IoError.
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

namespace detail {
class Packer;
}

/// Writes a file atomically (AtomicFile), packed if its name ends in .gz or .zst. The library and
/// the command line write every file through this class.
class OutputFile {
public:
    explicit OutputFile(const std::string& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::string_view contents);
    void commit();

private:
    AtomicFile file_;
    std::unique_ptr<detail::Packer> packer_;
};

/// Writes a file with these contents and commits it.
void save_atomically(const std::string& path, std::string_view contents);

}  // namespace pgm::io
