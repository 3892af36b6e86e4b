#include <io/network/detail/network_assembly.hpp>

#include <io/network/detail/family_text.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/cpd/linear_gaussian_cpd.hpp>
#include <pgm/model/cpd/table_cpd.hpp>

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
                           of_diagrams = "influence diagrams are not supported: give decisions "
                                         "probabilities, and take utilities out",
                           of_time = "dynamic networks are not supported: unroll it in the program "
                                     "that wrote the file",
                           of_numbers = "cut it into intervals in the program that wrote the file",
                           of_formulas = "make a table of it in the program that wrote the file";

constexpr std::array<UnreadKind, 19> unread_kinds = {{
    {"decision", no_probabilities, of_diagrams},
    {"utility", no_probabilities, of_diagrams},
    {"super-value", no_probabilities, of_diagrams},
    {"svnode", no_probabilities, of_diagrams},
    {"idiagram", no_probabilities, of_diagrams},
    {"mau", no_probabilities, of_diagrams},
    {"alu", no_probabilities, of_diagrams},
    {"list", no_probabilities, of_diagrams},
    {"table", no_probabilities, of_diagrams},
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
    std::string lower(kind);
    std::ranges::transform(lower, lower.begin(), ascii_lower);
    return *std::ranges::find_if(unread_kinds, [&](const UnreadKind& unread) {
        constexpr std::size_t longest_of_its_own = 5;
        return unread.word.empty() || unread.word == lower ||
               (unread.word.size() > longest_of_its_own &&
                lower.find(unread.word) != lower.npos);
    });
}

}  // namespace

NetworkAssembly::NetworkAssembly(TextCursor& cursor, const ReadOptions& options)
    : cursor_(cursor), options_(options), builder_({}, options.limits), report_(cursor) {}

void NetworkAssembly::refuse_kind(const FileName& variable, std::string_view kind) {
    const UnreadKind& unread = unread_kind(kind);
    throw ModelError(shown(variable.text) + " is of the kind " + shown(kind) + ", " +
                         std::string(unread.reason),
                     location(variable.offset), std::string(unread.way_out));
}

void NetworkAssembly::set_name(FileName name) {
    if (name.text.size() > options_.limits.max_name_bytes)
        throw TooLargeError("the name of the network has " + std::to_string(name.text.size()) +
                                " bytes, the limit is " +
                                std::to_string(options_.limits.max_name_bytes),
                            location(name.offset), "raise Limits::max_name_bytes");
    if (has_control_character(name.text)) {
        report_.add(Problem::Severity::note, name.offset,
                    "the name of the network holds control characters, which were read as blanks");
        std::ranges::replace_if(name.text, is_control, ' ');
    }
    builder_.set_name(std::move(name.text));
}

void NetworkAssembly::note_latin1() {
    report_.add(Problem::Severity::note, 0, "the text is not UTF-8 and was read as Latin-1",
                "convert the file to UTF-8 if names look wrong");
}

NumberOrder NetworkAssembly::order_of_agrum(const FileFamily& family) {
    if (family.parents.size() > 1 && !std::exchange(has_noted_agrum_, true))
        report_.add(Problem::Severity::note, family.offset,
                    "the file was written by aGrUM, so its tables are read with the first parent "
                    "fastest",
                    "other programs, and this format, have the last parent fastest");
    return NumberOrder::first_fastest;
}

void NetworkAssembly::require_states(const FileVariable& variable, std::string_view noun,
                                     std::string hint) {
    if (!variable.states.empty()) return;
    report_.error(variable.name.offset,
                  std::string(noun) + " " + shown(variable.name.text) + " has no states",
                  std::move(hint));
}

bool NetworkAssembly::add_variable(FileVariable variable) {
    if (const std::optional<VariableId> first = builder_.find(variable.name.text)) {
        report_.error(variable.name.offset,
                      "variable " + shown(variable.name.text) +
                          " is declared twice, first on line " +
                          std::to_string(location(variables_[first->index()]).line));
        return false;
    }
    rename_repeated_states(variable);
    std::vector<std::string> states;
    for (FileName& state : variable.states) states.push_back(std::move(state.text));
    Variable made(std::move(variable.name.text), std::move(states));
    for (std::string& line : variable.annotations) made.annotate(std::move(line));
    builder_.add_variable(std::move(made), location(variable.name.offset));
    variables_.push_back(variable.name.offset);
    places_.emplace_back();
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
        FileName& state = variable.states[order[i]];
        const std::string& same = variable.states[order[first]].text;
        if (state.text != same || same.empty()) {
            first = i;
            continue;
        }
        report_.error(state.offset, "variable " + shown(variable.name.text) + " has two states " +
                                        shown(state.text));
        state.text += " (" + std::to_string(order[i] + 1) + ")";
    }
}

