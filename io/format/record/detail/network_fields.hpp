#pragma once

#include <io/format/record/detail/fields.hpp>
#include <pgm/model/network.hpp>

namespace pgm::io::detail {

// Networks in files, as they stand there, and their members (fields.hpp). They have names instead
// of ids, and are not checked.

inline constexpr std::string_view is_positive = "\"exclusiveMinimum\": 0",
                                  is_not_empty = "\"minItems\": 1",
                                  has_letters = "\"minLength\": 1";

/// The states of the discrete parents that a row names, if it names them.
struct GivenStates {
    std::vector<WrittenName> names;
    bool is_given = false;

    bool empty() const { return !is_given; }
};

/// A row of a distribution. Its reader reports the first required member that it does not have.
struct DistributionRow : FileObject {
    GivenStates given;
    std::string_view missing{};

    static void fields(auto& visit, auto& row) {
        visit(
            Field("given", "a state of a parent")
                .about("The states of the discrete parents, in their order. Rows without it are in "
                       "the order of the table, the last parent fastest."),
            row.given);
    }
};

/// A row of a table. Its numbers are appended to those of the rows before it.
struct TableRow : DistributionRow {
    WrittenNumbers p;

    void reset() {
        given.names.clear();
        given.is_given = false;
    }

    static constexpr std::string_view noun = "a row";
    static constexpr bool is_on_one_line = true;
    static void fields(auto& visit, auto& row) {
        DistributionRow::fields(visit, row);
        visit(Field("p", "a probability", Presence::required), row.p);
    }
};

/// A row of a linear Gaussian.
struct GaussianRow : DistributionRow {
    double intercept = 0, variance = 1;
    std::vector<Named<double>> slopes;

    static constexpr std::string_view noun = "a row";
    static constexpr bool is_on_one_line = true;
    static void fields(auto& visit, auto& row) {
        DistributionRow::fields(visit, row);
        visit(Field("intercept", "a number"), row.intercept);
        visit(Field("slopes", "a slope"), row.slopes);
        visit(Field("variance", "a number", Presence::required).about({}, is_positive),
              row.variance);
    }
};

/// A row of a kernel density.
struct DensityRow : DistributionRow {
    KernelDensityCpd::Row density;

    static constexpr std::string_view noun = "a row";
    static constexpr bool is_on_one_line = true;
    static void fields(auto& visit, auto& row) {
        DistributionRow::fields(visit, row);
        visit(Field("bandwidth", "a number", Presence::required).about({}, is_positive),
              row.density.bandwidth);
        visit(Field("points", "a number", Presence::always).about({}, is_not_empty),
              row.density.points);
        visit(Field("weights", "a number"), row.density.weights);
    }
};

struct NoisyMaxLink : FileObject {
    WrittenName parent, state;
    WrittenNumbers p;

    static constexpr std::string_view noun = "a link";
    static constexpr bool is_on_one_line = true;
    static void fields(auto& visit, auto& link) {
        visit(Field("parent", "a parent", Presence::required), link.parent);
        visit(Field("state", "a state", Presence::required), link.state);
        visit(Field("p", "a probability", Presence::required), link.p);
    }
};

struct NoisyMaxFields {
    bool strongest_first = false;
    Sequence<NoisyMaxLink> links;
    WrittenNumbers leak;

    static constexpr std::string_view noun = "a noisy-MAX";
    static void fields(auto& visit, auto& noisy_max) {
        visit(Field("strongest_first", "strongest_first"), noisy_max.strongest_first);
        visit(Field("links", "the links")
                  .about(
                      "For each parent in turn a link for each of its states: the net distribution "
                      "of the effect without the leak."),
              noisy_max.links);
        visit(Field("leak", "a probability", Presence::required), noisy_max.leak);
    }
};

struct GaussianFields {
    bool tied = false;
    Sequence<GaussianRow> rows;

    static constexpr std::string_view noun = "a linear Gaussian";
    static void fields(auto& visit, auto& gaussian) {
        visit(Field("tied", "tied").about("The rows have the same slopes and variance."),
              gaussian.tied);
        visit(Field("rows", "the rows of the distribution")
                  .about("x ~ N(intercept + sum of slope * parent, variance)"),
              gaussian.rows);
    }
};

struct DensityFields {
    WrittenName kernel;
    Sequence<DensityRow> rows;

