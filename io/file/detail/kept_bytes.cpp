#include <io/file/detail/kept_bytes.hpp>

#include <algorithm>

namespace pgm::io::detail {
namespace {

constexpr std::size_t most_in_memory = std::size_t{1} << 24;

}  // namespace

void KeptBytes::append(std::string_view bytes) {
    const std::size_t room = file_ ? 0 : most_in_memory - in_memory_.size();
    in_memory_ += bytes.substr(0, room);
    bytes.remove_prefix(std::min(room, bytes.size()));
    if (bytes.empty()) return;
    if (!file_) file_.emplace(name_, "name a file, which can be read twice, or set TMPDIR");
    file_->write(in_file_, bytes);
    in_file_ += bytes.size();
}

std::size_t KeptBytes::read(std::size_t from, std::span<char> piece) const {
    if (from < in_memory_.size()) return in_memory_.copy(piece.data(), piece.size(), from);
    const std::size_t in_file = from - in_memory_.size();
    if (in_file >= in_file_) return 0;
    return file_->read(in_file, piece.first(std::min(piece.size(), in_file_ - in_file)));
}

void KeptBytes::clear() {
    std::string().swap(in_memory_);
    file_.reset();
    in_file_ = 0;
}

}  // namespace pgm::io::detail
