#pragma once

#include <pgm/inference/detail/continuous/continuous_evidence.hpp>
#include <pgm/inference/detail/lanes/block_list.hpp>
#include <pgm/inference/evidence_columns.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// Makes observed values part of a network that is discrete otherwise: variable `first_slot` + f,
/// observed in its only state, has the densities of factor f of `evidence` as its table. Its ids
/// below `first_slot` are those of the network with the continuous variables.
struct BlockDensitySource {
    const ContinuousEvidence* evidence = nullptr;
    std::size_t first_slot = 0;

    bool is_slot(std::size_t variable) const {
        return evidence != nullptr && variable >= first_slot;
    }
};

/// The observed values of the rows of a table, for one thread: brings the logarithms of densities
/// into the arena of a block.
class BlockDensityReader {
public:
    /// For the observed columns; `variables` is the size of the network with the continuous
    /// variables.
    BlockDensityReader(const BlockDensitySource& source, const EvidenceColumns& columns,
                       std::size_t variables);

    /// Sums of Gaussians are left to the kernels, which get the values. The block's codes must be
    /// read already.
    void read(const BlockProgram& program, BlockMemory& memory);

    /// True if there are point masses or discrete variables with continuous parents, which blocks
    /// know nothing of, so that each row is asked by itself.
    bool need_single_rows() const {
        return source_.evidence != nullptr &&
               (source_.evidence->has_point_masses() || source_.evidence->has_cut_variables());
    }

private:
    void collect_values(const BlockMemory& memory);
    void slice(const BlockProgram& program, const BlockDensity& density, const BlockMemory& memory);

    const BlockDensitySource& source_;
    std::vector<const EvidenceColumn*> observed_;
    std::vector<Role> roles_;
    std::vector<const double*> values_, ordered_;
    std::vector<double> copies_, logs_;
    ContinuousEvidence::Scratch scratch_;
};

}  // namespace pgm::detail
