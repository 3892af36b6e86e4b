#pragma once

#include <io/file/atomic_file.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace pgm::io {

namespace detail {
class GzipPacker;
}

/// Writes a file atomically (AtomicFile), packed by gzip if its name ends in .gz. The library and
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
    std::unique_ptr<detail::GzipPacker> packer_;
};

/// Writes a file with these contents and commits it.
void save_atomically(const std::string& path, std::string_view contents);

}  // namespace pgm::io
