#include <io/format/detail/network_assembly.hpp>

#include <io/text/detail/decimal.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace pgm::io::detail {

namespace {

/// A kind of variables that cannot be read: a word in its names, the reason, and what to do.
struct UnreadKind {
    std::string_view word, reason, way_out;
};

constexpr std::string_view no_probabilities = "and only variables with probabilities can be read",
                           not_of_this_format = "which cannot be read from this format",
                           of_diagrams =
                               "influence diagrams are read from XMLBIF, XDSL, DSL, NET, DNE, "
                               "PGMX, ELV, JSON and text",
                           of_time =
                               "dynamic networks are not supported: unroll it in the program "
                               "that wrote the file",
                           of_numbers = "cut it into intervals in the program that wrote the file",
                           of_formulas = "make a table of it in the program that wrote the file";

constexpr std::array<UnreadKind, 13> unread_kinds = {{
    {"decision", not_of_this_format, of_diagrams},
    {"utility", not_of_this_format, of_diagrams},
    {"alu", not_of_this_format, of_formulas},
    {"dynamic", no_probabilities, of_time},
    {"temporal", no_probabilities, of_time},
    {"time slice", no_probabilities, of_time},
    {"continuous", not_of_this_format, of_numbers},
    {"numeric", not_of_this_format, of_numbers},
    {"equation", not_of_this_format, of_formulas},
    {"function", not_of_this_format, of_formulas},
    {"demorgan", not_of_this_format, of_formulas},
    {"disconnected", "a parent that was cut off: this is a piece of a network",
     "connect or delete the link in Netica, and save the result"},
    {"", "which is not known here", "variables with states and tables are read"},
}};

/// Short words are names of their own (those of GeNIe), and the last one stands for all others.
const UnreadKind& unread_kind(std::string_view kind) {
    return *std::ranges::find_if(unread_kinds, [&](const UnreadKind& unread) {
        constexpr std::size_t longest_of_its_own = 5;
        return unread.word.empty() || equals_ignoring_case(kind, unread.word) ||
               (unread.word.size() > longest_of_its_own &&
                !std::ranges::search(kind, unread.word, {}, ascii_lower).empty());
    });
}

}  // namespace

NetworkAssembly::NetworkAssembly(TextCursor& cursor, const ReadOptions& options)
    : cursor_(cursor), options_(options), builder_({}, options.limits) {
    builder_.set_source(source_of_places());
}

WrittenSource NetworkAssembly::source_of_places() const {
    return {[&cursor = cursor_](std::size_t offset) { return cursor.locate(offset); },
            options_.number_places};
}

void NetworkAssembly::refuse_kind(const WrittenName& variable, std::string_view kind) {
    const UnreadKind& unread = unread_kind(kind);
    throw ModelError(
        shown(variable.text) + " is of the kind " + shown(kind) + ", " + std::string(unread.reason),
        location(variable.offset), std::string(unread.way_out));
}

void NetworkAssembly::set_name(WrittenName name) {
    if (name.text.size() > options_.limits.max_name_bytes)
        throw TooLargeError("the name of the network has " + std::to_string(name.text.size()) +
                                " bytes, the limit is " +
                                std::to_string(options_.limits.max_name_bytes),
                            location(name.offset), "raise Limits::max_name_bytes");
    if (has_control_character(name.text)) {
        note(name.offset,
             "the name of the network holds control characters, which were read as blanks");
        std::ranges::replace_if(name.text, is_control, ' ');
    }
    builder_.set_name(std::move(name.text));
}

void NetworkAssembly::report_latin1() {
    note(0, "the text is not UTF-8 and was read as Latin-1",
         "convert the file to UTF-8 if names look wrong");
}

NumberOrder NetworkAssembly::order_of_agrum(const WrittenFamily& family) {
    if (family.parents.size() > 1 && !std::exchange(has_noted_agrum_, true))
        note(family.offset,
             "the file was written by aGrUM, so its tables are read with the first parent "
             "fastest",
             "other programs, and this format, have the last parent fastest");
    return NumberOrder::first_fastest;
}

