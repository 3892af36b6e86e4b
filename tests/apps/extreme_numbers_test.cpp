#include <io/network_file.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::tests;
using Catch::Contains;
using Catch::Matchers::WithinAbs;

namespace {

/// A class of two states and numbers that depend on it, each a row (intercept, slopes, variance)
/// per class; every number has those before it as parents where it has slopes for them.
std::string model_of(const TemporaryFolder& folder,
                     const std::vector<std::vector<LinearGaussianCpd::Row>>& numbers) {
    NetworkBuilder net;
    const VariableId cls = net.add_variable(Variable("c", {"a", "b"}));
    net.set_cpd(TableCpd(Scope({cls}, {2}), std::vector<double>{0.75, 0.25}));
    std::vector<VariableId> before;
    for (const std::vector<LinearGaussianCpd::Row>& rows : numbers) {
        const VariableId x = net.add_variable(Variable("x" + std::to_string(before.size())));
        const std::vector<VariableId> parents(
            before.begin(), before.begin() + static_cast<std::ptrdiff_t>(rows[0].slopes.size()));
        net.set_cpd(LinearGaussianCpd(x, Scope({cls}, {2}), parents, rows));
        before.push_back(x);
    }
    const std::string path = folder.file("m.pgmodel");
    io::write_network(net.build(), path);
    return path;
}

}  // namespace

TEST_CASE(
    "pgm predict and evaluate: values 1e9 standard deviations away get the class that query gives "
    "them") {
    const TemporaryFolder folder;
    const std::string rows = folder.write("s.csv", "x,c\n1,a\n1,a\n2,b\n2,b\n"),
                      model = folder.file("s.pgmodel");
    REQUIRE(run_pgm({"fit", rows, "--class", "c", "--continuous", "gaussian:mle", "-o", model})
                .status == 0);
    const std::string far = folder.write("t.csv", "x,c\n9999,b\n60000,b\n99999,b\n-60000,a\n");
    CHECK(run_pgm({"predict", model, far, "--proba"}).out ==
          "predicted,P(a),P(b)\nb,0,1\nb,0,1\nb,0,1\na,1,0\n");
    CHECK(run_pgm({"query", model, "P(c=b | x=60000)", "--json"}).json()["probability"] == 1);
    const auto measures = run_pgm({"evaluate", model, far, "--json"}).json();
    for (const char* measure : {"log_loss", "brier"}) CHECK(measures[measure] == 0);
    CHECK(measures["accuracy"] == 1);
    // In the middle the prior decides, and the most probable assignment says how probable it is.
    CHECK_THAT(run_pgm({"mpe", model, "-e", "x=1.5"}).out,
               Contains("P(assignment | evidence) = 0.5"));
}

TEST_CASE(
    "pgm query: densities of two tables that differ by more than 1e15 nats are weighed against "
    "each other") {
    const TemporaryFolder folder;
    const std::string rows = folder.write("s.csv", "x,y,d,c\n1,1,u,a\n1,1,v,a\n2,2,u,b\n2,2,v,b\n"),
                      model = folder.file("s.pgmodel");
    REQUIRE(run_pgm({"fit", rows, "--class", "c", "--structure", "c -> x, y, d; d -> x",
                     "--continuous", "gaussian:mle", "-o", model})
                .status == 0);
    // b is nearer in x by more than a is in y.
    CHECK(run_pgm({"query", model, "P(c=b | x=1000000, y=-300000)", "--json"})
              .json()["probability"] == 1);
    CHECK(run_pgm({"query", model, "P(c=b | x=300000, y=-1000000)", "--json"})
              .json()["probability"] == 0);
    const std::string one =
        folder.write("t.csv", "x,y,d\n1000000,-300000,\n300000,-1000000,u\n1000000,-300000,v\n");
    CHECK(run_pgm({"predict", model, one, "--proba"}).out ==
          "predicted,P(a),P(b)\nb,0,1\na,1,0\nb,0,1\n");
}

