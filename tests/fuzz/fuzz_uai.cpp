#include <tests/fuzz/fuzz_target.hpp>

#include <cstdlib>

/// For libFuzzer (docs/adding-a-format.md tells how to build it); the test beside it replays
/// mutations with any compiler. Models, evidence and names begin alike, so that any input serves
/// all three.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    bool was_read = false;
    if (!pgm::tests::fuzz_uai(bytes, was_read).empty()) std::abort();
    if (!pgm::tests::fuzz_uai_evidence(bytes, was_read).empty()) std::abort();
    if (!pgm::tests::fuzz_uai_names(bytes, was_read).empty()) std::abort();
    return 0;
}
