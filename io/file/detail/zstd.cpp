#include <io/file/detail/packing.hpp>

#include <zstd.h>

#include <new>
#include <utility>

namespace pgm::io::detail {
namespace {

class ZstdUnpacker final : public Unpacker {
public:
    ZstdUnpacker(Source packed, std::string name) : Unpacker(std::move(packed), std::move(name)) {
        if (!context_) throw std::bad_alloc();
    }

private:
    std::size_t step(std::span<char> piece) override {
        ZSTD_outBuffer out{piece.data(), piece.size(), 0};
        ZSTD_inBuffer in{rest_.data(), rest_.size(), 0};
        const std::size_t status = ZSTD_decompressStream(context_.get(), &out, &in);
        if (ZSTD_isError(status)) fail("the zstd data are damaged", ZSTD_getErrorName(status));
        rest_.remove_prefix(in.pos);
        between_parts_ = status == 0;
        if (at_end_ && rest_.empty() && out.pos == 0 && !between_parts_)
            fail("the zstd data end before their end mark", "the file was cut short");
        return out.pos;
    }

    std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context_{ZSTD_createDCtx(), ZSTD_freeDCtx};
};

class ZstdPacker final : public Packer {
public:
    explicit ZstdPacker(Sink packed) : Packer(std::move(packed)) {
        if (!context_ ||
            ZSTD_isError(ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1)))
            throw std::bad_alloc();
    }

    void write(std::string_view contents) override { compress(contents, false); }
    void finish() override { compress({}, true); }

private:
    /// Compresses until all input is taken and, for the last one, all output is passed on.
    void compress(std::string_view contents, bool is_last) {
        ZSTD_inBuffer in{contents.data(), contents.size(), 0};
        for (bool done = false; !done;) {
            ZSTD_outBuffer out{buffer_.data(), buffer_.size(), 0};
            const std::size_t left = ZSTD_compressStream2(context_.get(), &out, &in,
                                                          is_last ? ZSTD_e_end : ZSTD_e_continue);
            if (ZSTD_isError(left)) throw std::bad_alloc();
            if (out.pos > 0) packed_(std::string_view(buffer_).substr(0, out.pos));
            done = is_last ? left == 0 : in.pos == in.size;
        }
    }

    std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context_{ZSTD_createCCtx(), ZSTD_freeCCtx};
};

}  // namespace

std::unique_ptr<Unpacker> zstd_unpacker(Unpacker::Source packed, std::string name) {
    return std::make_unique<ZstdUnpacker>(std::move(packed), std::move(name));
}

std::unique_ptr<Packer> zstd_packer(Packer::Sink packed) {
    return std::make_unique<ZstdPacker>(std::move(packed));
}

}  // namespace pgm::io::detail
