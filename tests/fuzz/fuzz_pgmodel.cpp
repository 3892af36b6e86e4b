#include <tests/fuzz/fuzz_target.hpp>

#include <cstdlib>

/// For libFuzzer (docs/adding-a-format.md tells how to build it); the test beside it replays
/// mutations without.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    bool read_a_network = false;
    if (!pgm::tests::fuzz_pgmodel_contents({reinterpret_cast<const char*>(data), size},
                                           read_a_network)
             .empty())
        std::abort();
    return 0;
}
