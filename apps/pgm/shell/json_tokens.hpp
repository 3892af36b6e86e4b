#pragma once

#include <cstddef>
#include <string_view>

namespace pgm::apps {

/// The positions of the tokens of a JSON text, for a reader whose parser hands over values without
/// their places. It walks along: one call of next() for each key, scalar and bracket that the
/// parser hands over, in their order. What is no JSON is the parser's to refuse, before it hands
/// over anything of it.
class JsonTokens {
public:
    explicit JsonTokens(std::string_view text);

    /// The offset at which the next token begins.
    std::size_t next();

private:
    std::string_view text_;
    std::size_t end_ = 0;  ///< of the last token
};

}  // namespace pgm::apps
