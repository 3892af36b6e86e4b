#pragma once

#include <pgm/core/random.hpp>

#include <string>
#include <vector>

namespace pgm::tests {

/// One to eight random changes to one of the samples: bytes and bits flipped, pieces cut out,
/// doubled, moved or taken from another sample, numbers and punctuation replaced by troublesome
/// ones. The result is at most 64 KiB long.
std::string mutated(Rng& rng, const std::vector<std::string>& samples);

}  // namespace pgm::tests
