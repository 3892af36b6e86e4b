#include <io/page/module.hpp>

#include <io/page/detail/page_texts.hpp>
#include <io/page/detail/program_data.hpp>
#include <io/page/detail/script_data.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace pgm::io {
namespace {

using detail::Field, detail::Presence, detail::ProgramData;

/// Parts that a variable has in a module.
struct ModuleRoles {
    bool evidence = true, posterior = true;

    static constexpr std::string_view noun = "what is asked";
    static void fields(auto& visit, auto& roles) {
        visit(Field("evidence"), roles.evidence);
        visit(Field("posterior"), roles.posterior);
    }
};

struct ModuleVariable {
    std::string name;
    std::vector<std::string> states;
    ModuleRoles asked;

    static constexpr std::string_view noun = "a variable";
    static void fields(auto& visit, auto& variable) {
        visit(Field("name", {}, Presence::always), variable.name);
        visit(Field("states", {}, Presence::always), variable.states);
        visit(Field("asked", {}, Presence::always), variable.asked);
    }
};

struct ModuleData {
    std::vector<ModuleVariable> variables;
    bool interventions = false;
    ProgramData program;

    static constexpr std::string_view noun = "a network";
    static void fields(auto& visit, auto& data) {
        visit(Field("variables", {}, Presence::always), data.variables);
        visit(Field("interventions"), data.interventions);
        visit(Field("program", {}, Presence::always), data.program);
    }
};

bool is_among(const std::optional<std::vector<VariableId>>& chosen, VariableId variable) {
    return !chosen || std::ranges::find(*chosen, variable) != chosen->end();
}

ModuleVariable module_variable(const BayesianNetwork& network, VariableId id,
                               const ImageOptions& chosen) {
    const Variable& variable = network.variable(id);
    return {variable.name(),
            {variable.states().begin(), variable.states().end()},
            {is_among(chosen.evidence, id), is_among(chosen.targets, id)}};
}

/// A text as a literal of JavaScript and TypeScript, which JSON is.
std::string literal(const std::string& text) {
    return detail::script_json(text);
}

/// The type of a list of texts: one of them.
std::string one_of(const std::vector<std::string>& texts) {
    std::string type;
    for (const std::string& text : texts) type += (type.empty() ? "" : " | ") + literal(text);
    return type;
}

/// `readonly [number, number]`: a likelihood of each state.
std::string likelihoods_of(const ModuleVariable& variable) {
    std::string type;
    for (std::size_t i = 0; i < variable.states.size(); ++i) type += i == 0 ? "number" : ", number";
    return "readonly [" + type + "]";
}

std::string types_of(const ModuleData& data, const std::string& comment) {
    std::string findings, posteriors, states;
    for (const ModuleVariable& variable : data.variables) {
        const std::string name = "  " + literal(variable.name), one = one_of(variable.states);
        if (variable.asked.evidence)
            findings += name + "?: " + one + " | " + likelihoods_of(variable) +
                        (data.interventions ? " | {do: " + one + "}" : "") + ";\n";
        if (variable.asked.posterior) posteriors += name + ": Record<" + one + ", number>;\n";
        states += name + ": " + one + ";\n";
    }
    return comment + "\n/** A state, a likelihood of each state, or a state that is set. */\n" +
           "export interface Findings {\n" + findings +
           "}\n\n/** P(X = x | findings). */\nexport interface Posteriors {\n" + posteriors +
           "}\n\nexport interface States {\n" + states +
           "}\n\nexport interface Marginals {\n  probability: number;\n  logProbability: number;\n"
           "  /** null of impossible findings. */\n  posteriors: Posteriors | null;\n}\n\n"
           "export interface Explanation {\n"
           "  /** Of the states and the findings together. */\n  probability: number;\n"
           "  logProbability: number;\n  /** null of impossible findings. */\n"
           "  states: States | null;\n}\n\n"
           "export const variables: readonly {name: string, states: readonly string[]}[];\n"
           "export function marginals(evidence?: Findings): Marginals;\n"
           "export function mpe(evidence?: Findings): Explanation;\n";
}

}  // namespace

ModuleSource module_source(const BayesianNetwork& network, const ModuleOptions& options) {
    ModuleData data;
    data.program = detail::program_data(network, options.image);
    data.interventions = data.program.has_interventions();
    for (std::size_t v = 0; v < network.size(); ++v)
        data.variables.push_back(module_variable(network, VariableId(v), options.image));
    const std::string comment =
        "// " +
        (options.origin.empty() ? "A Bayesian network"
                                : "Compiled from " + without_controls(options.origin)) +
        ": " + counted(network.size(), "variable") + ".\n";
    std::string module = comment;
    module.append(detail::program_script)
        .append("\nconst network = ")
        .append(detail::script_json(data))
        .append(";\n")
        .append(detail::module_script);
    return {std::move(module), types_of(data, comment)};
}

}  // namespace pgm::io