TEST_CASE("pgm marginals and mpe: what no double holds is told as a bound") {
    const TemporaryFolder folder;
    const std::vector<LinearGaussianCpd::Row> narrow{{0, {}, 1e-300}, {0, {}, 1e-300}};
    const std::string model = model_of(folder, {narrow, narrow, narrow});
    // -3 log(2 pi 1e-300) / 2
    CHECK_THAT(run_pgm({"marginals", model, "-e", "x0=0, x1=0, x2=0"}).out,
               Contains("density of the evidence > 1e308   log density of the evidence = 1033.41"));
    CHECK_THAT(
        run_pgm({"marginals", model, "-e", "x0=1"}).out,
        Contains("density of the evidence < 1e-308   log density of the evidence = -5e+299"));
    // The prior alone is left, however improbable the evidence.
    const ProgramRun mpe = run_pgm({"mpe", model, "-e", "x0=1"});
    CHECK_THAT(mpe.out, Contains("P(assignment | evidence) = 0.75"));
    CHECK_THAT(run_pgm({"marginals", model, "-e", "x0=1", "--json"})
                   .json()["marginals"]["c"]["a"]
                   .get<double>(),
               WithinAbs(0.75, 1e-15));
}

TEST_CASE(
    "pgm sample: a value beyond all numbers is an error that names its row and its variable") {
    const TemporaryFolder folder;
    const std::string model =
        model_of(folder, {{{1e308, {}, 1}, {1e308, {}, 1}}, {{0, {10}, 1}, {0, {10}, 1}}});
    const ProgramRun run = run_pgm({"sample", model, "-n", "3"});
    CHECK(run.status == 1);
    CHECK_THAT(run.err, Contains("row 1: a sample of 'x1' given c="));
    CHECK_THAT(run.err, Contains("is beyond 1.8e308, the largest number"));
    CHECK_THAT(run.out, !Contains("inf") && !Contains("nan"));
}

TEST_CASE("pgm info: the mean of a column of the largest numbers is a number") {
    const TemporaryFolder folder;
    const std::string rows = folder.write("huge.csv", "x\n1e308\n-1e308\n1.7e308\n1.6e308\n");
    CHECK_THAT(run_pgm({"info", rows}).out, Contains("-1e+308 to 1.7e+308, mean 8.25e+307"));
    CHECK_THAT(run_pgm({"info", rows, "--json"}).json()["schema"][0]["mean"].get<double>() / 1e308,
               WithinAbs(0.825, 1e-12));
}

// X is normal with mean 0 and standard deviation a, and Y = b X + a normal variable of standard
// deviation a b: what is asked does not depend on a and b but by its unit.

TEST_CASE("pgm query: moments, quantiles and probabilities do not depend on the unit") {
    const TemporaryFolder folder;
    const std::string model = folder.file("m.json");
    struct Scale {
        const char *x, *slope, *noise;
        double unit_of_x, unit_of_y;
    };
    for (const auto& [x, slope, noise, unit_of_x, unit_of_y] :
         {Scale{"1", "1", "1", 1, 1}, Scale{"1e85", "1e-170", "1e-85", 1e85, 1e-85},
          Scale{"1e150", "1e-300", "1e-150", 1e150, 1e-150},
          Scale{"1e110", "1", "1e110", 1e110, 1e110}, Scale{"1e150", "1", "1e150", 1e150, 1e150},
          Scale{"1e-110", "1", "1e-110", 1e-110, 1e-110},
          Scale{"1e-150", "1", "1e-150", 1e-150, 1e-150}}) {
        INFO(x << " " << slope);
        const std::string text = std::string("X{real} -> Y{real}; X: normal(0, sd ") + x +
                                 "); Y: normal(" + slope + " X, sd " + noise + ")";
        REQUIRE(run_pgm({"new", text, "-o", model}).status == 0);
        const auto check = [&](const char* question, double expected, double unit) {
            INFO(question);
            const auto answer = run_pgm({"query", model, question, "--json"}).json();
            const double value = answer.value("value", answer.value("probability", 0.0));
            CHECK_THAT(value / unit, WithinAbs(expected, 1e-11));
        };
        const double of_half = std::sqrt(2 / 3.14159265358979323846), quartile = 0.674489750196082,
                     root_2 = std::sqrt(2.0);
        check("sd(Y)", root_2, unit_of_y);
        check("quantile(Y, 0.75)", quartile * root_2, unit_of_y);
        check("sd(X | X > 0)", std::sqrt(1 - of_half * of_half), unit_of_x);
        check("median(X | X > 0)", quartile, unit_of_x);
        check("median(Y | Y > 0)", quartile * root_2, unit_of_y);
        check("E(X | Y > 0)", of_half / root_2, unit_of_x);
        check("E(Y | X > 0)", of_half, unit_of_y);
        check("P(X > 0 | Y > 0)", 0.75, 1);
        check("P(X > 0 and Y > 0)", 0.375, 1);
    }
}

