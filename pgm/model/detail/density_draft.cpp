#include <pgm/model/detail/density_draft.hpp>

#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/model/detail/row_matching.hpp>

#include <algorithm>
#include <utility>

namespace pgm::detail {
namespace {

using RowDraft = FamilyDraft::RowDraft;

class DensityReader {
public:
    DensityReader(const NetworkDraft& draft, const FamilyDraft& family, VariableId child,
                  std::vector<VariableId> discrete, std::vector<VariableId> continuous,
                  std::string family_name, ProblemList& problems)
        : draft_(draft),
          family_(family),
          child_(child),
          continuous_(std::move(continuous)),
          rows_(draft, family, child, discrete, std::move(family_name), problems) {}

    std::optional<Cpd> read() {
        if (family_.flat) {
            rows_.report(child_name() + " is continuous, so it has no table", row_hint);
            return std::nullopt;
        }
        const bool is_normal = !variable(child_).is_discrete();
        const std::vector<RowMatching::Match> given =
            rows_.match([&](const std::string& name, const RowDraft& row) {
                return is_normal ? is_normal_row(name, row) : is_threshold_row(name, row);
            });
        if (!rows_.is_complete()) return std::nullopt;
        if (is_normal)
            return LinearGaussianCpd(child_, rows_.parents(), continuous_,
                                     filled<LinearGaussianCpd::Row>(given));
        if (continuous_.empty()) {
            rows_.report(child_name() + " is cut at thresholds, but has no continuous parent",
                         "add the arcs from what is cut, or give the rows probabilities");
            return std::nullopt;
        }
        return ThresholdCpd(child_, variable(child_).cardinality(), rows_.parents(), continuous_,
                            filled<ThresholdCpd::Row>(given));
    }

private:
    static constexpr const char* row_hint = "a row of a density is written normal(46, sd 6)";

    const Variable& variable(VariableId id) const { return draft_.variables[id.index()]; }
    std::string child_name() const { return "'" + printable(variable(child_).name()) + "'"; }

    bool is_normal_row(const std::string& name, const RowDraft& row) {
        if (std::holds_alternative<std::string>(row.distribution)) return false;
        if (const auto* const normal = std::get_if<NormalText>(&row.distribution))
            return has_known_terms(name, normal->mean, row);
        const bool is_list = std::holds_alternative<std::vector<double>>(row.distribution);
        rows_.report(name + " is given " + (is_list ? "probabilities" : "thresholds") + ", but " +
                         child_name() + " is continuous",
                     row_hint, &row);
        return false;
    }

    bool is_threshold_row(const std::string& name, const RowDraft& row) {
        if (std::holds_alternative<std::string>(row.distribution)) return false;
        const auto* const threshold = std::get_if<ThresholdText>(&row.distribution);
        if (threshold == nullptr) {
            rows_.report(name + " has no thresholds, which other rows of the family have",
                         "a row of thresholds is written threshold(X, at 3, sd 1)", &row);
            return false;
        }
        const std::size_t states = variable(child_).cardinality();
        if (threshold->cuts.size() + 1 != states) {
            rows_.report(name + " is cut " + counted(threshold->cuts.size(), "time") + ", but " +
                             child_name() + " has " + counted(states, "state"),
                         "there is a cut between two states", &row);
            return false;
        }
        return has_known_terms(name, threshold->sum, row);
    }

    bool has_known_terms(const std::string& name, const LinearSum& sum, const RowDraft& row) {
        bool fine = true;
        for (const LinearSum::Term& term : sum.terms) {
            if (std::ranges::find(continuous_, term.variable) != continuous_.end()) continue;
            const std::string parent = printable_word(variable(term.variable).name());
            rows_.report(name + " is a function of '" + parent + "', which is not a parent",
                         "add the arc " + parent + " -> " + printable_word(variable(child_).name()),
                         &row);
            fine = false;
        }
        return fine;
    }

    std::vector<double> slopes_of(const LinearSum& sum) const {
        std::vector<double> slopes(continuous_.size());
        for (const LinearSum::Term& term : sum.terms)
            slopes[static_cast<std::size_t>(std::ranges::find(continuous_, term.variable) -
                                            continuous_.begin())] += term.coefficient;
        return slopes;
    }

    LinearGaussianCpd::Row made(const NormalText& text) const {
        return {text.mean.constant, slopes_of(text.mean), text.variance};
    }

    /// What is cut has no constant in a ThresholdCpd: the cuts are moved instead.
    ThresholdCpd::Row made(const ThresholdText& text) const {
        std::vector<double> cuts = text.cuts;
        for (double& cut : cuts) cut -= text.sum.constant;
        if (text.logistic_scale)
            return logistic_row(slopes_of(text.sum), *text.logistic_scale, std::move(cuts));
        return {slopes_of(text.sum), text.variance, std::move(cuts)};
    }

    template <class Row>
    Row row_of(const RowDraft& row) const {
        using Text =
            std::conditional_t<std::is_same_v<Row, ThresholdCpd::Row>, ThresholdText, NormalText>;
        return made(std::get<Text>(row.distribution));
    }

    template <class Row>
    std::vector<Row> filled(const std::vector<RowMatching::Match>& given) const {
        std::vector<Row> rows(rows_.parents().cells());
        if (family_.otherwise) std::ranges::fill(rows, row_of<Row>(*family_.otherwise));
        for (const auto& [row, source] : given) rows[row] = row_of<Row>(family_.rows[source]);
        return rows;
    }

    const NetworkDraft& draft_;
    const FamilyDraft& family_;
    VariableId child_;
    std::vector<VariableId> continuous_;
    RowMatching rows_;
};

/// The place of a column within the text of a row.
Location within(Location row, const Location& column) {
    row.column += row.column > 0 ? column.column - 1 : 0;
    return row;
}

}  // namespace

void read_row_texts(FamilyDraft& family, const KnownNames& names, ProblemList& problems) {
    const auto read = [&](RowDraft& row) {
        const auto* const text = std::get_if<std::string>(&row.distribution);
        if (text == nullptr) return;
        try {
            row.distribution = parse_row_text(*text, names);
        } catch (const ParseError& error) {
            Location location = within(row.location, error.location());
            location.variable = family.child;
            problems.add({Problem::Severity::error,
                          "the row '" + printable(*text) + "' of '" + printable(family.child) +
                              "': " + error.message(),
                          std::move(location), error.hint()});
        }
    };
    for (RowDraft& row : family.rows) read(row);
    if (family.otherwise) read(*family.otherwise);
}

bool is_linear(const FamilyDraft& family, const Variable& child) {
    if (!family.has_rows()) return false;
    const auto is_threshold = [](const RowDraft& row) {
        return std::holds_alternative<ThresholdText>(row.distribution);
    };
    return !child.is_discrete() || std::ranges::any_of(family.rows, is_threshold) ||
           (family.otherwise && is_threshold(*family.otherwise));
}

std::optional<Cpd> read_density_draft(const NetworkDraft& draft, const FamilyDraft& family,
                                      VariableId child, std::span<const VariableId> parents,
                                      ProblemList& problems) {
    std::vector<VariableId> discrete, continuous;
    for (const VariableId parent : parents)
        (draft.variables[parent.index()].is_discrete() ? discrete : continuous).push_back(parent);
    return DensityReader(draft, family, child, std::move(discrete), std::move(continuous),
                         FamilyText(draft, child, parents).family(), problems)
        .read();
}

}  // namespace pgm::detail