void NetworkAssembly::add_family(FileFamily family) {
    const std::optional<VariableId> child = find(family.child);
    if (!child || is_given_twice(*child, family)) return;
    places_[child->index()].distribution = family.offset;
    const std::optional<Family> found = find_family(*child, family);
    std::optional<Cpd> cpd;
    if (found) {
        try {
            cpd =
                std::visit([&](auto& given) { return cpd_of(*found, given); }, family.distribution);
        } catch (const ArgumentError& error) {
            report_.error(family.offset, text_of(*found) + ": " + error.message());
        }
    }
    builder_.set_cpd(cpd ? std::move(*cpd) : stand_in(*child));
}

void NetworkAssembly::add_link(const FileName& parent, const FileName& child) {
    const std::optional<VariableId> from = find(parent), to = find(child);
    if (from && to) links_.push_back({*from, *to, parent.offset});
}

/// One warning for all arcs that belong to no distribution.
void NetworkAssembly::warn_of_links(const BayesianNetwork& network, std::vector<Problem>& remarks) {
    const auto is_lost = [&](const Link& link) {
        return !network.dag().has_arc(link.parent, link.child);
    };
    const auto first = std::ranges::find_if(links_, is_lost);
    if (first == links_.end()) return;
    const auto count = static_cast<std::size_t>(std::ranges::count_if(links_, is_lost));
    remarks.push_back(
        {Problem::Severity::warning,
         counted(count, "link") + " of the file " + (count == 1 ? "is" : "are") +
             " in no distribution and left out: " + shown(network.variable(first->parent).name()) +
             " -> " + shown(network.variable(first->child).name()) + (count == 1 ? "" : ", ..."),
         location(first->offset),
         {}});
}

bool NetworkAssembly::is_given_twice(VariableId child, const FileFamily& family) {
    const std::optional<std::size_t> first = places_[child.index()].distribution;
    if (!first) return false;
    report_.error(family.offset, "the distribution of " + shown(family.child.text) +
                                     " is given twice, first on line " +
                                     std::to_string(location(*first).line));
    return true;
}

/// A substitute for a distribution that was reported, so that it is reported once.
Cpd NetworkAssembly::stand_in(VariableId child) const {
    const std::size_t states = variable(child).cardinality();
    if (states == 0) return LinearGaussianCpd(child, Scope(), {}, {{0, {}, 1}});
    return TableCpd(Scope({child}, {states}),
                    std::vector<double>(states, 1.0 / static_cast<double>(states)));
}

std::optional<VariableId> NetworkAssembly::find(const FileName& name) {
    if (const std::optional<VariableId> found = builder_.find(name.text)) return found;
    std::vector<std::string> known;
    if (report_.suggests()) {
        for (std::size_t v = 0; v < builder_.size(); ++v)
            known.push_back(variable(VariableId(v)).name());
    }
    report_.unknown(name.offset, "there is no variable " + shown(name.text), name.text, known);
    return std::nullopt;
}

/// The family with ids; nothing, after reports, unless all of it can be used.
std::optional<NetworkAssembly::Family> NetworkAssembly::find_family(VariableId child,
                                                                    const FileFamily& family) {
    if (family.parents.size() > options_.limits.max_parents)
        throw TooLargeError("more than " + std::to_string(options_.limits.max_parents) + " parents",
                            location(family.offset), "raise Limits::max_parents");
    Family found{child, {}, family.offset};
    bool complete = true;
    std::vector<std::pair<VariableId, std::size_t>> seen;
    for (const FileName& name : family.parents) {
        if (const auto left = left_out_.find(name.text); left != left_out_.end()) {
            report_.error(name.offset,
                          shown(variable(child).name()) + " depends on " + shown(name.text) +
                              ", which is a " + left->second + " and has no distribution",
                          "take the " + left->second +
                              " out in the program that wrote the file, and save the result");
            complete = false;
            continue;
        }
        const std::optional<VariableId> parent = find(name);
        complete = complete && parent && parent != child;
        if (parent == child)
            report_.error(name.offset,
                          "variable " + shown(name.text) + " is given as its own parent");
        if (!parent) continue;
        found.parents.push_back(*parent);
        seen.emplace_back(*parent, name.offset);
    }
    std::ranges::sort(seen);
    for (std::size_t i = 1; i < seen.size(); ++i) {
        if (seen[i].first != seen[i - 1].first) continue;
        report_.error(seen[i].second,
                      "parent " + shown(variable(seen[i].first).name()) + " is named twice");
        complete = false;
    }
    return complete ? std::optional(std::move(found)) : std::nullopt;
}

