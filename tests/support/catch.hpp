#pragma once

// Catch2 in both versions that distributions have: 2 (Debian 12, Ubuntu 22.04), whose tests include
// one large header, and 3 (Debian 13, Ubuntu 24.04), which is a library. Tests include this header
// and are written with the names of version 2, which version 3 has in Catch::Matchers or renamed.

#if __has_include(<catch2/catch_all.hpp>)

#include <catch2/catch_all.hpp>

#include <string>

namespace Catch {

using Matchers::EndsWith;
using Matchers::Equals;
using Matchers::Matches;
using Matchers::StartsWith;
using Matchers::VectorContains;
using Matchers::WithinAbs;
using Matchers::WithinRel;

/// Matches texts that have this part. Matchers::Contains of version 3 is about elements of ranges.
inline Matchers::StringContainsMatcher Contains(const std::string& part) {
    return Matchers::ContainsSubstring(part);
}

}  // namespace Catch

using Catch::Approx;

#else
#include <catch2/catch.hpp>
#endif
