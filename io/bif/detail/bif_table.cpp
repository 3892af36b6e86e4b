#include <io/bif/detail/bif_table.hpp>

#include <io/bif/detail/bif_numbers.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/row_normalisation.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace pgm::io::detail {
namespace {

std::uint32_t short_offset(std::size_t offset) {
    return static_cast<std::uint32_t>(
        std::min<std::size_t>(offset, std::numeric_limits<std::uint32_t>::max()));
}

std::string numbers_text(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " number" : " numbers");
}

}  // namespace

TableCpd BifTableReader::read(const BifFamily& family, const BifBlock& block, std::size_t cells) {
    begin(family, block, cells);
    statements();
    fill_gaps();
    return TableCpd(std::move(table_));
}

void BifTableReader::begin(const BifFamily& family, const BifBlock& block, std::size_t cells) {
    family_ = &family;
    block_ = block;
    row_length_ = outline_.variable(family.child).cardinality();
    number_ = locations_.begin_table(block.offset, cells / row_length_, row_length_);
    rows_ = locations_.rows(number_);
    table_ = Table(scope_of(family));
    default_.clear();
    broken_row_ = false;
    to_be_learned_.reset();
    key_.begin(family);
}

Scope BifTableReader::scope_of(const BifFamily& family) {
    members_.assign(family.parents.begin(), family.parents.end());
    members_.push_back(family.child);
    cardinalities_.clear();
    for (const VariableId id : members_)
        cardinalities_.push_back(outline_.variable(id).cardinality());
    return Scope(members_, cardinalities_);
}

void BifTableReader::statements() {
    lexer_.expect('{', [&] { return "to open the block of " + family(); });
    for (;;) {
        const BifToken token = lexer_.next();
        if (token.is('(')) {
            keyed_row(token.offset);
        } else if (token.is_keyword("table")) {
            whole_table(token.offset);
        } else if (token.is_keyword("default")) {
            default_row(token.offset);
        } else if (token.is_keyword("property")) {
            outline_.builder.annotate(family_->child, lexer_.property());
        } else if (token.is('}')) {
            return;
        } else if (!token.is(';')) {
            fail_at_statement(token);
        }
    }
}

void BifTableReader::fail_at_statement(const BifToken& token) {
    static const std::array<std::string, 3> keywords = {"table", "default", "property"};
    const std::string meant = nearest_name(token.text, keywords);
    std::string hint = meant.empty() ? "" : "did you mean '" + meant + "'?";
    if (token.kind == BifToken::Kind::end) {
        hint = "the '}' of the block that began on line " +
               std::to_string(lexer_.cursor().locate(block_.offset).line) + " is missing";
    }
    lexer_.fail_expected("a row, 'table', 'default', 'property' or '}' in the block of " + family(),
                         token, std::move(hint));
}

void BifTableReader::keyed_row(std::size_t offset) {
    const std::optional<std::size_t> row = key_.read(offset);
    if (row && !key_.wildcards().empty()) return wildcard_rows(offset, *row);
    if (!row || rows_[*row] != 0 || offsets().first_number != 0) {
        if (row) report_.error(offset, row_text(outline_, *family_, *row) + " is given twice");
        broken_row_ = true;
        read_bif_numbers(lexer_, {});
        return;
    }
    rows_[*row] = short_offset(offset - block_.offset);
    offsets().has_keyed_rows = true;
    const std::size_t first = lexer_.cursor().offset();
    const std::size_t count = read_bif_numbers(lexer_, row_values(*row));
    if (count == row_length_ && leaves_to_be_learned(row_values(*row), first)) return;
    if (count != row_length_) {
        report_count(count, row_length_, offset, row_text(outline_, *family_, *row));
        make_uniform(row_values(*row));
    }
}

void BifTableReader::default_row(std::size_t offset) {
    const std::string name = "the default row of " + family();
    if (offsets().default_row != 0) report_.error(offset, name + " is given twice");
    offsets().default_row = offset;
    read_repeated_row(offset, name, default_);
}

