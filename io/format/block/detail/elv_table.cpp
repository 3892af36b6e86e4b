#include <io/format/block/detail/elv_table.hpp>

#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace pgm::io::detail {
namespace {

constexpr std::string_view complement = "#";

double take_elv_number(BlockLexer& lexer, const std::string& what) {
    const BlockToken token = lexer.next();
    if (token.is_word(complement)) return std::numeric_limits<double>::quiet_NaN();
    const std::optional<double> number = parse_number(token.text);
    if (token.kind != BlockToken::Kind::word || !number)
        lexer.cursor().fail(token.offset, what + ": expected a number, found " + shown(token.text));
    return *number;
}

/// Behind '(', up to the ';'.
std::vector<ElvKeyedNumber> read_keyed_numbers(BlockLexer& lexer, const std::string& what) {
    std::vector<ElvKeyedNumber> keyed;
    while (!lexer.take(')')) {
        ElvKeyedNumber& found = keyed.emplace_back();
        found.states = lexer.names("the states of a number", '[', ']');
        lexer.expect('=', "after the states of a number");
        found.offset = lexer.peek().offset;
        found.value = take_elv_number(lexer, what);
        lexer.take(',');
    }
    lexer.expect(';', "after the table");
    return keyed;
}

/// Behind '(', up to the ';'.
WrittenNumbers read_ranged_numbers(BlockLexer& lexer, const std::string& what) {
    WrittenNumbers numbers{lexer.peek().offset, {}, {}};
    while (!lexer.take(')')) {
        const std::size_t offset = lexer.peek().offset;
        numbers.add(take_elv_number(lexer, what), offset);
        while (lexer.take('|')) {
            lexer.expect_name("a range or a name");
            if (!lexer.take('(')) continue;
            while (!lexer.take(')')) {
                lexer.expect_name("an end of a range or ')'");
                lexer.take(',');
            }
        }
    }
    lexer.expect(';', "after the table");
    return numbers;
}

/// Finds the states that a number has of the members of its family, the child's first. False after
/// a report.
bool find_key(ElvKeyedNumber& number, std::span<const VariableId> members, StateFinder& states,
              NetworkAssembly& assembly) {
    const NetworkBuilder& builder = assembly.builder();
    if (number.states.size() != members.size()) {
        assembly.error(number.offset,
                       "the relation of " + shown(builder.variable(members[0]).name()) + " needs " +
                           counted(members.size(), "state") + " for a number, found " +
                           std::to_string(number.states.size()));
        return false;
    }
    for (std::size_t i = 0; i < members.size(); ++i) {
        const auto state = assembly.require_state(states, members[i], number.states[i]);
        if (!state) return false;
        number.key.push_back(*state);
    }
    std::ranges::rotate(number.key, number.key.begin() + 1);
    return true;
}

}  // namespace

ElvTable read_elv_table(BlockLexer& lexer, const std::string& what) {
    const bool may_have_ranges = lexer.next().is_word("generalizedtable");
    const std::size_t offset = lexer.peek().offset;
    if (lexer.take('(')) {
        if (lexer.peek().is('['))
            return {.numbers = {offset, {}, {}}, .keyed = read_keyed_numbers(lexer, what)};
        if (may_have_ranges) return {.numbers = read_ranged_numbers(lexer, what), .keyed = {}};
    }
    lexer.back_to(offset);
    return {.numbers = lexer.numbers(what, nullptr, complement), .keyed = {}};
}

bool fill_complements(WrittenNumbers& numbers, std::size_t states) {
    const std::size_t rows = states == 0 ? 0 : numbers.values.size() / states;
    for (std::size_t row = 0; row < rows; ++row) {
        double* left = nullptr;
        double rest = 1;
        for (std::size_t at = row; at < rows * states; at += rows) {
            double& number = numbers.values[at];
            if (!std::isnan(number)) {
                rest -= number;
                continue;
            }
            if (std::exchange(left, &number) != nullptr) return false;
        }
        // Decimals that sum to 1 leave less than this by rounding.
        if (left != nullptr) *left = std::abs(rest) < 1e-12 ? 0 : rest;
    }
    return true;
}

bool make_rows(ElvTable& table, const WrittenFamily& family, NetworkAssembly& assembly) {
    if (table.keyed.empty()) return true;
    std::vector<WrittenName> names = family.parents;
    names.insert(names.begin(), family.child);
    std::vector<VariableId> members;
    for (const WrittenName& name : names)
        if (const auto id = assembly.builder().find(name.text)) members.push_back(*id);
    if (members.size() < names.size()) return true;  // reported with the family
    StateFinder states(assembly.builder());
    for (ElvKeyedNumber& number : table.keyed)
        if (!find_key(number, members, states, assembly)) return false;
    std::ranges::stable_sort(table.keyed, {}, &ElvKeyedNumber::key);
    WrittenRows& rows = table.rows.emplace();
    rows.numbers.begin = family.offset;
    const ElvKeyedNumber* before = nullptr;
    for (const ElvKeyedNumber& number : table.keyed) {
        if (before && before->key == number.key) {
            assembly.error(number.offset, "the relation of " + shown(family.child.text) +
                                              " has two numbers for these states");
            return false;
        }
        if (!before || !std::ranges::equal(before->row(), number.row()))
            rows.add(number.offset, number.row());
        rows.numbers.add(number.value, number.offset);
        before = &number;
    }
    return true;
}

WrittenNumbers child_slowest(const WrittenRows& rows) {
    WrittenNumbers numbers{rows.numbers.begin, {}, {}};
    for (std::size_t x = 0; x < rows.row(0).size(); ++x)
        for (std::size_t r = 0; r < rows.keys.size(); ++r)
            if (x < rows.row(r).size())
                numbers.add(rows.row(r)[x], rows.numbers.offset_of(rows.first_numbers[r] + x));
    return numbers;
}

}  // namespace pgm::io::detail
