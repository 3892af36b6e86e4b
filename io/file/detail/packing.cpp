#include <io/file/detail/packing.hpp>

#include <io/file/detail/gzip.hpp>
#include <io/file/detail/zstd.hpp>
#include <io/file/suffix.hpp>
#include <pgm/core/text/characters.hpp>

#include <utility>

namespace pgm::io::detail {

std::optional<Packing> packing_of(std::string_view first_bytes, std::string_view path) {
    for (const PackingMarks& marks : packing_marks)
        if (first_bytes.starts_with(marks.first_bytes)) return marks.packing;
    const std::string_view ending = path.substr(without_packing(path).size());
    for (const PackingMarks& marks : packing_marks)
        if (equals_ignoring_case(ending, marks.suffix)) return marks.packing;
    return std::nullopt;
}

std::unique_ptr<Unpacker> unpacker(Packing packing, Unpacker::Source packed, std::string name) {
    if (packing == Packing::zstd)
        return std::make_unique<ZstdUnpacker>(std::move(packed), std::move(name));
    return std::make_unique<GzipUnpacker>(std::move(packed), std::move(name));
}

std::unique_ptr<Packer> packer(Packing packing, Packer::Sink packed) {
    if (packing == Packing::zstd) return std::make_unique<ZstdPacker>(std::move(packed));
    return std::make_unique<GzipPacker>(std::move(packed));
}

}  // namespace pgm::io::detail
