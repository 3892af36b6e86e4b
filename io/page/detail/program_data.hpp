#pragma once

#include <io/format/record/detail/fields.hpp>
#include <pgm/compile/image.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// The steps of one answer, as program.js reads them (PackedImage).
struct ProgramTask {
    std::vector<std::int64_t> steps, roots, choices;
    std::size_t forward = 0;

    static constexpr std::string_view noun = "a task";
    static void fields(auto& visit, auto& task) {
        visit(Field("steps", {}, Presence::always), task.steps);
        visit(Field("forward", {}, Presence::always), task.forward);
        visit(Field("roots", {}, Presence::always), task.roots);
        visit(Field("choices"), task.choices);
    }
};

/// A network compiled for program.js: its images, packed, as JSON.
struct ProgramData {
    std::vector<std::size_t> first;  ///< where each variable's states begin, and the end
    std::vector<std::size_t> slots;  ///< the states that can occur; empty where all can
    std::string constants;           ///< doubles in base64
    /// Of the variables that may be set: the variable, its first constant, how many there are, and
    /// the variables over which the table is, the last one the fastest.
    std::vector<std::vector<std::size_t>> tables;
    std::vector<std::int64_t> shapes;
    std::size_t scratch = 0, loops = 1;
    ProgramTask marginals, explanation;

    bool has_interventions() const { return !tables.empty(); }

    static constexpr std::string_view noun = "a program";
    static void fields(auto& visit, auto& program) {
        visit(Field("first", {}, Presence::always), program.first);
        visit(Field("slots"), program.slots);
        visit(Field("constants", {}, Presence::always), program.constants);
        visit(Field("tables", {}, Presence::always), program.tables);
        visit(Field("shapes", {}, Presence::always), program.shapes);
        visit(Field("scratch", {}, Presence::always), program.scratch);
        visit(Field("loops", {}, Presence::always), program.loops);
        visit(Field("marginals", {}, Presence::always), program.marginals);
        visit(Field("explanation", {}, Presence::always), program.explanation);
    }
};

/// Compiles a network of discrete variables for posteriors and for explanations, with interventions
/// where the limits allow these, otherwise without. Throws as make_image() does.
ProgramData program_data(const BayesianNetwork& network, ImageOptions options);

}  // namespace pgm::io::detail