void NetworkAssembly::require_states(const FileVariable& variable, std::string_view noun,
                                     std::string hint) {
    if (!variable.states.empty()) return;
    error(variable.name.offset,
          std::string(noun) + " " + shown(variable.name.text) + " has no states", std::move(hint));
}

bool NetworkAssembly::add_variable(FileVariable variable) {
    if (const std::optional<VariableId> first = builder_.find(variable.name.text)) {
        error(variable.name.offset, "variable " + shown(variable.name.text) +
                                        " is declared twice, first on line " +
                                        std::to_string(location(variables_[first->index()]).line));
        return false;
    }
    rename_repeated_states(variable);
    std::vector<std::string> states;
    for (WrittenName& state : variable.states) states.push_back(std::move(state.text));
    Variable made(std::move(variable.name.text), std::move(states));
    for (std::string& line : variable.annotations) made.annotate(std::move(line));
    made.set_kind(variable.kind);
    builder_.add_variable(std::move(made), variable.name.offset);
    variables_.push_back(variable.name.offset);
    return true;
}

/// Reports states that are listed twice where the second one stands. They get other names, since
/// the builder would report them again, where the variable stands.
void NetworkAssembly::rename_repeated_states(FileVariable& variable) {
    std::vector<std::size_t> order(variable.states.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(
        order, {}, [&](std::size_t s) -> const std::string& { return variable.states[s].text; });
    for (std::size_t i = 1, first = 0; i < order.size(); ++i) {
        WrittenName& state = variable.states[order[i]];
        const std::string& same = variable.states[order[first]].text;
        if (state.text != same || same.empty()) {
            first = i;
            continue;
        }
        error(state.offset,
              "variable " + shown(variable.name.text) + " has two states " + shown(state.text));
        state.text += " (" + std::to_string(order[i] + 1) + ")";
    }
}

void NetworkAssembly::add_family(WrittenFamily family, const std::vector<std::string>& lines) {
    if (const std::optional<VariableId> child = builder_.find(family.child.text))
        for (const std::string& line : lines) builder_.annotate(*child, line);
    const auto left = std::ranges::find_if(
        family.parents, [&](const WrittenName& name) { return is_left_out(name); });
    if (left == family.parents.end()) {
        builder_.add_family(std::move(family));
        return;
    }
    const std::string& noun = left_out_.at(left->text);
    error(left->offset,
          shown(family.child.text) + " depends on " + shown(left->text) + ", which is a " + noun +
              " and has no distribution",
          "take the " + noun + " out in the program that wrote the file, and save the result");
}

void NetworkAssembly::add_arc(WrittenName parent, WrittenName child) {
    if (kind_of(child) != Variable::Kind::decision) {
        builder_.add_arc(std::move(parent), std::move(child));
        return;
    }
    WrittenFamily& family = decisions_[child.text];
    if (family.parents.empty()) family.offset = child.offset;
    family.child = std::move(child);
    const auto is_same = [&](const WrittenName& known) { return known.text == parent.text; };
    if (std::ranges::none_of(family.parents, is_same)) family.parents.push_back(std::move(parent));
}

void NetworkAssembly::add_families_of_decisions() {
    for (auto& [name, family] : decisions_) add_family(std::move(family));
    decisions_.clear();
}

void NetworkAssembly::leave_policy(const WrittenName& decision, std::size_t offset) {
    leave_in_file(Part::told_contents, "table of a decision", offset);
    warn(offset, "the policy of the decision " + shown(decision.text) +
                     " was left out: its alternatives are chosen, not drawn");
}

std::optional<std::uint32_t> NetworkAssembly::require_state(StateFinder& states, VariableId id,
                                                            const WrittenName& name,
                                                            std::uint32_t before) {
    const std::optional<std::uint32_t> state = states.find(id, name.text, before);
    if (!state) report_unknown_state(id, name);
    return state;
}

void NetworkAssembly::report_unknown_state(VariableId id, const WrittenName& name) {
    builder_.add_unknown(
        name.offset, "variable " + shown(variable(id).name()) + " has no state " + shown(name.text),
        name.text, [&] { return variable(id).states(); });
}

std::vector<std::uint32_t> NetworkAssembly::states_by_number(
    const std::vector<WrittenName>& numbers, std::size_t offset, const WrittenFamily& family) {
    constexpr std::size_t largest = WrittenKeys::largest_state;
    if (numbers.size() != family.parents.size())
        cursor_.fail(offset, "this row of " + shown(family.child.text) + " has " +
                                 counted(numbers.size(), "state") + " for " +
                                 counted(family.parents.size(), "parent"));
    std::vector<std::uint32_t> states;
    for (const WrittenName& word : numbers) {
        const std::optional<std::size_t> number = whole_number(word.text);
        if (!number)
            cursor_.fail(word.offset, "expected the number of a state, counted from 0, found " +
                                          shown(word.text));
        states.push_back(static_cast<std::uint32_t>(std::min(*number, largest)));
    }
    return states;
}

std::optional<WrittenFunction> NetworkAssembly::function(const WrittenName& name) {
    const auto found =
        std::ranges::find(options_.functions, name.text, &FunctionCpd::Function::name);
    if (found != options_.functions.end()) return WrittenFunction{*found};
    error(name.offset, "there is no function " + shown(name.text),
          "the program that reads the file gives it as one of ReadOptions::functions");
    return std::nullopt;
}

std::optional<Combination> combination_of(std::string_view model) {
    constexpr std::array<std::string_view, 7> maxima = {
        "or", "max", "ormax", "causalmax", "generalmax", "generalizedmax", "noisyor"};
    constexpr std::array<std::string_view, 7> minima = {
        "and", "min", "andmin", "causalmin", "generalmin", "generalizedmin", "noisyand"};
    std::string letters;
    for (const char c : model)
        if (c != ' ' && c != '/' && c != '_') letters += ascii_lower(c);
    if (std::ranges::find(maxima, letters) != maxima.end()) return Combination::maximum;
    if (std::ranges::find(minima, letters) != minima.end()) return Combination::minimum;
    return std::nullopt;
}

void NetworkAssembly::leave_in_file(Part kind, const std::string& noun, std::size_t offset,
                                    std::size_t count) {
    constexpr std::size_t most_nouns = 50;
    if (count == 0) return;
    const bool is_listed = left_parts_.size() < most_nouns || left_parts_.contains({kind, noun});
    LeftPart& part = left_parts_[{kind, is_listed ? noun : "other part"}];
    if (part.count == 0) part.offset = offset;
    part.count += count;
}

void NetworkAssembly::leave_out(WrittenName name, const std::string& noun) {
    leave_in_file(Part::told_contents, noun, name.offset);
    left_out_.emplace(std::move(name.text), noun);
}

/// One note for all contents that were not told.
void NetworkAssembly::name_left_parts() {
    std::string untold;
    std::size_t first = 0;
    for (const auto& [key, part] : left_parts_) {
        const auto& [kind, noun] = key;
        std::string words = counted(part.count, noun);
        (kind == Part::looks ? source_.looks : source_.contents).push_back(words);
        if (kind != Part::contents) continue;
        first = untold.empty() ? part.offset : std::min(first, part.offset);
        untold += (untold.empty() ? "" : ", ") + words;
    }
    if (!untold.empty())
        note(first, "the file also has what no network holds: " + untold,
             "only the same format keeps it");
}

ReadResult NetworkAssembly::finish(End end, std::string hint) && {
    add_families_of_decisions();
    name_left_parts();
    if (end == End::unmarked) {
        WrittenSource source = source_of_places();
        source.end = cursor_.text().size();
        source.hint_at_end = std::move(hint);
        builder_.set_source(std::move(source));
    }
    std::vector<Problem> remarks;
    BayesianNetwork network = std::move(builder_).build(remarks);
    return {
        .network = std::move(network), .remarks = std::move(remarks), .source = std::move(source_)};
}

}  // namespace pgm::io::detail
