#pragma once

#include <io/format/detail/network_assembly.hpp>
#include <io/options/read_options.hpp>
#include <io/text/detail/block_lexer.hpp>
#include <io/text/detail/encoding.hpp>

#include <string_view>

namespace pgm::io::detail {

/// The beginning that the readers of all formats of blocks (BlockLexer) share: the text, which is
/// read as Latin-1 with a note where it is not UTF-8, its tokens, and the network that is made of
/// them. XmlReader is its sibling for the XML formats.
class BlockReader {
protected:
    /// The bytes and the options must outlive the reader.
    BlockReader(std::string_view bytes, const ReadOptions& options, const BlockSyntax& syntax)
        : text_(bytes, {}, options.name, options.limits, DecodedText::Fallback::latin1),
          cursor_(text_.text(), options.name),
          lexer_(cursor_, syntax, options.limits),
          assembly_(cursor_, options) {
        if (text_.was_latin1()) assembly_.report_latin1();
    }

    /// The network; comments stay in the file, but for those that the format asks for.
    ReadResult finish(NetworkAssembly::End end, std::size_t own_comments = 0) {
        assembly_.leave_comments(lexer_.comments() - own_comments);
        return std::move(assembly_).finish(end);
    }

    DecodedText text_;
    TextCursor cursor_;
    BlockLexer lexer_;
    NetworkAssembly assembly_;
};

}  // namespace pgm::io::detail
