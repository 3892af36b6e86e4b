#include <learners/discretise/detail/sorted_numbers.hpp>
#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

using namespace pgm;
using namespace pgm::learners::detail;

TEST_CASE("Keys have the order of the numbers, and give them back") {
    constexpr double tiny = std::numeric_limits<double>::denorm_min(),
                     huge = std::numeric_limits<double>::max();
    const std::vector<double> increasing{-huge, -1.5, -1, -tiny, 0, tiny, 0x1p-40, 1, 1.5, huge};
    for (std::size_t i = 0; i < increasing.size(); ++i) {
        CHECK(number_of(key_of(increasing[i])) == increasing[i]);
        if (i > 0) CHECK(key_of(increasing[i - 1]) < key_of(increasing[i]));
    }
    CHECK(key_of(-0.0) == key_of(0.0));
}

TEST_CASE("Numbers are sorted with their classes, and rows without one are left out") {
    Rng random(7);
    const std::size_t rows = 5000, classes = 5000;
    std::vector<double> numbers(rows);
    std::vector<std::optional<StateId>> labels(rows);
    std::vector<std::string> states;
    for (std::size_t i = 0; i < classes; ++i) states.push_back("s" + std::to_string(i));
    std::vector<std::pair<double, std::uint32_t>> expected;
    for (std::size_t row = 0; row < rows; ++row) {
        numbers[row] =
            row % 50 == 0 ? std::nan("") : (static_cast<double>(random() % 400) - 200) * 0.37;
        if (row % 70 != 0) labels[row] = StateId(random() % classes);
        if (row % 50 != 0 && row % 70 != 0) expected.emplace_back(numbers[row], labels[row]->value);
    }
    std::ranges::sort(expected);
    const Column column = discrete_column(Variable("c", states), labels);
    SortMemory memory;
    const auto sorted = sorted_numbers(RealCells(numbers), &column, memory);
    REQUIRE(sorted.size() == expected.size());
    bool same = true, own_row = true;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        same = same && number_of(sorted[i].key) == expected[i].first &&
               sorted[i].label == expected[i].second;
        own_row = own_row && numbers[sorted[i].row] == expected[i].first;
    }
    CHECK(same);
    CHECK(own_row);
    CHECK(sorted_numbers(RealCells{2, 1}, nullptr, memory).front().row == 1);
    CHECK(sorted_numbers(RealCells{}, nullptr, memory).empty());
}

TEST_CASE("Numbers of every spread are sorted, with the memory of the column before") {
    Rng random(8);
    SortMemory memory;
    const auto sign = [&] { return random() % 2 == 0 ? 1.0 : -1.0; };
    const auto unit = [&] { return static_cast<double>(random() % 1'000'003) / 1'000'003; };
    const std::vector<std::function<double()>> shapes = {
        [&] { return sign() * std::pow(10.0, 600 * unit() - 300); },
        [&] { return 1 + unit() * 1e-12; },
        [&] { return 1.6e9 + static_cast<double>(random() % 100'000); },
        [&] { return random() % 3 == 0 ? 1e300 : 1 + unit() * 1e-7; },
        [&] { return static_cast<double>(random() % 5); },
        [&] { return sign() * unit(); },
        [] { return 0.25; }};
    for (const std::size_t rows : {7u, 3000u, 40u}) {
        for (const auto& shape : shapes) {
            std::vector<double> numbers(rows);
            std::vector<std::optional<StateId>> labels(rows);
            std::vector<std::pair<double, std::uint32_t>> expected;
            for (std::size_t row = 0; row < rows; ++row) {
                numbers[row] = shape();
                labels[row] = StateId(random() % 3);
                expected.emplace_back(numbers[row], labels[row]->value);
            }
            std::ranges::sort(expected);
            const Column column = discrete_column(Variable("c", {"a", "b", "c"}), labels);
            std::vector<std::pair<double, std::uint32_t>> found;
            for (const LabelledNumber& entry : sorted_numbers(RealCells(numbers), &column, memory))
                found.emplace_back(number_of(entry.key), entry.label);
            CHECK(found == expected);
        }
    }
}
