#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/model/cpd/cpd.hpp>
#include <pgm/model/detail/draft.hpp>
#include <pgm/model/detail/family_text.hpp>
#include <pgm/model/detail/keyed_rows.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::detail {

/// Holds the families of a draft against the limits, before anything is allocated for them. The
/// errors name a place, or where the family stands.
class FamilyLimits {
public:
    /// Both must outlive the object.
    FamilyLimits(const Draft& draft, const Limits& limits) : draft_(draft), limits_(limits) {}

    /// Throws TooLargeError beyond Limits::max_parents.
    void require_few_parents(VariableId child, std::size_t parents,
                             std::size_t place = no_place) const;
    /// The number of cells of a table, null if no memory holds them. Throws TooLargeError beyond
    /// Limits::max_table_cells.
    std::size_t cells_of_table(const FamilyText& family, std::optional<std::size_t> cells,
                               std::size_t place = no_place) const;
    /// Counts cells against Limits::max_model_cells. Throws TooLargeError for the first family
    /// beyond it, and returns false for those that follow.
    bool add(const FamilyText& family, std::size_t cells, std::size_t place = no_place);
    /// Counts cells that were not spelled out against Limits::max_filled_cells. Throws
    /// TooLargeError beyond it.
    void add_filled(const FamilyText& family, std::size_t cells, std::size_t place = no_place);

private:
    Location location(VariableId child, std::size_t place) const {
        return place == no_place ? draft_.location_of_family(child) : draft_.locate(place);
    }

    const Draft& draft_;
    const Limits& limits_;
    std::size_t cells_ = 0, filled_ = 0;
};

/// Makes distributions of the families of a draft as they were written: finds the variables that
/// they name, puts numbers into the order of tables, and reports what is wrong with its place. A
/// distribution that cannot be made has a uniform or standard normal one in its place, so that it
/// is reported once.
///
/// A table is allocated only when as many numbers were written as it has cells; tables that are
/// left out or given by states only count against Limits::max_filled_cells.
class FamilyReading {
public:
    /// All must outlive the object.
    FamilyReading(Draft& draft, const Limits& limits) : draft_(draft), limits_(draft, limits) {}

    /// Gives the draft the distributions of its written families. Throws TooLargeError beyond the
    /// limits.
    void read_all();
    /// The distribution of a family, and the places of its rows in the draft; null after a report.
    /// Throws TooLargeError beyond the limits.
    std::optional<Cpd> read(const FoundFamily& family, WrittenDistribution& distribution);
    /// What stands in for the distribution of a variable that was reported.
    Cpd stand_in(VariableId child) const;

private:
    using Family = FoundFamily;

    void read(WrittenFamily& family);
    std::optional<Cpd> decided(const Family& family, const WrittenDistribution& given);
    std::optional<Family> find_family(VariableId child, const WrittenFamily& family);
    std::optional<Cpd> cpd_of(const Family& family, WrittenTable& table);
    std::optional<Cpd> cpd_of(const Family& family, WrittenRows& given);
    std::optional<Cpd> cpd_of(const Family& family, WrittenUniform&);
    std::optional<Cpd> cpd_of(const Family& family, WrittenDeterministic& given);
    std::optional<Cpd> cpd_of(const Family& family, WrittenNoisyMax& given);
    std::optional<Cpd> cpd_of(const Family& family, WrittenNoisyMaxParts& given);
    std::optional<Cpd> cpd_of(const Family& family, WrittenGaussian& given);
    std::optional<Cpd> cpd_of(const Family& family, WrittenKernelDensity& given);
    std::optional<Cpd> cpd_of(const Family& family, WrittenThreshold& given);
    std::optional<Cpd> cpd_of(const Family& family, WrittenUtility& given);
    std::optional<Cpd> cpd_of(const Family& family, WrittenFunction& given);
    std::optional<Cpd> cpd_of(const Family& family, WrittenOther& given);
    CpdFamily members_of(const Family& family);
    template <class Row>
    bool put_in_order(const Family& family, const std::optional<WrittenKeys>& keys,
                      std::vector<std::size_t> places, std::vector<Row>& rows,
                      std::string_view kind);
    std::optional<std::vector<double>> slopes_of(
        const Family& family, std::string_view what,
        std::span<const std::pair<WrittenName, double>> slopes);
    bool match_links(const Family& family, const WrittenNoisyMaxParts& given,
                     std::vector<const WrittenNumbers*>& numbers);

    const Variable& variable(VariableId id) const { return draft_.variable(id); }
    /// The discrete or the continuous ones of some variables.
    std::vector<VariableId> those(std::span<const VariableId> variables, bool discrete) const;
    bool is_table(const Family& family);
    bool is_density(const Family& family, std::string_view kind);
    std::size_t cells_of(const Family& family, std::span<const VariableId> members);
    /// False after a report of a list that has another shape than the table.
    bool has_shape(const Family& family, const std::vector<NumberList>& lists,
                   std::span<const std::size_t> cardinalities);
    void report_count(const Family& family, std::size_t found, std::size_t expected);
    void divide_by_sums(const Family& family, std::size_t states, std::span<double> values);
    FamilyText named(const Family& family) const;
    std::string text_of(const Family& family) const { return named(family).family(); }
    void set_places(const Family& family, std::span<const std::size_t> of_rows);
    void keep_number_places(const Family& family, std::vector<std::size_t> numbers);

    Draft& draft_;
    FamilyLimits limits_;
};

}  // namespace pgm::detail
