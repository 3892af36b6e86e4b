#include <io/format/block/detail/bif_reader.hpp>

#include <io/format/block/detail/bif_table_order.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <array>
#include <utility>

// The probability blocks of a BIF text: keyed rows `(yes, no) 0.1, 0.9;` in any order, or one
// `table` with all numbers, and optionally a `default` row for all other rows.

namespace pgm::io::detail {
namespace {

/// True if all numbers of a row or a table are -1, which leaves them to be learned. Then makes its
/// rows of so many states uniform.
bool leaves_to_be_learned(std::span<double> numbers, std::size_t states) {
    if (!std::ranges::all_of(numbers, [](double number) { return number == -1; })) return false;
    std::ranges::fill(numbers, 1 / static_cast<double>(states));
    return true;
}

}  // namespace

struct BifReader::Family {
    std::size_t block = 0;  ///< where the block begins
    WrittenFamily file;
    std::string text;  ///< "P(lung | smoke)"
    /// The ids, if all names are those of variables; otherwise the names are reported when the
    /// family is added.
    bool is_known = false;
    VariableId child;
    std::vector<VariableId> parents;
    WrittenRows rows;
    std::optional<WrittenTable> table;
    std::vector<std::uint32_t> key;       ///< the states of the row that is read
    std::optional<std::size_t> to_learn;  ///< where the first number is -1
    bool has_keyed_rows = false;
};

void BifReader::read_block(const Block& block) {
    lexer_.back_to(block.head);
    Family family{.block = block.offset};
    const std::vector<WrittenName> names =
        read_bif_head(lexer_, variables_, options_.limits.max_parents, assembly_);
    if (!names.empty()) {
        family.file.child = names.front();
        family.file.offset = names.front().offset;
        family.file.parents.assign(names.begin() + 1, names.end());
        find_members(family);
    }
    family.rows.numbers.begin = block.offset;
    family.rows.keys.way_out = "give every row, or a 'default' row";
    read_statements(family);
    if (!names.empty()) add(family);
}

void BifReader::find_members(Family& family) {
    const NetworkBuilder& builder = assembly_.builder();
    const std::optional<VariableId> child = builder.find(family.file.child.text);
    family.is_known = child.has_value();
    for (const WrittenName& name : family.file.parents) {
        const std::optional<VariableId> parent = builder.find(name.text);
        family.is_known = family.is_known && parent;
        if (parent) family.parents.push_back(*parent);
    }
    family.child = child.value_or(VariableId(0));
    family.text = family.is_known ? builder.family_text(family.child, family.parents)
                                  : "P(" + printable_word(family.file.child.text) + ")";
    family.key.assign(family.parents.size(), 0);
}

void BifReader::fail_expected(const Family& family, const std::string& what,
                              const BlockToken& found, std::string hint) {
    if (found.kind != BlockToken::Kind::end) lexer_.fail_expected(what, found, std::move(hint));
    cursor_.fail(found.offset, "the text ends inside the block of " + family.text,
                 "the '}' of the block that began on line " +
                     std::to_string(cursor_.locate(family.block).line) + " is missing");
}

void BifReader::read_statements(Family& family) {
    static const std::array<std::string, 3> keywords = {"table", "default", "property"};
    lexer_.expect('{', "to open the block of " + family.text);
    for (;;) {
        const BlockToken token = lexer_.next();
        if (token.is('}')) return;
        if (token.is('(')) {
            read_row(family, token.offset);
        } else if (token.is_word("table")) {
            read_table(family, token.offset);
        } else if (token.is_word("default")) {
            read_default_row(family, token.offset);
        } else if (token.is_word("property")) {
            std::string line = lexer_.property();
            if (family.is_known) assembly_.builder().annotate(family.child, std::move(line));
        } else if (!token.is(';')) {
            fail_expected(
                family,
                "a row, 'table', 'default', 'property' or '}' in the block of " + family.text,
                token, keyword_meant(token, keywords));
        }
    }
}

void BifReader::read_row(Family& family, std::size_t offset) {
    const bool fits = read_key(family, offset);
    if (fits && family.table)
        assembly_.error(offset, family.text + " has a row here and a table before it");
    if (fits && !family.table) {
        family.has_keyed_rows = true;
        return read_numbers(family, offset);
    }
    family.rows.keys.has_refused_rows = true;
    WrittenNumbers skipped;
    lexer_.numbers(skipped);
}

void BifReader::read_default_row(Family& family, std::size_t offset) {
    if (family.rows.keys.default_row) {
        assembly_.error(offset, "the default row of " + family.text + " is given twice");
        WrittenNumbers skipped;
        lexer_.numbers(skipped);
        return;
    }
    family.rows.keys.default_row = family.rows.keys.size();
    std::ranges::fill(family.key, 0);
    read_numbers(family, offset);
}

/// Adds a row with the states of the key. Rows of -1 are to be learned, and uniform until then.
void BifReader::read_numbers(Family& family, std::size_t offset) {
    WrittenRows& rows = family.rows;
    rows.add(offset, family.key);
    const std::size_t first = rows.numbers.values.size(), count = lexer_.numbers(rows.numbers);
    const bool is_whole = family.is_known && count > 0 &&
                          count == assembly_.builder().variable(family.child).cardinality();
    if (is_whole && leaves_to_be_learned(std::span(rows.numbers.values).subspan(first), count) &&
        !family.to_learn)
        family.to_learn = rows.numbers.offset_of(first);
}

void BifReader::read_table(Family& family, std::size_t offset) {
    WrittenTable table{.numbers = {.begin = offset, .values = {}, .places = {}},
                       .order = NumberOrder::child_slowest};
    lexer_.numbers(table.numbers);
    if (family.table || family.has_keyed_rows)
        assembly_.error(offset, "the table of " + family.text + " is given twice");
    else
        family.table = std::move(table);
}

/// Reads the states of a key up to its ')'. False after a report of a mistake in them.
bool BifReader::read_key(Family& family, std::size_t offset) {
    key_.clear();
    pieces_.clear();
    bool after_comma = true;
    for (BlockToken token = lexer_.next(); !token.is(')'); token = lexer_.next()) {
        if (token.is(',') && !after_comma) {
            after_comma = true;
            continue;
        }
        if (!token.is_name())
            fail_expected(family, after_comma ? "a state" : "',' or ')' after the states of a row",
                          token);
        if (after_comma) pieces_.push_back(key_.size());
        key_.push_back(token);
        after_comma = false;
    }
    if (!family.is_known) return false;
    const std::size_t parents = family.parents.size();
    const bool is_joined = key_.size() != parents && pieces_.size() == parents;
    if (key_.size() != parents && !is_joined) {
        assembly_.error(offset, "this row of " + family.text + " names " +
                                    counted(key_.size(), "state") + ", but there " +
                                    (parents == 1 ? "is " : "are ") + counted(parents, "parent"));
        return false;
    }
    pieces_.push_back(key_.size());
    for (std::size_t i = 0; i < parents; ++i) {
        const std::size_t first = is_joined ? pieces_[i] : i;
        const std::size_t length = is_joined ? pieces_[i + 1] - first : 1;
        const std::optional<std::uint32_t> state =
            find_state(family, i, std::span(key_).subspan(first, length));
        if (!state) return false;
        family.key[i] = *state;
    }
    return true;
}

/// The state that words name, or WrittenKeys::any_state: `*` without quotes, unless a state has
/// this name.
std::optional<std::uint32_t> BifReader::find_state(Family& family, std::size_t parent,
                                                   std::span<const BlockToken> words) {
    const VariableId id = family.parents[parent];
    const bool is_plain = words.size() == 1 && words.front().kind == BlockToken::Kind::word;
    if (is_plain)
        if (const auto state = states_.find(id, words.front().text, family.key[parent]))
            return state;
    WrittenName name{{}, words.front().offset};
    for (const BlockToken& word : words)
        name.text.append(name.text.empty() ? "" : " ").append(lexer_.name_of(word));
    if (const auto state = states_.find(id, name.text)) return state;
    if (is_plain && name.text == "*") return WrittenKeys::any_state;
    assembly_.report_unknown_state(id, name);
    return std::nullopt;
}

void BifReader::add(Family& family) {
    if (!family.is_known) return assembly_.add_family(std::move(family.file));
    const NetworkBuilder& builder = assembly_.builder();
    const std::size_t states = builder.variable(family.child).cardinality();
    std::optional<std::size_t> cells = states;
    for (const VariableId parent : family.parents)
        if (cells) cells = checked_mul(*cells, builder.variable(parent).cardinality());
    if (family.table) {
        WrittenNumbers& numbers = family.table->numbers;
        const bool is_full = numbers.values.size() == cells;
        if (is_full && leaves_to_be_learned(numbers.values, states))
            family.to_learn = numbers.offset_of(0);
        family.file.distribution = *std::move(family.table);
        // Others may decide in which order they are.
        if (is_full && cells != states && !family.to_learn) {
            tables_.push_back(std::move(family.file));
            return;
        }
    } else {
        family.file.distribution = std::move(family.rows);
    }
    if (family.to_learn) to_learn_.push_back({family.child, cursor_.locate(*family.to_learn)});
    assembly_.add_family(std::move(family.file));
}

void BifReader::settle_orders() {
    settle_bif_table_orders(tables_, assembly_);
    for (WrittenFamily& table : tables_) assembly_.add_family(std::move(table));
}

}  // namespace pgm::io::detail
