#include <io/page/module.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::io;
using Catch::Contains;

namespace {

BayesianNetwork proto_network() {
    NetworkBuilder builder;
    builder.variable("Rain", {"no", "yes"});
    builder.variable("__proto__", {"\"", "*/"});
    builder.arc("Rain", "__proto__");
    builder.cpt("Rain").values({0.75, 0.25});
    builder.cpt("__proto__").values({1, 0, 0.125, 0.875});
    return builder.build();
}

}  // namespace

TEST_CASE("module: types have the names of variables and states") {
    const ModuleSource made = module_source(proto_network(), {.origin = "a\nb.bif"});
    CHECK_THAT(made.module, Contains("// Compiled from a?b.bif: 2 variables.\n"));
    CHECK_THAT(made.module, Contains("export function marginals("));
    CHECK_THAT(made.module, Contains("export function mpe("));
    CHECK(made.module.find("import ") == std::string::npos);
    CHECK_THAT(made.types, Contains("  \"Rain\"?: \"no\" | \"yes\" | readonly [number, "
                                    "number] | {do: \"no\" | \"yes\"};\n"));
    CHECK_THAT(made.types, Contains("\"__proto__\": Record<\"\\\"\" | \"*/\", number>;"));
}

TEST_CASE("module: targets and findings that it is made for") {
    const ModuleSource made = module_source(
        proto_network(),
        {.image = {.targets = std::vector{VariableId(0)}, .evidence = std::vector{VariableId(1)}}});
    const std::size_t posteriors = made.types.find("export interface Posteriors");
    CHECK(made.types.find("\"Rain\"?:") == std::string::npos);
    CHECK(made.types.find("\"__proto__\"?:") < posteriors);
    CHECK(made.types.find("\"Rain\": Record", posteriors) != std::string::npos);
    CHECK(made.types.find("\"__proto__\": Record") == std::string::npos);
}

TEST_CASE("module: numbers are refused by name") {
    NetworkBuilder builder = NetworkBuilder::parse("Height; Height: normal(170, sd 10)");
    CHECK_THROWS_AS(module_source(builder.build()), ModelError);
    CHECK_THROWS_WITH(module_source(builder.build()), Contains("'Height'"));
}
