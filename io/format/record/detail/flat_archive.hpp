#pragma once

#include <io/format/record/detail/flat_record.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// Flat records one after the other as the bytes of a Boost.Serialization binary archive, what
/// stands inside an Envelope: per record its three columns, each with its length in front. There is
/// room for the header of the Envelope in the string.
std::string packed(const std::vector<const FlatRecord*>& records);

/// The records again, as many as there are but not more than `most`. Every length is compared with
/// the bytes that are left before memory is allocated. Throws ParseError with the file's name.
std::vector<FlatRecord> unpacked(std::string_view contents, std::size_t most,
                                 const std::string& name);

}  // namespace pgm::io::detail
