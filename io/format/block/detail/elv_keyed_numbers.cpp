#include <io/format/block/detail/elv_keyed_numbers.hpp>

#include <pgm/core/text/number_text.hpp>

#include <algorithm>

namespace pgm::io::detail {
namespace {

/// The child and the parents; none of them if one is unknown, which is reported with the family.
std::vector<VariableId> members_of(const WrittenFamily& family, const NetworkBuilder& builder) {
    std::vector<WrittenName> names{family.child};
    std::ranges::copy(family.parents, std::back_inserter(names));
    std::vector<VariableId> members;
    for (const WrittenName& name : names) {
        const std::optional<VariableId> id = builder.find(name.text);
        if (!id) return {};
        members.push_back(*id);
    }
    return members;
}

/// The cell of these states, or `limit` for all cells from there on; null after a report.
std::optional<std::size_t> cell_of_key(const std::vector<WrittenName>& key, std::size_t offset,
                                       std::span<const VariableId> members, std::size_t limit,
                                       NetworkAssembly& assembly, StateFinder& states) {
    const NetworkBuilder& builder = assembly.builder();
    if (key.size() != members.size()) {
        assembly.error(offset, "the relation of " + shown(builder.variable(members[0]).name()) +
                                   " needs " + counted(members.size(), "state") +
                                   " for a number, found " + std::to_string(key.size()));
        return std::nullopt;
    }
    std::size_t cell = 0;
    for (std::size_t i = 0; i < key.size(); ++i) {
        const std::optional<std::uint32_t> state =
            assembly.require_state(states, members[i], key[i]);
        if (!state) return std::nullopt;
        cell = std::min(cell * builder.variable(members[i]).cardinality() + *state, limit);
    }
    return cell;
}

}  // namespace

std::optional<ElvKeyedNumbers> read_keyed_numbers(BlockLexer& lexer, const std::string& what) {
    const std::size_t offset = lexer.peek().offset;
    if (!lexer.take('(') || !lexer.peek().is('[')) {
        lexer.back_to(offset);
        return std::nullopt;
    }
    ElvKeyedNumbers keyed;
    keyed.numbers.begin = offset;
    while (!lexer.take(')')) {
        keyed.keys.push_back(lexer.names("the states of a number", '[', ']'));
        lexer.expect('=', "after the states of a number");
        const BlockToken token = lexer.next();
        const std::optional<double> number = parse_number(token.text);
        if (token.kind != BlockToken::Kind::word || !number)
            lexer.cursor().fail(token.offset,
                                what + ": expected a number, found " + shown(token.text));
        keyed.numbers.add(*number, token.offset);
        lexer.take(',');
    }
    lexer.expect(';', "after the table");
    return keyed;
}

std::optional<WrittenNumbers> in_order_of_cells(const ElvKeyedNumbers& keyed,
                                                const WrittenFamily& family,
                                                NetworkAssembly& assembly) {
    const std::vector<VariableId> members = members_of(family, assembly.builder());
    if (members.empty()) return keyed.numbers;
    StateFinder states(assembly.builder());
    const std::size_t count = keyed.keys.size();
    std::vector<std::size_t> number_of(count, count);  // by cell
    for (std::size_t n = 0; n < count; ++n) {
        const std::size_t offset = keyed.numbers.offset_of(n);
        const std::optional<std::size_t> cell =
            cell_of_key(keyed.keys[n], offset, members, count, assembly, states);
        if (!cell) return std::nullopt;
        if (*cell == count || number_of[*cell] != count) {
            assembly.error(offset, "the relation of " + shown(family.child.text) +
                                       (*cell == count ? " has no number for some states"
                                                       : " has two numbers for these states"));
            return std::nullopt;
        }
        number_of[*cell] = n;
    }
    WrittenNumbers sorted{keyed.numbers.begin, {}, {}};
    for (const std::size_t n : number_of)
        sorted.add(keyed.numbers.values[n], keyed.numbers.offset_of(n));
    return sorted;
}

}  // namespace pgm::io::detail
