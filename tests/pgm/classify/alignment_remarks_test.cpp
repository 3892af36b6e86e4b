#include <pgm/classify/column_alignment.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace pgm;
using Catch::Contains;

namespace {

const std::vector<Variable> people = {Variable("age"), Variable("sex", {"female", "male"})};

Column texts_column(const char* name, const std::vector<std::string>& texts) {
    std::vector<std::string> states = texts;
    std::ranges::sort(states);
    const auto doubles = std::ranges::unique(states);
    states.erase(doubles.begin(), doubles.end());
    return discrete_column(Variable(name, states),
                           std::vector<std::string_view>(texts.begin(), texts.end()));
}

AlignmentReport report_on(std::vector<Column> columns, std::size_t first_row = 0) {
    return ColumnAlignment(Dataset(std::move(columns)), people, UnseenPolicy::missing, first_row)
        .report();
}

std::string told(const AlignmentReport& report) {
    std::string text;
    for (const Problem& remark : remarks_on(report, "classifier")) text += to_string(remark) + "\n";
    return text;
}

/// The remarks on these values of sex.
std::string told_of(const std::vector<std::string>& sexes) {
    return told(report_on({continuous_column("age", std::vector<double>(sexes.size(), 40.0)),
                           texts_column("sex", sexes)}));
}

}  // namespace

TEST_CASE("A value that differs from a state in letter case or blanks is remarked on") {
    CHECK_THAT(told_of({"Male", "FEMALE", "male"}),
               Contains("'sex' has values unseen in training in 2 rows, first 'Male' in row 1 "
                        "('Male' differs from 'male' in letter case only)"));
    CHECK_THAT(told_of({" male"}),
               Contains("(' male' differs from 'male' in the blanks around it only)"));
    CHECK_THAT(told_of({"none", "Female "}),
               Contains("in 2 rows, first 'none' in row 1 ('Female ' differs from 'female' in "
                        "letter case and the blanks around it only)"));
    CHECK_THAT(told_of({"femal"}), Contains("first 'femal' in row 1 (did you mean 'female'?)"));
}

TEST_CASE("A value in another case is found in a later block, and a number is near to none") {
    AlignmentReport report =
        report_on({texts_column("sex", std::vector<std::string>(20'000, "none"))});
    append(report, report_on({texts_column("sex", {"MALE"})}, 20'000), people);
    CHECK_THAT(told(report), Contains("in 20001 rows, first 'none' in row 1 ('MALE' differs from "
                                      "'male' in letter case only)"));
    const Variable code("code", {"10", "11"});
    const Dataset twelve({continuous_column("code", {12})});
    CHECK_THAT(told(ColumnAlignment(twelve, {&code, 1}, UnseenPolicy::missing).report()),
               Contains("first '12' in row 1") && !Contains("did you mean"));
}

TEST_CASE("A text in a column of numbers is told as such") {
    CHECK_THAT(told(report_on(
                   {texts_column("age", {"40", "sixty"}), texts_column("sex", {"male", "male"})})),
               Contains("'age' has texts where numbers are due in 1 row, first 'sixty' in row 2 "
                        "(they are taken as missing)"));
}

TEST_CASE("A column that differs from one of the model in letter case is told") {
    CHECK_THAT(told(report_on({continuous_column("Age", {40}), texts_column("sex", {"male"})})),
               Contains("'age' differs from 'Age' in letter case only"));
    CHECK_THAT(told(report_on({continuous_column("ages", {40}), texts_column("sex", {"male"})})),
               Contains("is 'ages' meant for 'age'?"));
}
