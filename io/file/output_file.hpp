#pragma once

#include <io/file/atomic_file.hpp>
#include <io/file/gzip.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace pgm::io {

/// A file to be written, packed by gzip where its name ends in .gz, put in its place at once by
/// commit() (AtomicFile). Every file that the library or the command line writes goes through here,
/// so that its name never lies.
class OutputFile {
public:
    explicit OutputFile(const std::string& path);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::string_view contents);
    void commit();

private:
    AtomicFile file_;
    std::optional<GzipPacker> packer_;
};

/// All of it at once.
void save_atomically(const std::string& path, std::string_view contents);

}  // namespace pgm::io
