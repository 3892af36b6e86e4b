#pragma once

#include <io/format/detail/network_assembly.hpp>
#include <pgm/table/table.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// The utilities of a file in which some are products of others, as super-value nodes of Elvira and
/// OpenMarkov may be. No network holds a product, so it becomes the table of all variables that it
/// follows from, with a note; its factors stay above it with the weight 0.
class UtilityFamilies {
public:
    /// The assembly must have all variables and outlive the object.
    explicit UtilityFamilies(NetworkAssembly& assembly) : assembly_(assembly) {}

    /// What a utility is: a WrittenUtility, which has numbers, or the sum or product of its
    /// parents, all of them utilities.
    enum class UtilityOrigin : std::uint8_t { numbers, sum, product };

    void add(WrittenFamily family, UtilityOrigin derivation, std::vector<std::string> lines = {});
    /// Adds the families to the assembly. Throws TooLargeError where the tables of products have
    /// more than `most_cells` numbers together, or follow from others in more than `most_steps`.
    void finish();

    static constexpr std::size_t most_cells = std::size_t{1} << 22, most_steps = 1000;

private:
    struct FileUtility {
        WrittenFamily family;
        UtilityOrigin derivation = UtilityOrigin::numbers;
        std::vector<std::string> lines;
        bool is_open = false;
        std::optional<Table> value{};
    };

    void check_parents(const FileUtility& member);
    const Table* value_of(const std::string& name);
    std::optional<Table> computed(FileUtility& member);
    std::optional<Table> own_numbers(const FileUtility& member);
    Table combined(const FileUtility& member, const Table& a, const Table& b, bool is_product);
    void expand(FileUtility& member);

    NetworkAssembly& assembly_;
    std::vector<FileUtility> members_;
    std::map<std::string, std::size_t> by_name_;
    std::size_t cells_ = 0, depth_ = 0;  ///< of the tables so far, and of the one in work
};

}  // namespace pgm::io::detail