// Y = b X + b Z of two normal variables of standard deviation a, with a b = 1e170 or 1e-170: the
// square of that is no double.

TEST_CASE("pgm query: a variance beyond the doubles is met by its square root, or named") {
    const TemporaryFolder folder;
    const std::string model = folder.file("m.json");
    for (const std::string sign : {"", "-"}) {
        INFO(sign);
        const std::string a = "1e" + sign + "150", b = "1e" + sign + "20", ab = "1e" + sign + "170";
        const double unit = std::stod(a), unit_of_y = std::stod(ab);
        const std::string text = "X{real}, Z{real} -> Y{real}; X: normal(0, sd " + a +
                                 "); Z: normal(0, sd " + a + "); Y: normal(" + b + " X + " + b +
                                 " Z, sd 0); Y -> C{l|h}; C: threshold(Y, at 0)";
        REQUIRE(run_pgm({"new", text, "-o", model}).status == 0);
        const auto check = [&](const std::string& question, double expected, double its_unit) {
            INFO(question);
            const auto answer = run_pgm({"query", model, question, "--json"}).json();
            const double value = answer.value("value", answer.value("probability", -7.0));
            CHECK_THAT(value / its_unit, WithinAbs(expected, 1e-11));
        };
        const double root_2 = std::sqrt(2.0), pi = 3.14159265358979323846;
        check("sd(Y)", root_2, unit_of_y);
        check("P(Y > 0)", 0.5, 1);
        check("P(Y > " + ab + ")", std::erfc(0.5) / 2, 1);
        check("P(X > 0 | Y > 0)", 0.75, 1);
        check("P(X > 0 | C = h)", 0.75, 1);
        check("P(X > 0 | Y = 0)", 0.5, 1);
        check("P(X > " + a + " | Y = " + ab + ")", std::erfc(0.5) / 2, 1);
        check("E(X | Y = " + ab + ")", 0.5, unit);
        check("sd(X | Y = 0)", 1 / root_2, unit);
        check("E(X | Y > 0)", 1 / std::sqrt(pi), unit);
        check("E(Y | X > 0)", std::sqrt(2 / pi), unit_of_y);
        const ProgramRun refused = run_pgm({"query", model, "sd(Y | X > 0)"});
        CHECK(refused.status == 1);
        CHECK_THAT(refused.err, Contains("the standard deviation of 'Y' is 1.41e") &&
                                    Contains("multiply the variable by a power of ten"));
        CHECK_THAT(run_pgm({"marginals", model}).out, Contains("1.41421e") && !Contains("inf"));
    }
}

TEST_CASE("pgm learn: a column too large or too small for its variance is refused by name") {
    const TemporaryFolder folder;
    for (const std::string size : {"e200", "e-200", "e308"}) {
        INFO(size);
        std::string text = "x,y\n";
        for (int i = 0; i < 20; ++i)
            text += std::string(i % 2 == 0 ? "-" : "") + "1." + std::to_string(i % 7) + size + "," +
                    std::to_string(i * i % 11) + "\n";
        const ProgramRun run = run_pgm({"learn", folder.write("t.csv", text)});
        CHECK(run.status == 1);
        CHECK_THAT(run.err, Contains("the values of 'x' are too") && Contains("their variance"));
    }
}

TEST_CASE("pgm: a thousand million threads are as many as there are cores") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", "x,c\n1,a\n2,b\n1,a\n2,b\n,a\n");
    for (const std::string more : {"-s nb", "-s tan --missing-cells em --continuous gaussian"}) {
        INFO(more);
        const ProgramRun run = run_shell("\"$pgm\" fit '" + data + "' --class c " + more +
                                         " --threads 1000000000 --memory-limit 1");
        CHECK(run.err.find("thread") == std::string::npos);
        CHECK(run.status == 0);
    }
}