/// Fills the rows that a key with wildcards stands for. Each row is filled once and the first that
/// was filled before ends it, so that the time of all keys together is linear in the table.
void BifTableReader::wildcard_rows(std::size_t offset, std::size_t first_row) {
    read_repeated_row(offset, "the row of " + family(), wildcard_);
    const std::span<const BifRowKey::Wildcard> wildcards = key_.wildcards();
    std::vector<std::size_t> states(wildcards.size());
    for (std::size_t row = first_row;;) {
        if (rows_[row] != 0 || offsets().first_number != 0) {
            report_.error(offset, row_text(outline_, *family_, row) + " is given twice");
            broken_row_ = true;
            return;
        }
        rows_[row] = short_offset(offset - block_.offset);
        offsets().has_keyed_rows = true;
        std::copy(wildcard_.begin(), wildcard_.end(), row_values(row).begin());
        std::size_t i = wildcards.size();
        for (; i > 0 && ++states[i - 1] == wildcards[i - 1].states; --i) {
            states[i - 1] = 0;
            row -= (wildcards[i - 1].states - 1) * wildcards[i - 1].stride;
        }
        if (i == 0) return;
        row += wildcards[i - 1].stride;
    }
}

/// Reads the numbers of a row that may stand for millions of rows. Its problems are reported here,
/// once.
void BifTableReader::read_repeated_row(std::size_t offset, const std::string& name,
                                       std::vector<double>& row) {
    row.assign(row_length_, 0.0);
    const std::size_t first = lexer_.cursor().offset();
    const std::size_t count = read_bif_numbers(lexer_, row);
    if (count == row_length_ && leaves_to_be_learned(row, first)) return;
    const RowJudgement judgement = judge_row(row);
    if (count != row_length_) {
        report_count(count, row_length_, offset, name);
        make_uniform(row);
    } else if (judgement.verdict == RowVerdict::wrong_sum) {
        report_.error(offset, name + " sums to " + to_text(judgement.sum, 10) + ", not 1");
        make_uniform(row);
    } else if (judgement.verdict == RowVerdict::not_probabilities) {
        report_.error(
            offset, name + " holds " + to_text(row[judgement.bad_state]) + ", not between 0 and 1");
        make_uniform(row);
    }
}

void BifTableReader::whole_table(std::size_t offset) {
    const bool twice = offsets().first_number != 0 || offsets().has_keyed_rows;
    const std::size_t first = lexer_.peek().offset;
    numbers_.resize(twice ? 0 : table_.size());
    const std::size_t count = read_bif_numbers(lexer_, numbers_);
    if (twice) {
        report_.error(offset, "the table of " + family() + " is given twice");
        return;
    }
    offsets().first_number = first;
    if (count == table_.size() && leaves_to_be_learned(numbers_, first)) {
        make_uniform(table_.values());
    } else if (count == table_.size()) {
        store_table(offset);
    } else {
        report_count(count, table_.size(), offset, "the table of " + family());
        make_uniform(table_.values());
    }
}

void BifTableReader::store_table(std::size_t offset) {
    const auto place = [&]() -> BifTableOrder::TableStatement {
        return {offset, number_, family(), shown(outline_.variable(family_->child).name())};
    };
    const BifTableNumbers table{numbers_, row_length_};
    const bool child_fastest = order_.is_child_fastest(table, table_.scope(), place, report_);
    offsets().child_fastest = child_fastest;
    table.copy_rows(child_fastest, table_.values());
}

void BifTableReader::fill_gaps() {
    if (offsets().first_number != 0) return;
    std::size_t missing = 0;
    std::size_t first = 0;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        if (rows_[row] != 0) continue;
        if (!default_.empty()) {
            std::copy(default_.begin(), default_.end(), row_values(row).begin());
        } else {
            if (missing++ == 0) first = row;
            make_uniform(row_values(row));
        }
    }
    if (missing == 0 || broken_row_) return;
    const std::string more = missing > 1 ? ", and " + std::to_string(missing - 1) + " more" : "";
    report_.error(family_->offset, "no row for " + row_text(outline_, *family_, first) + more,
                  "give every row, or a 'default' row");
}

/// True if all numbers of a row, or of a table, are -1, which leaves them unspecified.
/// Then makes them uniform. The offset is that of the first number, or of blanks before it.
bool BifTableReader::leaves_to_be_learned(std::span<double> values, std::size_t offset) {
    if (!std::ranges::all_of(values, [](double value) { return value == -1; })) return false;
    if (!to_be_learned_) to_be_learned_ = offset_of_bif_number(lexer_, offset, 0);
    make_uniform(values);
    return true;
}

/// Fills an invalid row, or all rows, with the uniform distribution.
void BifTableReader::make_uniform(std::span<double> values) const {
    std::fill(values.begin(), values.end(), 1.0 / static_cast<double>(row_length_));
}

void BifTableReader::report_count(std::size_t found, std::size_t expected, std::size_t offset,
                                  const std::string& what) {
    report_.error(offset,
                  what + " has " + numbers_text(found) + ", expected " + std::to_string(expected));
}

}  // namespace pgm::io::detail
