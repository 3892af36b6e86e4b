#pragma once

#include <io/file/detail/packer.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct ZSTD_DCtx_s;
struct ZSTD_CCtx_s;

namespace pgm::io::detail {

/// Unpacks a file of Zstandard (RFC 8878) with all its frames. It needs memory for the window that
/// a frame asks for, 128 MiB at most.
class ZstdUnpacker final : public Unpacker {
public:
    ZstdUnpacker(Source packed, std::string name);

    std::size_t read(std::span<char> piece) override;
    std::size_t packed_bytes() const override { return packed_bytes_; }

private:
    struct End {
        void operator()(ZSTD_DCtx_s* context) const;
    };

    Source packed_;
    std::string name_;
    std::unique_ptr<ZSTD_DCtx_s, End> context_;
    std::string buffer_;  ///< packed bytes
    std::string_view rest_;
    std::size_t packed_bytes_ = 0;  ///< number read so far
    bool at_end_ = false;           ///< of the packed bytes
    bool between_frames_ = true;
};

/// Packs pieces into a file of Zstandard of one frame, with a checksum.
class ZstdPacker final : public Packer {
public:
    explicit ZstdPacker(Sink packed);

    void write(std::string_view contents) override;
    void finish() override;

private:
    struct End {
        void operator()(ZSTD_CCtx_s* context) const;
    };
    void compress(std::string_view contents, bool is_last);

    Sink packed_;
    std::unique_ptr<ZSTD_CCtx_s, End> context_;
    std::string buffer_;
};

}  // namespace pgm::io::detail
