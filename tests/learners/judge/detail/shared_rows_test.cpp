#include <learners/judge/detail/shared_rows.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <limits>
#include <string_view>

using namespace pgm;
using namespace pgm::learners::detail;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

Dataset rows() {
    return Dataset({discrete_column(Variable("y", {"0", "1"}),
                                    std::vector<std::string_view>{"0", "1", "1", "0", "1"}),
                    continuous_column("x", {1, 2, 3, none, 2})});
}

Discretisation cut_at(std::vector<double> cuts) {
    Discretisation discretisation;
    discretisation.add("x", {std::move(cuts)});
    return discretisation;
}

}  // namespace

TEST_CASE("Rows that any member tells apart are different rows, in one order for all",
          "[learners]") {
    const std::vector<Discretisation> cuts = {cut_at({2}), cut_at({1.5, 2.5}), cut_at({})};
    const Dataset data = rows();
    const SharedRows shared(data, data.schema(), cuts);
    const auto fine = shared.prepared_by(cuts[1], {}), two = shared.prepared_by(cuts[0], {}),
               one = shared.prepared_by(cuts[2], {});
    REQUIRE(fine.size() == 4);
    std::vector<double> weights = shared.weights();
    for (std::size_t i = 0; i < fine.size(); ++i) {
        const std::uint32_t label = fine[i].codes[0], code = fine[i].codes[1];
        CHECK(two[i].codes[0] == label);
        CHECK(weights[i] == (code == 1 ? 2 : 1));
        if (code == DistinctRows::missing) {
            CHECK(one[i].codes[1] == DistinctRows::missing);
            continue;
        }
        CHECK(one[i].codes[1] == 0);
        CHECK(two[i].codes[1] == (code == 0 ? 0 : 1));
    }
}

TEST_CASE("Shared rows get what each member puts into missing values", "[learners]") {
    const std::vector<Discretisation> cuts = {cut_at({2})};
    const Dataset data = rows();
    const SharedRows shared(data, data.schema(), cuts);
    Replacements filled, own_state;
    filled.add("x", 2.5);
    own_state.add("x", MissingState{"?"});
    const auto none_replaced = shared.prepared_by(cuts[0], {}),
               with_mean = shared.prepared_by(cuts[0], filled),
               with_state = shared.prepared_by(cuts[0], own_state);
    for (std::size_t i = 0; i < none_replaced.size(); ++i) {
        const std::uint32_t code = none_replaced[i].codes[1];
        const bool is_missing = code == DistinctRows::missing;
        CHECK(with_mean[i].codes[1] == (is_missing ? 1 : code));
        CHECK(with_state[i].codes[1] == (is_missing ? 2 : code));
    }
}
