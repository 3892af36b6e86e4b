#pragma once

#include <io/flat_record.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pgm::io {

/// Flat records one after the other as the bytes of a Boost.Serialization binary archive, what stands inside an Envelope: per record its three columns, each with its length in front.
std::string packed(const std::vector<const FlatRecord*>& records);

/// The records again. Every length is compared with the bytes that are left before memory is allocated. Throws ParseError with the file's name.
std::vector<FlatRecord> unpacked(std::string_view contents, const std::string& name);

}  // namespace pgm::io
