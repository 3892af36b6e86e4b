#include <io/file/output_file.hpp>

#include <io/file/detail/packing.hpp>

namespace pgm::io {

using namespace detail;

OutputFile::OutputFile(const std::string& path) : file_(path) {
    if (const std::optional<Packing> packing = packing_of({}, path))
        packer_ = packer(*packing, [this](std::string_view packed) { file_.write(packed); });
}

OutputFile::~OutputFile() = default;

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
