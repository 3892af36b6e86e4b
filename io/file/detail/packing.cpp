#include <io/file/detail/packing.hpp>

#include <pgm/core/error.hpp>
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

std::size_t Unpacker::read(std::span<char> piece) {
    while (true) {
        if (rest_.empty() && !at_end_) {
            const std::size_t count = packed_(buffer_);
            at_end_ = count == 0;
            packed_bytes_ += count;
            rest_ = std::string_view(buffer_).substr(0, count);
        }
        if (between_parts_ && rest_.empty() && packed_bytes_ > 0) return 0;
        if (const std::size_t filled = step(piece); filled > 0) return filled;
    }
}

void Unpacker::fail(const std::string& what, const std::string& why) const {
    throw ParseError(what, {.file = name_}, why);
}

std::unique_ptr<Unpacker> unpacker(Packing packing, Unpacker::Source packed, std::string name) {
    return (packing == Packing::zstd ? zstd_unpacker : gzip_unpacker)(std::move(packed),
                                                                      std::move(name));
}

std::unique_ptr<Packer> packer(Packing packing, Packer::Sink packed) {
    return (packing == Packing::zstd ? zstd_packer : gzip_packer)(std::move(packed));
}

}  // namespace pgm::io::detail
