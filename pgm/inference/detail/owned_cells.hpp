#pragma once

#include <pgm/inference/evidence_columns.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace pgm::detail {

/// The cells of one variable in memory of their own: EvidenceCells that can be written.
using OwnedCells = std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>,
                                std::vector<std::uint32_t>, std::vector<double>>;

OwnedCells copy(const EvidenceCells& cells);

/// Refers to them.
EvidenceCells view(const OwnedCells& cells);

/// The rows whose cell is missing, ascending.
std::vector<std::uint32_t> rows_without_cell(const EvidenceCells& cells);

/// Makes the cells of these rows missing.
void clear(OwnedCells& cells, std::span<const std::uint32_t> rows);

/// Writes a state number; the cells must be those of a discrete variable.
void set_state(OwnedCells& cells, std::uint32_t row, std::size_t state);

/// The state numbers or numbers of these rows; a missing state is missing_cell of 32 bits.
std::variant<std::vector<std::uint32_t>, std::vector<double>> values_of(
    const OwnedCells& cells, std::span<const std::uint32_t> rows);

/// Mixes the cells into a hash value of each row. Neither the width of codes nor the order of the
/// columns matters: `column` is the number that tells columns apart.
void mix_cells(const EvidenceCells& cells, std::uint64_t column, std::span<std::uint64_t> hashes);

/// The findings of some rows in that order, in memory of their own.
class ChosenRows {
public:
    ChosenRows(const EvidenceColumns& columns, std::span<const std::uint32_t> rows);
    ChosenRows(const ChosenRows&) = delete;
    ChosenRows& operator=(const ChosenRows&) = delete;

    const EvidenceColumns& found() const { return found_; }

private:
    std::vector<OwnedCells> cells_;
    EvidenceColumns found_;
};

}  // namespace pgm::detail
