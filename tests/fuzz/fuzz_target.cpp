#include <tests/fuzz/fuzz_target.hpp>

#include <tests/support/paths.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace pgm::tests {

const std::vector<FuzzTarget>& fuzz_targets() {
    static const std::vector<FuzzTarget> targets = [] {
        std::vector<FuzzTarget> all = network_targets();
        for (std::vector<FuzzTarget> more :
             {classifier_targets(), archive_targets(), uai_targets(), table_targets(),
              packing_targets(), question_targets()})
            std::ranges::move(more, std::back_inserter(all));
        all.push_back(evidence_json_target());
        return all;
    }();
    return targets;
}

const FuzzTarget& fuzz_target(std::string_view name) {
    const auto found = std::ranges::find(fuzz_targets(), name, &FuzzTarget::name);
    if (found == fuzz_targets().end())
        throw std::out_of_range("no fuzz target " + std::string(name));
    return *found;
}

std::vector<std::string> seeds_of(const FuzzTarget& target) {
    namespace fs = std::filesystem;
    std::vector<std::string> files;
    if (const fs::path folder = source_file("tests/fuzz/seeds/" + target.name); exists(folder)) {
        for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
    }
    std::ranges::sort(files);  // the order of a folder is the file system's
    std::vector<std::string> seeds;
    for (const std::string& file : files) seeds.push_back(read_file(file));
    if (target.generated_seeds)
        std::ranges::move(target.generated_seeds(), std::back_inserter(seeds));
    return seeds;
}

std::string sealed_contents(std::string_view bytes, SealedKind kind) {
    const std::uint32_t version = bytes.empty() ? 1 : static_cast<unsigned char>(bytes.front());
    if (!bytes.empty()) bytes.remove_prefix(1);
    return sealed_file(version, bytes, kind);
}

std::string contents_with_version(const std::string& file) {
    const SealedFile parts = unsealed(file);
    return static_cast<char>(parts.version) + parts.contents;
}

std::string_view complaint_about(const std::exception& error) {
    return std::string_view(error.what()).empty() ? "an error says nothing" : "";
}

}  // namespace pgm::tests
