#include <io/arff/arff.hpp>
#include <io/csv/csv.hpp>
#include <io/format/block/bif.hpp>
#include <io/loss_matrix_file.hpp>
#include <learners/fit/fit.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/classify/decision.hpp>
#include <pgm/classify/linear_discriminant.hpp>
#include <pgm/classify/measure/bayes_error.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/d_separation_statement.hpp>
#include <pgm/query/query_text.hpp>

#include <tests/support/catch.hpp>

#include <functional>
#include <string>
#include <vector>

// Names come from files and may be very long: whatever is wrong with one, the message about it fits
// on a screen.

using namespace pgm;

namespace {

/// Of 10,000 bytes: two per character, so that a cut in the wrong place leaves half of one.
std::string long_name(const std::string& end) {
    std::string name;
    while (name.size() + end.size() < 10'000) name += "ä";
    return name + end;
}

const std::string discrete = long_name("d"), continuous = long_name("c"), unknown = long_name("u"),
                  first = long_name("1"), second = long_name("2");

Limits generous() {
    Limits limits;
    limits.max_name_bytes = 100'000;
    return limits;
}

/// A variable with states, one without, and an `other` that has the first for its parent.
BayesianNetwork long_network() {
    NetworkBuilder builder("n", generous());
    const VariableId d = builder.add_variable({discrete, {first, second}});
    const VariableId c = builder.add_variable(Variable(continuous));
    const VariableId other = builder.add_variable({long_name("o"), {"1-5", "6-9"}});
    builder.set_cpd(TableCpd(Scope({d}, {2}), std::vector<double>{0.5, 0.5}));
    builder.set_cpd(LinearGaussianCpd(c, Scope({d}, {2}), {}, {{0, {}, 1}, {1, {}, 2}}));
    builder.set_cpd(TableCpd(Scope({d, other}, {2, 2}), std::vector<double>{0.5, 0.5, 0.1, 0.9}));
    return std::move(builder).build();
}

void check_text(const std::string& text) {
    CHECK(text.size() < 1000);
    CHECK(is_utf8(text));
    CHECK_FALSE(has_control_character(text));
}

/// What is wrong is told by an Error that is short.
void check_message(const std::function<void()>& fail) {
    try {
        fail();
        FAIL_CHECK("nothing was wrong");
    } catch (const ModelError& error) {
        for (const Problem& problem : error.problems()) check_text(to_string(problem));
    } catch (const Error& error) {
        INFO(std::string(error.what()).substr(0, 300));
        check_text(error.what());
    }
}

}  // namespace

TEST_CASE("Messages about queries are short however long the names in them are") {
    const BayesianNetwork network = long_network();
    const std::string other = long_name("o"), d = discrete, c = continuous;
    const std::vector<std::string> queries{
        "P(" + unknown + ")",
        "P(" + c + ", " + d + ")",
        "P(" + c + "=1)",
        "P(" + d + ", " + d + ")",
        "P(" + d + ", " + other + "=1-5)",
        "P(" + d + "=" + unknown + ")",
        "P(" + d + "=)",
        "P(" + d + " " + unknown + ")",
        "P(" + d + "=" + first + " " + unknown + ")",
        "P(" + d + " > " + unknown + ")",
        "P(" + d + " > 1)",
        "P(" + d + " > )",
        "P(" + other + " > 3)",
        "P(" + d + " | " + c + ")",
        "P(" + d + " | " + c + "=" + unknown + ")",
        "P(" + d + " | " + c + "=1, " + c + "=2)",
        "P(" + other + " | do(" + d + "=" + first + ", " + d + "=" + second + "))",
        "P(" + d + " | '" + unknown,
        unknown,
        "P(" + d + ") " + unknown,
        "argmax(" + d + ", " + d + ")",
    };
    for (std::size_t i = 0; i < queries.size(); ++i) {
        INFO("query " << i);
        check_message([&] { parse_query(network, queries[i]); });
    }
    check_message([&] { parse_d_separation(network, d + " _||_ " + d); });
    check_message([&] { parse_d_separation(network, unknown); });
    check_message([&] { parse_d_separation(network, d + " _||_ " + unknown); });
}

TEST_CASE("Messages about queries made in C++ are short however long the names in them are") {
    const BayesianNetwork network = long_network();
    const VariableId d(0), c(1), other(2);
    const std::vector<Query> queries{
        Query{DistributionOf{{c, d}}},
        Query{DistributionOf{{d, d}}},
        Query{DistributionOf{{other}}, {.interventions = {{d, StateId(7)}}}},
        Query{DistributionOf{{other}}, {.interventions = {{d, StateId(0)}, {d, StateId(1)}}}},
        Query{DistributionOf{{other}}, {.observations = {{d, 1.0}}}},
        Query{DistributionOf{{other}},
              {.observations = {{c, std::numeric_limits<double>::infinity()}}}},
        Query{DistributionOf{{other}}, {.observations = {{c, 1.0}, {c, 2.0}}}},
        Query{ProbabilityOf{is(c, StateId(0))}},
        Query{ProbabilityOf{is(d, StateId(7))}},
    };
    for (std::size_t i = 0; i < queries.size(); ++i) {
        INFO("query " << i);
        check_message([&] { validate(queries[i], network); });
    }
}

TEST_CASE("Messages about evidence and posteriors are short however long the names in them are") {
    const BayesianNetwork network = long_network();
    const VariableId d(0), c(1);
    for (const std::string& text :
         {unknown + "=1", discrete + "=" + unknown, continuous + "=" + unknown, discrete,
          discrete + "=" + first + ", " + discrete + "=" + second}) {
        check_message([&, text = text] { parse_evidence(network, text); });
    }
    check_message([&] { validate(Evidence{}.observe(c, StateId(0)), network); });
    check_message([&] { validate(Evidence{}.observe(d, 1.0), network); });
    check_message([&] { validate(Evidence{}.observe(d, StateId(9)), network); });
    check_message([&] { intervened_network(network, Evidence{}.intervene(c, 1.0)); });
    const InferenceEngine engine(network);
    const VariableId twice[] = {d, d}, continuous_one[] = {c};
    check_message([&] { engine.marginals(twice); });
    check_message([&] { engine.marginals(continuous_one); });
    check_message([&] { engine.marginals(c, {}); });
    const VariableId one[] = {d};
    check_message([&] { PosteriorBuilder(network, one).set(d, std::vector<double>{1}); });
    check_message([&] { PosteriorBuilder(network, one).set(d, std::vector<double>{-1, 1}); });
    check_message([&] { (void)PosteriorBuilder(network, one).build(0); });
}

TEST_CASE("Messages about networks are short however long the names in them are") {
    const auto build = [](const std::function<void(NetworkBuilder&, VariableId, VariableId)>&
                              spoil) {
        NetworkBuilder builder("n", generous());
        const VariableId a = builder.add_variable({discrete, {first, second}});
        const VariableId b = builder.add_variable({unknown, {first, second}});
        builder.set_cpd(TableCpd(Scope({a}, {2}), std::vector<double>{0.5, 0.5}));
        builder.set_cpd(TableCpd(Scope({a, b}, {2, 2}), std::vector<double>{0.5, 0.5, 0.1, 0.9}));
        spoil(builder, a, b);
        (void)std::move(builder).build();
    };
    using Ids = VariableId;
    check_message([&] {
        build([](NetworkBuilder& builder, Ids a, Ids b) {
            builder.set_cpd(TableCpd(Scope({a, b}, {2, 2}), std::vector<double>{0.5, 0.6, 2, -1}));
        });
    });
    check_message([&] {
        build([](NetworkBuilder& builder, Ids a, Ids b) {
            builder.set_cpd(TableCpd(Scope({b, a}, {2, 2}), std::vector<double>{1, 0, 0, 1}));
        });
    });
    check_message([&] {
        build([](NetworkBuilder& builder, Ids, Ids) { builder.add_variable({discrete, {"x"}}); });
    });
    check_message([&] {
        build([](NetworkBuilder& builder, Ids, Ids) {
            builder.add_variable({long_name("x"), {first, first}});
        });
    });
    check_message([&] {
        build([](NetworkBuilder& builder, Ids a, Ids b) {
            builder.set_cpd(LinearGaussianCpd(b, Scope({a}, {2}), {}, {{0, {}, 1}, {1, {}, 2}}));
        });
    });
}

TEST_CASE("Messages about classifiers are short however long the names in them are") {
    const BayesianNetwork network = long_network();
    const VariableId d(0), c(1), other(2);
    const InferenceEngine engine(network);
    const LossMatrix losses = zero_one_loss({first, second});
    const std::vector<std::function<void()>> failures{
        [&] { with_reject(losses, 0.1, first); },
        [&] { with_reject(losses, std::numeric_limits<double>::infinity(), unknown); },
        [&] {
            with_class_order(losses, {unknown, first});
        },
        [&] { action_index(losses, unknown); },
        [&] {
            check(zero_one_loss({first, first}));
        },
        [&] { parse_unseen_policy(unknown); },
        [&] { linear_discriminant(network, c, StateId(0), StateId(1)); },
        [&] { linear_discriminant(network, other, StateId(0), StateId(1)); },
        [&] { linear_discriminant(network, d, StateId(0), StateId(0)); },
        [&] { linear_discriminant(network, d, StateId(0), StateId(1)); },
        [&] { bayes_error(engine, d, std::vector<VariableId>{c}); },
        [&] {
            bayes_error(engine, d, std::vector<VariableId>{other, other});
        },
    };
    for (std::size_t i = 0; i < failures.size(); ++i) {
        INFO("failure " << i);
        check_message(failures[i]);
    }
}

TEST_CASE("Messages about tables are short however long the names in them are") {
    const std::string header = discrete + "," + continuous + "\n";
    const auto read = [&](const std::string& text, io::DataOptions options = {}) {
        return [text, options] { io::read_csv(text, options); };
    };
    using Kind = io::ColumnDeclaration::Kind;
    check_message(read(discrete + "," + discrete + "\n1,2\n"));
    check_message(read(header + unknown + "\n"));
    check_message(read(header + "1," + unknown + "\n",
                       {.columns = {{.name = continuous, .kind = Kind::continuous}}}));
    check_message(read(header + "1," + unknown + "\n",
                       {.columns = {{.name = unknown, .kind = Kind::ignored}}}));
    check_message(read(header + "1,2\n", {.weights = unknown}));
    check_message(read(header + "1," + unknown + "\n", {.weights = continuous}));
    check_message([] {
        io::read_arff("@relation r\n@attribute " + discrete + " " + unknown + "\n@data\n1\n");
    });
    check_message([] {
        io::read_arff("@relation r\n@attribute " + discrete + " numeric\n@data\n" + unknown + "\n");
    });
    check_message([] {
        io::read_arff("@relation r\n@attribute " + discrete + " {a}\n@data\n" + unknown + "\n");
    });
    const std::vector<std::string> classes{first, second};
    for (const std::string& text :
         {unknown + "," + second + "\n1,2\n", first + "," + first + "\n1,2\n", first + "\n1\n",
          first + "," + second + "\n" + unknown + ",1\n"}) {
        check_message([&, text = text] { io::parse_loss_matrix(text, "l.csv", classes); });
    }
}

TEST_CASE("Messages about BIF texts are short however long the names in them are") {
    const std::string a =
        "variable " + discrete + " { type discrete [2] { " + first + ", " + second + " }; }\n";
    const std::string table = "probability (" + discrete + ") { table 0.5, 0.5; }\n";
    const std::string b =
        "variable b { type discrete [2] { x, y }; }\nprobability (b | " + discrete + ") { ";
    const std::vector<std::string> texts{
        unknown,
        a + a,
        a,
        a + table + table,
        a + "probability (" + unknown + ") { table 1; }\n",
        a + "probability (" + discrete + ") { table 0.5, 0.6; }\n",
        a + "probability (" + discrete + ") { table 0.5; }\n",
        a + "probability (" + discrete + " | " + discrete + ") { table 0.5, 0.5; }\n",
        a + "probability (" + discrete + ") { " + unknown + " }\n",
        "variable " + discrete + " { }\n",
        "variable " + discrete + " { " + unknown + " }\n",
        "variable " + discrete + " { type discrete [3] { " + first + ", " + second + " }; }\n",
        "variable " + discrete + " { type discrete [2] { " + first + ", " + first + " }; }\n",
        a + table + b + "(" + unknown + ") 0.5, 0.5; }\n",
        a + table + b + "(" + first + ") 0.5, 0.5; (" + first + ") 0.5, 0.5; }\n",
        a + table + b + "(" + first + ") 0.5, 0.7; }\n",
        a + table + b + "(" + first + ") 0.5; }\n",
        a + table + b + "(" + first + ") 0.5, 0.5; }\n",
    };
    for (std::size_t i = 0; i < texts.size(); ++i) {
        INFO("text " << i);
        io::ReadOptions options;
        options.limits = generous();
        std::size_t problems = 0;
        for (const Problem& problem : io::check_bif("network n {}\n" + texts[i], options)) {
            INFO(to_string(problem).substr(0, 300));
            check_text(to_string(problem));
            ++problems;
        }
        CHECK(problems > 0);
    }
}

TEST_CASE("Messages about fits and predictions are short however long the names in them are") {
    const Dataset data = io::read_csv(continuous + "," + discrete + "\n1," + first + "\n1," +
                                      first + "\n2," + second + "\n2," + second + "\n");
    const auto fit = [&](const std::string& class_name, const std::string& structure,
                         const std::string& continuous_columns, const std::string& prior) {
        learners::Fit options;
        options.limits = generous();
        if (!structure.empty()) options.structure = structure;
        if (!continuous_columns.empty())
            options.continuous = learners::parse_continuous(continuous_columns);
        if (!prior.empty()) options.class_prior = learners::parse_class_prior(prior);
        return learners::fit(data, class_name, options);
    };
    const std::vector<std::vector<std::string>> wrong{
        {unknown, "", "", ""},
        {discrete, unknown, "", ""},
        {discrete, discrete + " -> " + unknown, "", ""},
        {discrete, discrete + " -> " + continuous + "; " + continuous + " -> " + discrete, "", ""},
        {discrete, "", unknown, ""},
        {discrete, "", "cut:" + unknown + "=1", ""},
        {discrete, "", "cut:" + discrete + "=1", ""},
        {discrete, "", "cut:" + continuous + "=" + unknown, ""},
        {discrete, "", "kde:" + unknown, ""},
        {discrete, "", "", unknown},
        {discrete, "", "", unknown + "=0.2"},
        {discrete, "", "", first + "=" + unknown},
        {discrete, "", "", first + "=0.3"},
        {discrete, "", "gaussian:floor=0", ""},
    };
    for (std::size_t i = 0; i < wrong.size(); ++i) {
        INFO("fit " << i);
        check_message([&] { fit(wrong[i][0], wrong[i][1], wrong[i][2], wrong[i][3]); });
    }
    check_message([&] { learners::parse_smoothing(unknown); });
    check_message([&] { learners::parse_empty_row(unknown); });
    const Classifier classifier = fit(discrete, "", "width:2", "");
    check_message([&] { predict(classifier, io::read_csv("x\n1\n")); });
    const Dataset odd = io::read_csv(continuous + "\n" + unknown + "\n");
    check_message([&] { predict(classifier, odd, {.unseen = UnseenPolicy::error}); });
}
