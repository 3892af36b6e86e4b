#pragma once

#include <pgm/core/ids.hpp>
#include <pgm/inference/detail/lanes/block_cut.hpp>
#include <pgm/table/table.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace pgm::detail {

/// Rows travel through the engine in packs of this many: one register of the widest instruction
/// set.
inline constexpr std::uint32_t pack_rows = 8;

/// A member of a family that every row knows: its code moves the place in the packed table where
/// the row reads.
struct BlockEvidenceAxis {
    std::uint32_t column;  ///< of the block's codes
    std::uint32_t stride;
};

/// A table of the network of which every row reads its own slice. Packed as cells x combinations of
/// the codes, so that one cell of many rows is one lookup by one index: in registers up to 16
/// combinations, in memory beyond.
struct BlockGather {
    std::uint32_t first_evidence_axis, evidence_axes;
    std::uint32_t table;   ///< into BlockProgram::tables: `cells` runs of `stride` doubles
    std::uint32_t stride;  ///< number of combinations, rounded up to a pack
    /// Into BlockProgram::exponents: per combination what scaling took out; `none` when nothing.
    std::uint32_t first_exponent;
    /// Binary exponents of the smallest positive and of the largest number in it.
    std::int32_t smallest, largest;

    static constexpr std::uint32_t none = ~std::uint32_t{0};
};

/// A table whose numbers are densities of what the row observed: a factor of ContinuousEvidence,
/// sliced by the codes that the row knows. Its logarithms are put into the arena before the steps
/// run, and become numbers of moderate size with a binary exponent.
struct BlockDensity {
    std::uint32_t factor;  ///< of ContinuousEvidence
    std::uint32_t base;    ///< first cell of the slice, before offsets and evidence axes
    /// Into BlockProgram::density_offsets: one per cell of the slice.
    std::uint32_t first_offset, cells;
    std::uint32_t first_evidence_axis, evidence_axes;
    /// First cells in the arena of the numbers and of their exponents.
    std::uint32_t out, exponents;
    /// Gaussian terms, if it is a sum of them: into BlockProgram::normal_variables.
    std::uint32_t first_term, terms;
    std::uint32_t first_normal;  ///< into BlockProgram::normals: ContinuousEvidence::Normal, per
                                 /// < term and cell
    /// Goes into the last product, where each state has its exponent; otherwise the row has one.
    bool in_last;
};

/// One operand of a cell by cell product.
struct BlockFactor {
    enum class Kind : std::uint8_t {
        gather,   ///< `index` is a BlockGather
        rows,     ///< a table of the block's arena, `index` its first cell
        uniform,  ///< a table that all rows share, `index` into BlockProgram::uniform
    };
    Kind kind;
    /// Bring the product so far into [1, 2), cell by cell, before this factor comes.
    bool scale_before;
    std::uint32_t index;
};

/// One instruction of a block: tables hold a vector of rows in each cell.
struct BlockStep {
    enum class Kind : std::uint8_t {
        product,   ///< out = product of factors [first, first + count), cell by cell
        contract,  ///< contraction number `first`
    };
    Kind kind;
    bool a_uniform, b_uniform;  ///< contract: where the operands lie
    bool rescale, counts;  ///< scale each row by a power of two; whether that power goes into P(e)
    std::uint32_t out, a, b, cells;
    std::uint32_t first, count;
};

/// A distribution that the block computes: per row one number per kept state, not normalised.
struct BlockOutput {
    VariableId variable;
    bool uniform;
    std::uint32_t cell, states;
    std::uint32_t first_state;  ///< into BlockProgram::kept_states
};

/// The products of factors of one cell each, and what all rows share.
struct BlockProducts {
    std::uint32_t first_common = 0, common_factors = 0;  ///< those whose product goes into P(e)
    /// The last product, over the states of the target; none without a single target.
    std::uint32_t first_last = 0, last_factors = 0, last_states = 0;
    double constant_mantissa = 1, constant_exponent = 0;  ///< of P(e)
};

/// A ContractionGraph made ready for blocks of rows that observe the same variables: its
/// contractions with a vector of rows in every cell. While it is compiled, tables of the arena go
/// by name; then they get their places (place_tables()).
///
/// What no row changes is computed here, once (`uniform`); tables that rows only read a slice of
/// and that are multiplied cell by cell are not loaded but looked up on the way. For a classifier
/// whose features are all observed nothing remains but such a product, over the states of the
/// class: the row's score. The last product keeps one exponent per state, others one per row, so
/// that ten thousand features neither underflow nor lose a class. Where scaling is needed inside
/// the last product follows from the smallest and largest numbers of its tables, hence no row ever
/// has to be looked at.
struct BlockProgram : BlockProducts {
    /// The variable whose codes each row of the code buffer holds; a missing value has their number
    /// of states as its code.
    std::vector<VariableId> columns;

    std::vector<BlockStep> steps;
    std::vector<BlockFactor> factors;
    std::vector<BlockGather> gathers;
    std::vector<BlockEvidenceAxis> evidence_axes;
    std::vector<BlockDensity> densities;
    std::vector<std::uint32_t> density_offsets;
    std::vector<VariableId> normal_variables;
    std::vector<double> normals;
    BlockParts parts;
    std::vector<std::uint32_t> kept_states;

    AlignedDoubles tables, uniform;
    std::vector<double> exponents;

    std::uint32_t arena_cells = 0;
    std::uint32_t last_first_state = 0;  ///< into kept_states
    /// First cell in the arena of a factor of the last product that is put there before the steps
    /// run: the sums over the cells that each row is without (missing_sums.hpp).
    std::optional<std::uint32_t> missing_sums;
    std::vector<BlockOutput> outputs;  ///< of a program for many targets

    std::size_t bytes() const {
        return sizeof(double) * (tables.size() + uniform.size() + exponents.size());
    }
};

}  // namespace pgm::detail
