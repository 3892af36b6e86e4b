#include <learners/estimate/class_prior.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/model/row_normalisation.hpp>
#include <pgm/model/variable.hpp>
#include <pgm/table/table.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace pgm::learners {
namespace {

/// "name=number"
std::pair<std::string, double> take_prior(TokenCursor& cursor) {
    Token name = cursor.take_name(Extent::value, "a class");
    cursor.expect(TokenKind::equal, "'=' and a number after '" + printable(name.text) + "'");
    const Token text = cursor.take_name(Extent::words, "a number from 0 to 1");
    const double number =
        parse_argument("the prior of class '" + printable(name.text) + "'", text.text,
                       {0, 1, "a number from 0 to 1", "yes=0.2,no=0.8"});
    return {std::move(name.text), number};
}

/// "yes=0.2,no=0.8"
GivenPrior parse_given(std::string_view text) {
    GivenPrior prior;
    TokenCursor cursor(text);
    do {
        auto entry = take_prior(cursor);
        for (const auto& [name, number] : prior.probabilities) {
            if (name == entry.first)
                throw ArgumentError("the prior of class '" + printable(name) + "' is given twice");
        }
        prior.probabilities.push_back(std::move(entry));
    } while (cursor.take_if(TokenKind::comma));
    if (!cursor.at(TokenKind::end)) cursor.fail_expected("','");
    return prior;
}

std::string format_given(const GivenPrior& prior) {
    std::string text;
    for (const auto& [name, number] : prior.probabilities)
        text += (text.empty() ? "" : ",") + quoted_if_needed(name) + "=" + format_argument(number);
    return text;
}

}  // namespace

const WordTable<ClassPrior>& class_prior_words() {
    static const auto words =
        WordTable<ClassPrior>("class prior")
            .alternative<SmoothedPrior>("smoothed", "by the rule of every other table")
            .alternative<ClassProportions>("proportions", "n_k / n")
            .alternative<UniformPrior>("uniform", "1 / K")
            .example("yes=0.2,no=0.8", "these numbers");
    return words;
}

ClassPrior parse_class_prior(std::string_view text) {
    if (text.find('=') != text.npos) return parse_given(text);
    return class_prior_words().parse(text);
}

std::string format(const ClassPrior& prior) {
    const auto* const given = std::get_if<GivenPrior>(&prior);
    return given ? format_given(*given) : class_prior_words().format(prior);
}

std::vector<double> given_probabilities(const GivenPrior& prior, const Variable& class_variable) {
    std::vector<std::optional<double>> found(class_variable.cardinality());
    const StateIndex index(class_variable);
    for (const auto& [name, number] : prior.probabilities) {
        const auto state = index.find(name);
        if (!state) {
            throw ArgumentError("the class prior names '" + printable(name) +
                                    "', which is no class of '" + printable(class_variable.name()) +
                                    "'",
                                did_you_mean(name, class_variable.states()));
        }
        found[state->index()] = number;
    }
    std::vector<double> row;
    for (std::size_t k = 0; k < found.size(); ++k) {
        if (!found[k])
            throw ArgumentError("the class prior gives no number for class '" +
                                printable(class_variable.states()[k]) + "'");
        row.push_back(*found[k]);
    }
    const double sum = fixed_order_sum(row);
    if (std::fabs(sum - 1) > largest_accepted_deviation)
        throw ArgumentError("the class prior sums to " + to_text(sum) + ", not 1");
    for (double& p : row) p /= sum;
    return row;
}

}  // namespace pgm::learners
