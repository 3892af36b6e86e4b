#pragma once

#include <io/page/detail/program_data.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

// The data of a page as its script reads them: JSON with these fields. Variables are numbered in
// the order of PageData::variables, those of the program as it has them.

struct PageVariable {
    std::string name, label, kind;
    std::vector<std::string> states, labels;
    std::optional<std::size_t> at;               ///< in the program; none of numbers
    std::optional<std::size_t> known;            ///< the state that it is known to have
    double x = 0, y = 0, width = 0, height = 0;  ///< the centre and the size of its card, in points
    bool locked = false;

    static constexpr std::string_view noun = "a variable";
    static void fields(auto& visit, auto& variable) {
        visit(Field("name", {}, Presence::always), variable.name);
        visit(Field("label"), variable.label);
        visit(Field("kind", {}, Presence::always), variable.kind);
        visit(Field("states"), variable.states);
        visit(Field("labels"), variable.labels);
        visit(Field("at"), variable.at);
        visit(Field("known"), variable.known);
        visit(Field("x", {}, Presence::always), variable.x);
        visit(Field("y", {}, Presence::always), variable.y);
        visit(Field("width", {}, Presence::always), variable.width);
        visit(Field("height", {}, Presence::always), variable.height);
        visit(Field("locked"), variable.locked);
    }
};

struct PageArc {
    std::size_t from = 0, to = 0;
    std::string path;  ///< of SVG
    bool dashed = false;

    static constexpr std::string_view noun = "an arc";
    static void fields(auto& visit, auto& arc) {
        visit(Field("from", {}, Presence::always), arc.from);
        visit(Field("to", {}, Presence::always), arc.to);
        visit(Field("path", {}, Presence::always), arc.path);
        visit(Field("dashed"), arc.dashed);
    }
};

/// A utility: its value for each state of a variable of the program, its carrier.
struct PageUtility {
    std::size_t variable = 0;
    std::optional<std::size_t> given;  ///< none: there is one value
    std::vector<double> values;
    bool total = false;  ///< a summand of the total utility

    static constexpr std::string_view noun = "a utility";
    static void fields(auto& visit, auto& utility) {
        visit(Field("variable", {}, Presence::always), utility.variable);
        visit(Field("given"), utility.given);
        visit(Field("values", {}, Presence::always), utility.values);
        visit(Field("total"), utility.total);
    }
};

/// A number given the numbers before it in its group, by the state of the group's carrier: its
/// intercept, slopes and variance, or the centre, standard deviation and weight of each kernel.
struct PageFamily {
    std::vector<std::size_t> parents;  ///< positions in the group
    std::vector<std::vector<double>> numbers;
    std::vector<std::vector<std::vector<double>>> kernels;

    static constexpr std::string_view noun = "a family";
    static void fields(auto& visit, auto& family) {
        visit(Field("parents"), family.parents);
        visit(Field("numbers"), family.numbers);
        visit(Field("kernels"), family.kernels);
    }
};

struct PageDensities {
    std::optional<std::size_t> given;    ///< the carrier in the program; none: there is one state
    std::vector<std::size_t> variables;  ///< parents before children
    std::vector<PageFamily> families;    ///< of each of them

    static constexpr std::string_view noun = "densities";
    static void fields(auto& visit, auto& group) {
        visit(Field("given"), group.given);
        visit(Field("variables", {}, Presence::always), group.variables);
        visit(Field("families", {}, Presence::always), group.families);
    }
};

struct PageExercise {
    std::string text;
    double answer = 0;

    static constexpr std::string_view noun = "a question";
    static void fields(auto& visit, auto& question) {
        visit(Field("text", {}, Presence::always), question.text);
        visit(Field("answer", {}, Presence::always), question.answer);
    }
};

struct PageData {
    std::string title, model, theme;
    std::vector<double> size;  ///< of the whole drawing: its width and height, in points
    std::vector<PageVariable> variables;
    std::vector<PageArc> arcs;
    std::vector<PageUtility> utilities;
    std::vector<PageDensities> densities;
    std::vector<PageExercise> questions;
    bool interventions = false;
    ProgramData program;

    static constexpr std::string_view noun = "a page";
    static void fields(auto& visit, auto& page) {
        visit(Field("title", {}, Presence::always), page.title);
        visit(Field("model", {}, Presence::always), page.model);
        visit(Field("theme", {}, Presence::always), page.theme);
        visit(Field("size", {}, Presence::always), page.size);
        visit(Field("variables", {}, Presence::always), page.variables);
        visit(Field("arcs", {}, Presence::always), page.arcs);
        visit(Field("utilities", {}, Presence::always), page.utilities);
        visit(Field("densities", {}, Presence::always), page.densities);
        visit(Field("questions", {}, Presence::always), page.questions);
        visit(Field("interventions"), page.interventions);
        visit(Field("program", {}, Presence::always), page.program);
    }
};

}  // namespace pgm::io::detail
