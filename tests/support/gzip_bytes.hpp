#pragma once

#include <string>
#include <string_view>

namespace pgm::tests {

/// A gzip file of one member with these contents, by zlib itself; read_file() unpacks.
std::string gzipped(std::string_view contents);

}  // namespace pgm::tests
