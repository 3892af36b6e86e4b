#pragma once

#include <optional>
#include <string>
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
///  - a regular file, or nothing at all, is replaced; through a symbolic link, the file that it
///    names is.
///
/// Throws IoError for everything else: folders, disks, sockets, links to nothing, and what the
/// system does not show.
OutputTarget output_target(const std::string& path);

}  // namespace pgm::io
