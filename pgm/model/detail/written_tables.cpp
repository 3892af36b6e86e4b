#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/detail/family_reading.hpp>
#include <pgm/model/row_normalisation.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

// The discrete distributions of a FamilyReading, one function for each form that they have.

namespace pgm::detail {
namespace {

/// The scope of a table whose cells are in the order in which they were written.
Scope written_scope(const Scope& scope, NumberOrder order) {
    std::vector<VariableId> members(scope.variables().begin(), scope.variables().end());
    std::vector<std::size_t> cardinalities(scope.cardinalities().begin(),
                                           scope.cardinalities().end());
    const auto arrange = [order](auto& list) {
        if (order == NumberOrder::child_slowest)
            std::rotate(list.begin(), list.end() - 1, list.end());
        if (order == NumberOrder::first_fastest) std::reverse(list.begin(), list.end() - 1);
    };
    arrange(members);
    arrange(cardinalities);
    return Scope(members, cardinalities);
}

/// For each row of a table the first number in the file, by its place.
std::vector<std::size_t> places_of_rows(const Scope& scope, const Scope& written,
                                        const WrittenNumbers& numbers) {
    const std::size_t parents = scope.size() - 1;
    std::vector<std::size_t> strides(parents);
    for (std::size_t i = 0; i < parents; ++i)
        strides[i] = written.strides()[*written.axis(scope.variables()[i])];
    std::vector<std::size_t> places(scope.cells() / scope.cardinalities().back());
    for (std::size_t row = 0; row < places.size(); ++row) {
        std::size_t number = 0, rest = row;
        for (std::size_t i = parents; i-- > 0; rest /= scope.cardinalities()[i])
            number += rest % scope.cardinalities()[i] * strides[i];
        places[row] = numbers.offset_of(number);
    }
    return places;
}

/// The mistake in a row as a message goes on after its name. That of a row for many configurations
/// is looked for here, so that it is reported once; others are checked with their network.
std::string mistake_in(std::span<const double> row, std::size_t states, bool is_repeated) {
    if (row.size() != states)
        return " has " + counted(row.size(), "number") + ", expected " + std::to_string(states);
    if (!is_repeated) return {};
    const RowJudgement judgement = judge_row(row);
    if (judgement.verdict == RowVerdict::wrong_sum)
        return " sums to " + to_text(judgement.sum, 10) + ", not 1";
    if (judgement.verdict == RowVerdict::not_probabilities)
        return " holds " + to_text(row[judgement.bad_state]) + ", not between 0 and 1";
    return {};
}

/// The places of the numbers in the order of the cells of `scope`.
std::vector<std::size_t> places_of_numbers(const Scope& scope, const Scope& written,
                                           const WrittenNumbers& numbers) {
    std::vector<double> places;  // exact, and permuted like the numbers
    for (std::size_t n = 0; n < numbers.values.size(); ++n)
        places.push_back(static_cast<double>(numbers.offset_of(n)));
    const Table in_order = Table(written, places).permuted(scope.variables());
    std::vector<std::size_t> of_cells;
    for (const double place : in_order.values())
        of_cells.push_back(static_cast<std::size_t>(place));
    return of_cells;
}

}  // namespace

std::optional<Cpd> FamilyReading::cpd_of(const Family& family, WrittenTable& table) {
    if (!is_table(family)) return std::nullopt;
    std::vector<VariableId> members = family.parents;
    members.push_back(family.child);
    const std::size_t found = table.numbers.values.size(), cells = cells_of(family, members);
    if (found != cells) {
        report_count(family, found, cells);
        return std::nullopt;
    }
    limits_.add(named(family), cells, family.place);
    const Scope scope = draft_.scope(members), written = written_scope(scope, table.order);
    if (!has_shape(family, table.lists, written.cardinalities())) return std::nullopt;
    set_places(family, places_of_rows(scope, written, table.numbers));
    Table values(written, table.numbers.values);
    if (!(written == scope)) values = values.permuted(members);
    if (draft_.source.number_places)
        keep_number_places(family, places_of_numbers(scope, written, table.numbers));
    if (table.may_be_counts)
        divide_by_sums(family, variable(family.child).cardinality(), values.values());
    return TableCpd(std::move(values));
}

/// Gives the places of the numbers of a table, in the order of its cells, to who asks for them.
void FamilyReading::keep_number_places(const Family& family, std::vector<std::size_t> numbers) {
    if (!draft_.source.number_places) return;
    std::vector<std::vector<std::size_t>>& places = *draft_.source.number_places;
    places.resize(std::max(places.size(), family.child.index() + 1));
    places[family.child.index()] = std::move(numbers);
}

/// Counts become relative frequencies. Rows of probabilities stay as they are, and so do those that
/// cannot be divided, which are then reported as they are.
void FamilyReading::divide_by_sums(const Family& family, std::size_t states,
                                   std::span<double> values) {
    std::size_t divided = 0;
    for (std::size_t first = 0; first < values.size(); first += states) {
        const std::span<double> row = values.subspan(first, states);
        const RowJudgement judgement = judge_row(row);
        const bool is_of_counts = judgement.verdict == RowVerdict::wrong_sum && judgement.sum > 0 &&
                                  std::isfinite(judgement.sum);
        if (!is_of_counts) continue;
        for (double& number : row) number /= judgement.sum;
        ++divided;
    }
    if (divided == 0) return;
    draft_.report(
        Problem::Severity::note, family.place,
        counted(divided, "row") + " of " + text_of(family) +
            (divided == 1 ? " does not sum to 1: it was read as counts and divided by its sum"
                          : " do not sum to 1: they were read as counts and divided by their "
                            "sums"));
}

std::optional<Cpd> FamilyReading::cpd_of(const Family& family, WrittenRows& given) {
    if (!is_table(family)) return std::nullopt;
    std::vector<VariableId> members = family.parents;
    members.push_back(family.child);
    const std::size_t cells = cells_of(family, members),
                      states = variable(family.child).cardinality();
    limits_.add(named(family), cells, family.place);
    const KeyedRows::Mistake mistake = [&](std::size_t row, bool is_repeated) {
        return mistake_in(given.row(row), states, is_repeated);
    };
    KeyedRows keyed(draft_, family, family.parents, given.keys, mistake);
    if (keyed.repeats_rows()) limits_.add_filled(named(family), cells, family.place);
    const std::optional<std::vector<std::size_t>> sources = keyed.sources(cells / states);
    if (!sources) {
        keyed.report_mistakes(
            [&](std::size_t row) { return mistake_in(given.row(row), states, true); });
        return std::nullopt;
    }
    std::vector<double> values;
    values.reserve(cells);
    std::vector<std::size_t> places, number_places;
    for (const std::size_t source : *sources) {
        const bool is_fine = keyed.is_fine(source);
        places.push_back(is_fine ? given.keys.offsets[source] : family.place);
        for (std::size_t x = 0; is_fine && draft_.source.number_places && x < states; ++x)
            number_places.push_back(given.numbers.offset_of(given.first_numbers[source] + x));
        if (is_fine)
            std::ranges::copy(given.row(source), std::back_inserter(values));
        else
            values.insert(values.end(), states, 1 / static_cast<double>(states));
    }
    set_places(family, places);
    if (!keyed.repeats_rows()) keep_number_places(family, number_places);
    return TableCpd(draft_.scope(members), std::move(values));
}

std::optional<Cpd> FamilyReading::cpd_of(const Family& family, WrittenDeterministic& given) {
    if (!is_table(family)) return std::nullopt;
    std::vector<VariableId> members = family.parents;
    const std::size_t rows = cells_of(family, members);
    if (given.states.size() != rows) {
        draft_.error(family.place, text_of(family) + " needs " + counted(rows, "state") +
                                       ", found " + std::to_string(given.states.size()));
        return std::nullopt;
    }
    members.push_back(family.child);
    const std::size_t cells = cells_of(family, members);
    limits_.add_filled(named(family), cells, family.place);
    const Variable& child = variable(family.child);
    std::vector<double> values(cells, 0.0);
    bool complete = true;
    for (std::size_t row = 0; row < rows; ++row) {
        const WrittenName& state = given.states[row];
        const std::optional<StateId> found = child.find_state(state.text);
        complete = complete && found;
        if (found)
            values[row * child.cardinality() + found->index()] = 1;
        else
            draft_.unknown(
                state.offset,
                "variable " + in_quotes(child.name()) + " has no state " + in_quotes(state.text),
                state.text, [&] { return child.states(); });
    }
    if (!complete) return std::nullopt;
    return TableCpd(draft_.scope(members), values);
}

std::optional<Cpd> FamilyReading::cpd_of(const Family& family, WrittenNoisyMax& given) {
    if (!is_table(family)) return std::nullopt;
    const std::size_t states = variable(family.child).cardinality();
    std::size_t rows = 1;
    for (const VariableId parent : family.parents) rows += variable(parent).cardinality();
    const WrittenNumbers& numbers = given.numbers;
    if (numbers.values.size() != rows * states) {
        report_count(family, numbers.values.size(), rows * states);
        return std::nullopt;
    }
    std::vector<std::size_t> places;
    std::vector<NoisyMaxCpd::Link> links;
    std::size_t row = 0;
    const auto next_row = [&] {
        const auto first = numbers.values.begin() + static_cast<std::ptrdiff_t>(row * states);
        places.push_back(numbers.offset_of(row++ * states));
        return std::vector<double>(first, first + static_cast<std::ptrdiff_t>(states));
    };
    for (std::size_t i = 0; i < family.parents.size(); ++i) {
        const std::size_t k = variable(family.parents[i]).cardinality();
        NoisyMaxCpd::Link& link = links.emplace_back();
        link.parent = family.parents[i];
        link.rows.resize(k);
        for (std::size_t j = 0; j < k; ++j)
            link.rows[given.states_of_rows.empty() ? j : given.states_of_rows[i][j]] = next_row();
    }
    const std::vector<double> leak = next_row();
    set_places(family, places);
    return NoisyMaxCpd(family.child, links, leak, NoisyMaxCpd::Parameters::net, given.order);
}

/// Finds the numbers of the link of each parent, then those of the leak, which may be null.
bool FamilyReading::match_links(const Family& family, const WrittenNoisyMaxParts& given,
                                std::vector<const WrittenNumbers*>& numbers) {
    numbers.assign(family.parents.size() + 1, nullptr);
    const std::size_t states = variable(family.child).cardinality();
    const auto refuse = [&](std::size_t offset, const std::string& message) {
        draft_.error(offset, text_of(family) + message);
        return false;
    };
    for (const WrittenNoisyMaxParts::Part& part : given.parts) {
        const std::optional<VariableId> parent =
            part.parent ? draft_.require(*part.parent) : std::optional<VariableId>();
        if (part.parent && !parent) return false;
        const auto at = parent ? std::ranges::find(family.parents, *parent) : family.parents.end();
        const std::string name = parent ? "link of " + in_quotes(variable(*parent).name()) : "leak";
        const std::size_t offset = part.parent ? part.parent->offset : part.numbers.begin;
        if (parent && at == family.parents.end())
            return refuse(offset, " has a " + name + ", which is no parent");
        const WrittenNumbers*& found =
            numbers[static_cast<std::size_t>(at - family.parents.begin())];
        if (found) return refuse(offset, " has a second " + name);
        const std::size_t needed = states * (parent ? variable(*parent).cardinality() : 1);
        if (part.numbers.values.size() != needed)
            return refuse(part.numbers.begin, ": the " + name + " needs " +
                                                  counted(needed, "number") + ", found " +
                                                  std::to_string(part.numbers.values.size()));
        found = &part.numbers;
    }
    for (std::size_t i = 0; i < family.parents.size(); ++i)
        if (!numbers[i])
            return refuse(family.place,
                          " has no link of " + in_quotes(variable(family.parents[i]).name()));
    return true;
}

std::optional<Cpd> FamilyReading::cpd_of(const Family& family, WrittenNoisyMaxParts& given) {
    std::vector<const WrittenNumbers*> links;
    if (!is_table(family) || !match_links(family, given, links)) return std::nullopt;
    const std::size_t states = variable(family.child).cardinality();
    WrittenNoisyMax whole{{family.place, {}, {}}, {}, given.order};
    for (const WrittenNumbers* const link : links)
        if (link) whole.numbers.begin = std::min(whole.numbers.begin, link->begin);
    for (const WrittenNumbers* const link : links) {
        const std::size_t rows = link ? link->values.size() / states : 1;
        for (std::size_t row = 0; row < rows; ++row) {
            for (std::size_t x = 0; x < states; ++x) {
                const std::size_t at = given.number_order == NumberOrder::child_slowest
                                           ? x * rows + row
                                           : row * states + x;
                const bool is_absent =
                    x == (given.order == NoisyMaxCpd::Order::absent_first ? 0 : states - 1);
                if (link)
                    whole.numbers.add(link->values[at], link->offset_of(at));
                else
                    whole.numbers.add(is_absent ? 1 : 0, family.place);
            }
        }
    }
    return cpd_of(family, whole);
}

std::optional<Cpd> FamilyReading::cpd_of(const Family& family, WrittenUniform&) {
    if (!is_table(family)) return std::nullopt;
    std::vector<VariableId> members = family.parents;
    members.push_back(family.child);
    const std::size_t cells = cells_of(family, members);
    limits_.add_filled(named(family), cells, family.place);
    const double uniform = 1.0 / static_cast<double>(variable(family.child).cardinality());
    return TableCpd(draft_.scope(members), std::vector<double>(cells, uniform));
}

}  // namespace pgm::detail
