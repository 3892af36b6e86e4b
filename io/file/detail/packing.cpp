#include <io/file/detail/packing.hpp>

#include <io/file/detail/gzip.hpp>
#include <io/file/detail/zstd.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <utility>

namespace pgm::io::detail {

const PackingMarks* marks_of_name(std::string_view path) {
    const auto found = std::ranges::find_if(packing_marks, [&](const PackingMarks& marks) {
        const std::size_t begin = path.size() - std::min(path.size(), marks.suffix.size());
        return equals_ignoring_case(path.substr(begin), marks.suffix);
    });
    return found == packing_marks.end() ? nullptr : &*found;
}

std::optional<Packing> packing_of(std::string_view first_bytes, std::string_view path) {
    for (const PackingMarks& marks : packing_marks)
        if (first_bytes.starts_with(marks.first_bytes)) return marks.packing;
    const PackingMarks* const marks = marks_of_name(path);
    return marks ? std::optional(marks->packing) : std::nullopt;
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
