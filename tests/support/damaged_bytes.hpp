#pragma once

#include <tests/support/catch.hpp>

#include <cstddef>
#include <string>

namespace pgm::tests {

/// Calls check(damaged) with every beginning of the bytes and with every single bit changed.
template <class Check>
void for_every_damage(const std::string& bytes, Check&& check) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        INFO(i);
        check(bytes.substr(0, i));
        for (int bit = 0; bit < 8; ++bit) {
            std::string damaged = bytes;
            damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
            INFO(i << ":" << bit);
            check(damaged);
        }
    }
}

}  // namespace pgm::tests
