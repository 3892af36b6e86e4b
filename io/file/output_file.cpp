#include <io/file/output_file.hpp>

namespace pgm::io {

OutputFile::OutputFile(const std::string& path) : file_(path) {
    if (is_packed_name(path))
        packer_.emplace([this](std::string_view packed) { file_.write(packed); });
}

void OutputFile::write(std::string_view contents) {
    packer_ ? packer_->write(contents) : file_.write(contents);
}

void OutputFile::commit() {
    if (packer_) packer_->finish();
    file_.commit();
}

void save_atomically(const std::string& path, std::string_view contents) {
    OutputFile file(path);
    file.write(contents);
    file.commit();
}

}  // namespace pgm::io
