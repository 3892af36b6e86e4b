#pragma once

#include <io/options/read_options.hpp>
#include <pgm/model/network.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// The text that a network was read from, for a writer of the same format: it has the comments, the
/// layout and the drawing, which no network holds.
///
/// A network that is what `read` gives for the text has the text as it is. Where only numbers of
/// tables have changed, they alone are replaced in it, whole rows at a time. The result is read
/// again and compared, so it never gives another network; null where the network has changed in any
/// other way, or the text was not kept.
using NetworkReader = ReadResult (*)(std::string_view bytes, const ReadOptions& options);
std::optional<std::string> kept_text(const SourceText& source, NetworkReader read,
                                     const BayesianNetwork& network);

/// The text of a format that marks nothing but comments as the user's own. It is kept where it has
/// some and was read without remarks; any other is better made from the network alone.
SourceText text_with_comments(std::size_t comments, const std::vector<Problem>& remarks);

}  // namespace pgm::io::detail
