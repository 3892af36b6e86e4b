#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/model/cpd/cpd.hpp>
#include <pgm/model/detail/draft.hpp>
#include <pgm/model/detail/draft_report.hpp>
#include <pgm/model/detail/keyed_rows.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::detail {

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
    FamilyReading(Draft& draft, const Limits& limits, ProblemList& problems)
        : draft_(draft), limits_(limits), report_(draft, problems) {}

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
    std::optional<VariableId> find(const WrittenName& name);
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
    void count_model_cells(const Family& family, std::size_t cells);
    void count_filled_cells(const Family& family, std::size_t cells);
    /// False after a report of a list that has another shape than the table.
    bool has_shape(const Family& family, const std::vector<NumberList>& lists,
                   std::span<const std::size_t> cardinalities);
    void report_count(const Family& family, std::size_t found, std::size_t expected);
    void divide_by_sums(const Family& family, std::size_t states, std::span<double> values);
    std::string text_of(const Family& family) const;
    void set_places(const Family& family, std::span<const std::size_t> of_rows);
    void keep_number_places(const Family& family, std::vector<std::size_t> numbers);

    Draft& draft_;
    const Limits& limits_;
    DraftReport report_;
    std::size_t model_cells_ = 0, filled_cells_ = 0;
};

}  // namespace pgm::detail
