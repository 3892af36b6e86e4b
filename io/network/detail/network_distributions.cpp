#include <io/network/detail/network_assembly.hpp>

#include <io/network/detail/keyed_rows.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/cpd/linear_gaussian_cpd.hpp>
#include <pgm/model/cpd/noisy_max_cpd.hpp>
#include <pgm/model/cpd/table_cpd.hpp>
#include <pgm/model/row_normalisation.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

// The distributions of a NetworkAssembly, one function for each kind that files have.

namespace pgm::io::detail {
namespace {

/// The scope of a table whose cells are in the order of the file.
Scope file_scope(const Scope& scope, NumberOrder order) {
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

/// For each row of a table the first number in the file, by its place after the first of all.
std::vector<std::uint32_t> places_of_rows(const Scope& scope, const Scope& in_file,
                                          const FileNumbers& numbers) {
    const std::size_t parents = scope.size() - 1;
    std::vector<std::size_t> strides(parents);
    for (std::size_t i = 0; i < parents; ++i)
        strides[i] = in_file.strides()[*in_file.axis(scope.variables()[i])];
    std::vector<std::uint32_t> places(scope.cells() / scope.cardinalities().back());
    for (std::size_t row = 0; row < places.size(); ++row) {
        std::size_t number = 0, rest = row;
        for (std::size_t i = parents; i-- > 0; rest /= scope.cardinalities()[i])
            number += rest % scope.cardinalities()[i] * strides[i];
        places[row] = numbers.places[number];
    }
    return places;
}

/// A list, none being empty, that has numbers beside its lists, or null.
const NumberList* list_with_numbers_beside_lists(const std::vector<NumberList>& lists) {
    for (std::size_t i = 0; i < lists.size(); ++i) {
        std::size_t end = lists[i].first;  // of those so far; lists within them begin before it
        for (std::size_t j = i + 1; j < lists.size() && lists[j].first < lists[i].end; ++j) {
            if (lists[j].first > end) return &lists[i];
            end = std::max(end, lists[j].end);
        }
        if (end != lists[i].first && end != lists[i].end) return &lists[i];
    }
    return nullptr;
}

}  // namespace

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

std::optional<Cpd> NetworkAssembly::cpd_of(const Family& family, FileTable& table) {
    if (!is_table(family)) return std::nullopt;
    std::vector<VariableId> members = family.parents;
    members.push_back(family.child);
    const std::size_t found = table.numbers.values.size(), cells = cells_of(family, members);
    if (found != cells) {
        report_count(family, found, cells);
        return std::nullopt;
    }
    count_model_cells(family, cells);
    const Scope scope = scope_of(members), in_file = file_scope(scope, table.order);
    if (!has_shape(family, table.lists, in_file.cardinalities())) return std::nullopt;
    places_[family.child.index()].begin = table.numbers.begin;
    places_[family.child.index()].rows = places_of_rows(scope, in_file, table.numbers);
    Table values(in_file, table.numbers.values);
    if (!(in_file == scope)) values = values.permuted(members);
    note_places(family, in_file, table.numbers);
    if (table.may_be_counts)
        divide_by_sums(family, variable(family.child).cardinality(), values.values());
    return TableCpd(std::move(values));
}

/// Gives the options the place of each number of a table, if they ask for it.
void NetworkAssembly::note_places(const Family& family, const Scope& in_file,
                                  const FileNumbers& numbers) {
    if (!options_.number_places) return;
    std::vector<double> offsets;  // exact, and permuted like the numbers
    for (std::size_t n = 0; n < numbers.values.size(); ++n)
        offsets.push_back(static_cast<double>(numbers.offset_of(n)));
    std::vector<VariableId> members = family.parents;
    members.push_back(family.child);
    const Table in_order = Table(in_file, offsets).permuted(members);
    for (const double offset : in_order.values())
        places_of(family).push_back(static_cast<std::size_t>(offset));
}

std::vector<std::size_t>& NetworkAssembly::places_of(const Family& family) {
    NumberPlaces& places = *options_.number_places;
    places.resize(std::max(places.size(), family.child.index() + 1));
    return places[family.child.index()];
}

bool NetworkAssembly::has_shape(const Family& family, const std::vector<NumberList>& lists,
                                std::span<const std::size_t> cardinalities) {
    // A number may have brackets of its own.
    const auto fits = [&](const NumberList& list) {
        const std::size_t length = list.end - list.first;
        std::size_t cells = 1;
        bool found = length == cells;
        for (std::size_t i = cardinalities.size(); i-- > 0 && !found;) {
            cells *= cardinalities[i];
            found = length == cells && list.first % cells == 0;
        }
        return found;
    };
    const auto wrong = std::ranges::find_if_not(lists, fits);
    const auto refuse = [&](std::size_t offset, const std::string& what) {
        report_.error(offset, text_of(family) + what, "check the brackets of the numbers");
        return false;
    };
    if (wrong != lists.end())
        return refuse(wrong->offset,
                      " has a list of " + std::to_string(wrong->end - wrong->first) +
                          " here, which is no row, nor all rows of a state of a parent");
    const NumberList* const mixed = list_with_numbers_beside_lists(lists);
    return !mixed || refuse(mixed->offset, " has numbers beside lists in this list");
}

void NetworkAssembly::count_model_cells(const Family& family, std::size_t cells) {
    model_cells_ += cells;
    if (model_cells_ <= options_.limits.max_model_cells) return;
    throw TooLargeError("the tables up to " + text_of(family) + " have " +
                            std::to_string(model_cells_) + " cells together, the limit is " +
                            std::to_string(options_.limits.max_model_cells),
                        location(family.offset), "raise Limits::max_model_cells");
}

/// Counts become relative frequencies. Rows of probabilities stay as they are, and so do those that
/// cannot be divided, which are then reported as they are.
void NetworkAssembly::divide_by_sums(const Family& family, std::size_t states,
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
    report_.add(Problem::Severity::note, family.offset,
                counted(divided, "row") + " of " + text_of(family) +
                    (divided == 1
                         ? " does not sum to 1: it was read as counts and divided by its sum"
                         : " do not sum to 1: they were read as counts and divided by their "
                           "sums"));
}

/// Cells that the file does not spell out.
void NetworkAssembly::count_filled_cells(const Family& family, std::size_t cells) {
    filled_cells_ += cells;
    if (filled_cells_ <= options_.limits.max_filled_cells) return;
    throw TooLargeError("the tables without numbers up to " + text_of(family) + " have more than " +
                            std::to_string(options_.limits.max_filled_cells) +
                            " cells together, the limit",
                        location(family.offset),
                        "give the variables fewer parents, or raise Limits::max_filled_cells");
}

/// The numbers of a row for many configurations are looked at here, so that a mistake in them is
/// reported once.
std::string NetworkAssembly::mistake_in(std::span<const double> row, std::size_t states,
                                        bool is_repeated) {
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

std::optional<Cpd> NetworkAssembly::cpd_of(const Family& family, FileRows& given) {
    if (!is_table(family)) return std::nullopt;
    std::vector<VariableId> members = family.parents;
    members.push_back(family.child);
    const std::size_t cells = cells_of(family, members),
                      states = variable(family.child).cardinality();
    count_model_cells(family, cells);
    const KeyedRows::Mistake mistake = [&](std::size_t row, bool is_repeated) {
        return mistake_in(given.row(row), states, is_repeated);
    };
    KeyedRows keyed(builder_, family, family.parents, given.keys, report_, mistake);
    if (keyed.repeats_rows()) count_filled_cells(family, cells);
    const std::optional<std::vector<std::size_t>> sources = keyed.sources(cells / states);
    if (!sources) return std::nullopt;
    set_places(family, given.keys.offsets, *sources);
    std::vector<double> values;
    values.reserve(cells);
    for (const std::size_t source : *sources) {
        if (keyed.is_fine(source))
            std::ranges::copy(given.row(source), std::back_inserter(values));
        else
            values.insert(values.end(), states, 1 / static_cast<double>(states));
    }
    if (options_.number_places && !keyed.repeats_rows())
        for (const std::size_t source : *sources)
            for (std::size_t x = 0; x < states; ++x)
                places_of(family).push_back(
                    given.numbers.offset_of(given.first_numbers[source] + x));
    return TableCpd(scope_of(members), std::move(values));
}

/// The place of each row of a distribution: that of the row of the file which it comes from.
void NetworkAssembly::set_places(const Family& family, std::span<const std::size_t> offsets,
                                 std::span<const std::size_t> sources) {
    Places& places = places_[family.child.index()];
    const auto offset_of = [&](std::size_t source) {
        return source < offsets.size() ? offsets[source] : family.offset;
    };
    places.begin = family.offset;
    for (const std::size_t source : sources)
        places.begin = std::min(places.begin, offset_of(source));
    for (const std::size_t source : sources)
        places.rows.push_back(static_cast<std::uint32_t>(offset_of(source) - places.begin));
}

std::optional<Cpd> NetworkAssembly::cpd_of(const Family& family, FileDeterministic& given) {
    if (!is_table(family)) return std::nullopt;
    std::vector<VariableId> members = family.parents;
    const std::size_t rows = cells_of(family, members);
    if (given.states.size() != rows) {
        report_.error(family.offset, text_of(family) + " needs " + counted(rows, "state") +
                                         ", found " + std::to_string(given.states.size()));
        return std::nullopt;
    }
    members.push_back(family.child);
    const std::size_t cells = cells_of(family, members);
    count_filled_cells(family, cells);
    const Variable& child = variable(family.child);
    std::vector<double> values(cells, 0.0);
    bool complete = true;
    StateFinder finder(builder_, report_);
    for (std::size_t row = 0; row < rows; ++row) {
        const std::optional<std::uint32_t> state = finder.require(family.child, given.states[row]);
        complete = complete && state;
        if (state) values[row * child.cardinality() + *state] = 1;
    }
    if (!complete) return std::nullopt;
    return TableCpd(scope_of(members), values);
}

std::optional<Cpd> NetworkAssembly::cpd_of(const Family& family, FileNoisyMax& given) {
    if (!is_table(family)) return std::nullopt;
    const std::size_t states = variable(family.child).cardinality();
    std::size_t rows = 1;
    for (const VariableId parent : family.parents) rows += variable(parent).cardinality();
    const FileNumbers& numbers = given.numbers;
    if (numbers.values.size() != rows * states) {
        report_count(family, numbers.values.size(), rows * states);
        return std::nullopt;
    }
    Places& places = places_[family.child.index()];
    places.begin = numbers.begin;
    std::vector<NoisyMaxCpd::Link> links;
    std::size_t row = 0;
    const auto next_row = [&] {
        const auto first = numbers.values.begin() + static_cast<std::ptrdiff_t>(row * states);
        places.rows.push_back(numbers.places[row++ * states]);
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
    return NoisyMaxCpd(family.child, links, leak, NoisyMaxCpd::Parameters::net, given.order);
}

/// Finds the numbers of the link of each parent, then those of the leak, which may be null.
bool NetworkAssembly::match_links(const Family& family, const FileNoisyMaxParts& given,
                                  std::vector<const FileNumbers*>& numbers) {
    numbers.assign(family.parents.size() + 1, nullptr);
    const std::size_t states = variable(family.child).cardinality();
    const auto refuse = [&](std::size_t offset, const std::string& message) {
        report_.error(offset, text_of(family) + message);
        return false;
    };
    for (const FileNoisyMaxParts::Part& part : given.parts) {
        const std::optional<VariableId> parent =
            part.parent ? find(*part.parent) : std::optional<VariableId>();
        if (part.parent && !parent) return false;
        const auto at = parent ? std::ranges::find(family.parents, *parent) : family.parents.end();
        const std::string name = parent ? "link of " + shown(variable(*parent).name()) : "leak";
        const std::size_t offset = part.parent ? part.parent->offset : part.numbers.begin;
        if (parent && at == family.parents.end())
            return refuse(offset, " has a " + name + ", which is no parent");
        const FileNumbers*& found = numbers[static_cast<std::size_t>(at - family.parents.begin())];
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
            return refuse(family.offset,
                          " has no link of " + shown(variable(family.parents[i]).name()));
    return true;
}

std::optional<Cpd> NetworkAssembly::cpd_of(const Family& family, FileNoisyMaxParts& given) {
    std::vector<const FileNumbers*> links;
    if (!is_table(family) || !match_links(family, given, links)) return std::nullopt;
    const std::size_t states = variable(family.child).cardinality();
    FileNoisyMax whole{{family.offset, {}, {}}, {}, given.order};
    for (const FileNumbers* const link : links)
        if (link) whole.numbers.begin = std::min(whole.numbers.begin, link->begin);
    for (const FileNumbers* const link : links) {
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
                    whole.numbers.add(is_absent ? 1 : 0, family.offset);
            }
        }
    }
    return cpd_of(family, whole);
}

std::optional<Cpd> NetworkAssembly::cpd_of(const Family& family, FileUniform&) {
    if (!is_table(family)) return std::nullopt;
    std::vector<VariableId> members = family.parents;
    members.push_back(family.child);
    const std::size_t cells = cells_of(family, members);
    count_filled_cells(family, cells);
    const double uniform = 1.0 / static_cast<double>(variable(family.child).cardinality());
    return TableCpd(scope_of(members), std::vector<double>(cells, uniform));
}

}  // namespace pgm::io::detail