std::vector<VariableId> NetworkAssembly::discrete(std::span<const VariableId> variables) const {
    std::vector<VariableId> found;
    std::ranges::copy_if(variables, std::back_inserter(found),
                         [&](VariableId id) { return variable(id).is_discrete(); });
    return found;
}

std::string NetworkAssembly::text_of(const Family& family) const {
    return family_text(builder_, family.child, family.parents);
}

Scope NetworkAssembly::scope_of(std::span<const VariableId> members) const {
    std::vector<std::size_t> cardinalities;
    for (const VariableId id : members) cardinalities.push_back(variable(id).cardinality());
    return Scope(std::vector(members.begin(), members.end()), cardinalities);
}

/// The number of cells of a table over these variables. Throws TooLargeError beyond the limits.
std::size_t NetworkAssembly::cells_of(const Family& family, std::span<const VariableId> members) {
    const Limits& limits = options_.limits;
    std::optional<std::size_t> cells = 1;
    for (const VariableId id : members)
        if (cells) cells = checked_mul(*cells, variable(id).cardinality());
    if (!cells || *cells > limits.max_table_cells) {
        throw TooLargeError("the table of " + text_of(family) + " has " +
                                (cells ? std::to_string(*cells) : "more than 2^64") +
                                " cells, the limit is " + std::to_string(limits.max_table_cells),
                            location(family.offset),
                            "give the variable fewer parents, or raise Limits::max_table_cells");
    }
    return *cells;
}

/// True if a table can be the distribution: all members of the family are discrete.
bool NetworkAssembly::is_table(const Family& family) {
    const auto refuse = [&](VariableId id) {
        report_.error(family.offset, "the table of " + text_of(family) + " needs states, and " +
                                         shown(variable(id).name()) + " has none",
                      "cut it into intervals in the program that wrote the file");
        return false;
    };
    if (!variable(family.child).is_discrete()) return refuse(family.child);
    for (const VariableId parent : family.parents)
        if (!variable(parent).is_discrete()) return refuse(parent);
    return true;
}

void NetworkAssembly::report_count(const Family& family, std::size_t found, std::size_t expected) {
    report_.error(family.offset, text_of(family) + " needs " + counted(expected, "number") +
                                     ", found " + std::to_string(found));
}

/// A mistake that was reported, such as a wrong name, may be why a distribution is missing.
void NetworkAssembly::stand_in_for_missing() {
    for (std::size_t v = 0; v < places_.size(); ++v)
        if (!places_[v].distribution) builder_.set_cpd(stand_in(VariableId(v)));
}

/// Tells the builder where everything stands and what was wrong.
void NetworkAssembly::prepare() {
    builder_.set_locations({
        .variable = [this](VariableId id) { return location(variables_[id.index()]); },
        .cpd =
            [this](VariableId id) {
                return location(places_[id.index()].distribution.value_or(variables_[id.index()]));
            },
        .row =
            [this](VariableId id, std::size_t row) {
                const Places& places = places_[id.index()];
                return location(row < places.rows.size() ? places.begin + places.rows[row]
                                                         : places.distribution.value_or(0));
            },
    });
    for (Problem& problem : report_.problems()) builder_.add_problem(std::move(problem));
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

void NetworkAssembly::leave_out(FileName name, const std::string& noun) {
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
        report_.add(Problem::Severity::note, first,
                    "the file also has what no network holds: " + untold,
                    "only the same format keeps it");
}

ReadResult NetworkAssembly::finish(End end, std::string hint) && {
    name_left_parts();
    std::vector<std::string> missing;
    for (std::size_t v = 0; v < places_.size(); ++v)
        if (!places_[v].distribution) missing.push_back(variable(VariableId(v)).name());
    if (end == End::unmarked && !missing.empty() && !report_.has_error())
        throw text_ends_without(missing, location(cursor_.text().size()),
                                std::move(hint));
    if (report_.has_error()) stand_in_for_missing();
    prepare();
    try {
        std::vector<Problem> remarks;
        BayesianNetwork network = std::move(builder_).build(remarks);
        warn_of_links(network, remarks);
        return {.network = std::move(network),
                .remarks = in_order(std::move(remarks)),
                .source = std::move(source_)};
    } catch (const ModelError& error) {
        throw ModelError(in_order(error.problems()));
    }
}

}  // namespace pgm::io::detail