    static constexpr std::string_view noun = "a kernel density";
    static void fields(auto& visit, auto& density) {
        visit(Field("kernel", "the kernel").about({}, "\"enum\": [\"gaussian\", \"tophat\"]"),
              density.kernel);
        visit(Field("rows", "the rows of the distribution"), density.rows);
    }
};

template <>
inline constexpr std::string_view noun<WrittenOther> = "a distribution by its numbers";
template <class Visit, Is<WrittenOther> T>
void fields(Visit& visit, T& other) {
    visit(Field("kind", "a kind", Presence::required), other.kind);
    visit(Field("numbers", "a number", Presence::always), other.numbers);
}

/// A variable. One of the deferred members is its distribution.
struct VariableFields {
    WrittenName name, kind;
    std::optional<std::vector<WrittenName>> states;
    std::vector<WrittenName> parents;
    std::vector<std::string> annotations;
    std::vector<double> row_weights;
    Deferred<Sequence<TableRow>> table;
    Deferred<bool> uniform;
    Deferred<NoisyMaxFields> noisy_max;
    Deferred<GaussianFields> gaussian;
    Deferred<DensityFields> kernel_density;
    Deferred<WrittenName> function;
    Deferred<WrittenOther> other;

    static constexpr std::string_view noun = "a variable";
    static void fields(auto& visit, auto& variable) {
        visit(Field("name", "the name of the variable", Presence::required).about({}, has_letters),
              variable.name);
        visit(Field("states", "a state")
                  .about("A variable without states is continuous.", is_not_empty),
              variable.states);
        visit(Field("kind", "a kind")
                  .about("Of an influence diagram: a decision has no distribution, and its parents "
                         "are what is known then; a utility is a linear Gaussian of variance 0.",
                         "\"enum\": [\"decision\", \"utility\"]"),
              variable.kind);
        visit(Field("parents", "a parent"), variable.parents);
        visit(Field("annotations", "an annotation"), variable.annotations);
        visit(Field("row_weights", "a weight")
                  .about("The weight of the rows of data behind each row of the table, the last "
                         "parent fastest; behind each row of a linear Gaussian the weight, the "
                         "means of the continuous parents and the lower triangle of their scatter; "
                         "behind each row of a threshold the weight and the lower triangle of a "
                         "root of the information about cuts and slopes.",
                         is_not_empty),
              variable.row_weights);
        visit(Field("table", "the rows of the distribution"), variable.table);
        visit(Field("uniform", "uniform").about({}, "\"const\": true"), variable.uniform);
        visit(Field("noisy_max"), variable.noisy_max);
        visit(Field("gaussian"), variable.gaussian);
        visit(Field("kernel_density"), variable.kernel_density);
        visit(Field("function", "the name of a function")
                  .about("The name of a function of the program that reads the file.", has_letters),
              variable.function);
        visit(Field("other").about(
                  "Any other kind, by its name and the numbers that it has in files."),
              variable.other);
    }
};

/// The name of a format; its reader refuses another one. Files have it, parts of them do not.
struct FormatName {
    std::string_view expected;
    bool is_written = false;

    bool empty() const { return !is_written; }
};

/// The version of a format; its reader refuses those that it does not know.
struct FormatVersion {
    std::uint64_t number = 1;
};

inline constexpr std::string_view network_format = "pgm-network",
                                  classifier_format = "pgm-classifier";

struct NetworkFields {
    FormatName format{network_format};
    std::optional<FormatVersion> version;
    WrittenName name, row_sums;
    std::vector<std::string> annotations;
    Sequence<VariableFields> variables;

    static constexpr std::string_view noun = "a network";
    static void fields(auto& visit, auto& network) {
        visit(Field("format", "the format"), network.format);
        visit(Field("version", "the version"), network.version);
        visit(Field("name", "a name"), network.name);
        visit(
            Field("row_sums", "what becomes of the sums of rows")
                .about("normalise: rows that nearly sum to 1 are divided by their sums; keep: they "
                       "stay",
                       "\"enum\": [\"normalise\", \"keep\"]"),
            network.row_sums);
        visit(Field("annotations", "an annotation"), network.annotations);
        visit(Field("variables", "the variables", Presence::required), network.variables);
    }
};

}  // namespace pgm::io::detail
