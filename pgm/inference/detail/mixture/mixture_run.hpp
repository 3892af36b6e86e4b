#pragma once

#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/detail/mixture/mixture_program.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgm::detail {

/// Executes a MixtureProgram for blocks of rows. Every table meets all rows of a block before the
/// next one does, so that its cells stay in the nearest cache. Each thread needs one of its own.
class MixtureRun {
public:
    /// Refers to the program.
    explicit MixtureRun(const MixtureProgram& program);

    /// How many rows a block has: more where the tables do not fit into a near cache, so that each
    /// of them is fetched for more rows. The result is the same.
    static std::size_t rows_of_block(const MixtureProgram& program);

    /// The states of the rows of a block for a variable other than the target, to be filled in
    /// before write().
    std::span<std::uint32_t> codes(VariableId variable) {
        return std::span(codes_).subspan(variable.index() * most_rows_, most_rows_);
    }

    /// Writes the posteriors of as many rows, which are those of these numbers in the result.
    void write(std::span<const std::uint32_t> rows, BatchPosterior& result);

private:
    void add_members(bool ask_super_parents);
    void find_cells(const CodeAddress& address, std::span<std::uint32_t> cells) const;
    void find_admitted(const MemberProgram& member, bool ask_super_parents);
    void multiply(const MemberProgram& member);
    void add(const MemberProgram& member);
    void write_row(std::size_t i, std::size_t row, BatchPosterior& result) const;

    const MixtureProgram& program_;
    std::size_t most_rows_;                          ///< of a block
    std::size_t count_ = 0;                          ///< rows of the block
    std::vector<std::uint32_t> codes_;               ///< by variable and row
    std::vector<std::vector<std::uint32_t>> cells_;  ///< of each factor of a group, by row
    std::vector<char> admitted_;                     ///< by row: whether the member takes part
    std::vector<double> product_, sum_;              ///< by row and class
    std::vector<double> weight_;                     ///< by row: of the members that took part
};

}  // namespace pgm::detail
