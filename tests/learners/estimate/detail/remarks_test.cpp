#include <learners/estimate/detail/remarks.hpp>
#include <learners/fit/fit.hpp>

#include <tests/support/catch.hpp>

#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;

TEST_CASE("Remarks: every sentence stands once, in the order in which it was first said") {
    Remarks remarks;
    for (const char* const sentence : {"b", "a", "b", "c", "a"}) remarks.add(sentence);
    CHECK(std::move(remarks).take() == std::vector<std::string>{"b", "a", "c"});
}

TEST_CASE("Remarks: a hundred thousand columns may each have their own") {
    constexpr std::size_t columns = 100'000;
    const std::vector<std::string_view> classes = {"a", "b"};
    std::vector<Column> table = {text_column("class", classes)};
    for (std::size_t i = 0; i < columns; ++i)
        table.push_back(continuous_column("a constant column " + std::to_string(i), {1, 1}));
    const Classifier classifier =
        fit(Dataset(std::move(table)), "class", {.continuous = parse_continuous("gaussian")});
    CHECK(classifier.provenance().remarks.size() == columns);
}
