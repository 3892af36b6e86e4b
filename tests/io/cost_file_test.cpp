#include <io/cost_file.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/temporary_folder.hpp>

#include <fstream>

using namespace pgm;
using pgm::tests::TemporaryFolder;

namespace {

std::map<std::string, double, std::less<>> costs_in(const std::string& text) {
    const TemporaryFolder folder;
    const std::string path = folder.file("costs.csv");
    std::ofstream(path) << text;
    return io::read_costs(path);
}

}  // namespace

TEST_CASE("Costs: a header and a line for each variable", "[decide]") {
    const auto costs = costs_in("variable,cost\nxray,5\n\"a, b\",-0.5\n");
    CHECK(costs.size() == 2);
    CHECK(costs.at("xray") == 5);
    CHECK(costs.at("a, b") == -0.5);
    CHECK(costs_in("xray,5\n").at("xray") == 5);
}

TEST_CASE("Costs: what is wrong is told with its line", "[decide]") {
    CHECK_THROWS_WITH(costs_in("variable,cost\nxray\n"),
                      Catch::Contains("costs.csv:2") && Catch::Contains("1 cell"));
    CHECK_THROWS_WITH(costs_in("variable,cost\nxray,much\n"), Catch::Contains("'much' is no cost"));
    CHECK_THROWS_WITH(costs_in("variable,cost\nxray,1\nxray,2\n"),
                      Catch::Contains("'xray' has two costs"));
    CHECK_THROWS_AS(io::read_costs("no/such/file.csv"), IoError);
}
