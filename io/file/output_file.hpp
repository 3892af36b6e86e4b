#pragma once

#include <io/file/atomic_file.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace pgm::io {

namespace detail {
class GzipPacker;
}

/// A file to be written, packed by gzip where its name ends in .gz, put in its place at once by
/// commit() (AtomicFile). Every file that the library or the command line writes goes through here,
/// so that its name never lies.
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
    std::unique_ptr<detail::GzipPacker> packer_;
};

/// All of it at once.
void save_atomically(const std::string& path, std::string_view contents);

}  // namespace pgm::io
