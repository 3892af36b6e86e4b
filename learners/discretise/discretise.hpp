#pragma once

#include <learners/words/word_table.hpp>
#include <pgm/core/stop_token.hpp>
#include <pgm/data/discretisation.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace pgm::learners {

/// `width:5`: intervals of equal width.
struct EqualWidth {
    std::size_t intervals = 2;
    friend bool operator==(const EqualWidth&, const EqualWidth&) = default;
};

/// `frequency:5`: intervals of equal weight, as nearly as equal numbers allow.
struct EqualFrequency {
    std::size_t intervals = 2;
    friend bool operator==(const EqualFrequency&, const EqualFrequency&) = default;
};

/// `proportional`, `proportional:0.4`, `proportional:1/3`: n^exponent intervals of equal weight, n
/// being the weight of the numbers that are known. With 0.5 the intervals are as many as the rows
/// in each, so that more data make both more (Yang and Webb 2009, "Discretization for naive-Bayes
/// learning", section 5). With less, down to a third, there are fewer intervals with more rows in
/// each, which structures with more parents than the class need.
struct Proportional {
    double exponent = 0.5;
    friend bool operator==(const Proportional&, const Proportional&) = default;
};

/// `kmeans:5`: the intervals whose numbers deviate least from their means.
struct KMeans {
    std::size_t intervals = 2;
    friend bool operator==(const KMeans&, const KMeans&) = default;
};

/// `mdlp`: Fayyad and Irani (1993), which looks at the classes and finds the number of intervals
/// itself.
struct Mdlp {
    friend bool operator==(const Mdlp&, const Mdlp&) = default;
};

/// Rule that finds cut points; learners/discretise/detail/cut_rules.hpp has the formulas.
using CutRule = std::variant<EqualWidth, EqualFrequency, Proportional, KMeans, Mdlp>;

/// Continuous columns that are cut, and where: cut points written out for some columns, a rule that
/// finds those of all others, either, both, or none.
struct CutChoice {
    Discretisation given;
    std::optional<CutRule> rule;

    bool empty() const { return given.empty() && !rule; }
    friend bool operator==(const CutChoice&, const CutChoice&) = default;
};

/// The rules: "width:5", "mdlp".
const WordTable<CutRule>& cut_rule_words();

/// "cut:age=30,40;income=5" gives cut points, "width:5", "frequency:5", "kmeans:5" (2 to 10000
/// intervals), "proportional", "proportional:0.4", "proportional:1/3" (an exponent in (0, 1)) or
/// "mdlp" is a rule, "cut:age=30,40;mdlp" both; no words are neither.
///
/// Throws ArgumentError for a rule that is none, with a suggestion, two rules, text that is no
/// number, and cuts that do not increase.
CutChoice parse_cut_choice(std::string_view words);

/// Words that parse back to the same choice.
std::string format(const CutChoice& choice);

/// Throws ArgumentError for cut points of what is no continuous column of `schema`.
void require_continuous_columns(const Discretisation& given, std::span<const Variable> schema);

/// Cut points for every continuous column but the class and those that `given` cuts already,
/// learned from these rows (training rows only, else a test would see its answers), with their
/// weights. The result holds `given` too. Mdlp needs a discrete class: ArgumentError where there is
/// none.
///
/// Equal rows in any order give equal cut points; a row of weight 2 counts as two. Columns are cut
/// on so many threads (0 = one per core), each of which sorts one column at a time; between columns
/// the token is asked. Throws Stopped.
Discretisation learn_cuts(const Dataset& data, std::string_view class_name, const CutRule& rule,
                          Discretisation given = {}, std::size_t threads = 1,
                          const StopToken& stop = {});

}  // namespace pgm::learners
