#include <io/table/detail/block_columns.hpp>

#include <io/table/date_columns.hpp>
#include <io/table/detail/data_columns.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace pgm::io::detail {
namespace {

constexpr std::uint32_t no_limit = std::numeric_limits<std::uint32_t>::max();

std::map<std::string_view, const ColumnDeclaration*> by_name(
    std::span<const ColumnDeclaration> declarations) {
    std::map<std::string_view, const ColumnDeclaration*> found;
    for (const ColumnDeclaration& declaration : declarations)
        found.emplace(declaration.name, &declaration);
    return found;
}

/// Numbers and words of one column as texts.
template <class Words>
Column with_words(const Column& numbers, const Words& words) {
    std::vector<std::string> texts(numbers.rows());
    for (std::size_t row = 0; row < texts.size(); ++row)
        if (!numbers.is_missing(row)) texts[row] = to_text(numbers.value(row));
    for (const auto& word : words) texts[word.row] = word.text;
    return text_column(numbers.name(), std::vector<std::string_view>(texts.begin(), texts.end()));
}

}  // namespace

BlockColumns::BlockColumns(std::vector<std::string> names, const DataOptions& options,
                           std::span<const ColumnDeclaration> wanted,
                           std::vector<ColumnDeclaration> own)
    : names_(std::move(names)),
      options_(options),
      dates_(options.dates),
      is_for_model_(!wanted.empty()),
      rules_(options, names_.size()) {
    for (const ColumnDeclaration& column : wanted) dates_.known.push_back(column.name);
    choose(wanted, std::move(own));
    words_.resize(names_.size());
    begin_block();
}

/// Chooses the type of each column: the one in the options, that of the file if the column is
/// wanted, what is wanted, or ignored.
void BlockColumns::choose(std::span<const ColumnDeclaration> wanted,
                          std::vector<ColumnDeclaration> own) {
    using Kind = ColumnDeclaration::Kind;
    const DeclaredColumns declared(options_, names_);
    const auto wanted_by_name = by_name(wanted);
    const std::set<std::string> dated = columns_of_parts(dates_.known);
    bool keeps_any = false;
    for (std::size_t i = 0; i < names_.size(); ++i) {
        const auto found = wanted_by_name.find(names_[i]);
        const bool is_wanted = found != wanted_by_name.end();
        const ColumnDeclaration* const by_options = declared.find(i);
        ColumnDeclaration declaration{names_[i], Kind::ignored};
        if (by_options && !own.empty() && by_options->kind != Kind::ignored) {
            declaration = own[i];  // the reader of the format has combined the two
        } else if (by_options) {
            declaration = *by_options;
        } else if (dated.contains(names_[i]) && !parts_of(names_[i], dates_, names_).empty()) {
            declaration.kind = Kind::date;
            if (!own.empty()) declaration.date_order = own[i].date_order;
        } else if (is_wanted) {
            declaration = own.empty() ? *found->second : own[i];
        } else {
            skipped_.push_back(names_[i]);
        }
        keeps_any |= declaration.kind != Kind::ignored && names_[i] != options_.weights;
        if (declaration.kind == Kind::discrete && declaration.states.empty())
            declaration.max_states = no_limit;
        admits_words_.push_back(is_wanted && !by_options && own.empty() &&
                                declaration.kind == Kind::continuous);
        declarations_.push_back(std::move(declaration));
    }
    if (keeps_any || skipped_.empty()) return;
    const auto first = std::ranges::find(declarations_, skipped_.front(), &ColumnDeclaration::name);
    *first = {.name = skipped_.front(), .kind = Kind::discrete, .max_states = no_limit};
    skipped_.erase(skipped_.begin());
}

void BlockColumns::begin_block() {
    std::vector<ColumnEncoder> before;
    before.swap(encoders_);
    encoders_.reserve(names_.size());
    for (std::size_t i = 0; i < names_.size(); ++i) {
        encoders_.emplace_back(names_[i], &declarations_[i], rules_, false);
        if (!before.empty()) encoders_[i].go_on_with(before[i].dates());
    }
}

void BlockColumns::make_room(std::size_t rows) {
    for (ColumnEncoder& encoder : encoders_) encoder.make_room(rows);
}

bool BlockColumns::take_word(std::size_t column, std::string_view text, std::size_t row) {
    if (!admits_words_[column]) return false;
    std::vector<CellWord>& words = words_[column];
    // A row that a piece of the file cut off is passed again.
    if (!words.empty() && words.back().row == row) words.pop_back();
    words.push_back({row, std::string(text)});
    return true;
}

Column BlockColumns::column(std::size_t i, std::size_t rows) {
    ColumnEncoder& encoder = encoders_[i];
    const ColumnDeclaration& declaration = declarations_[i];
    const bool has_no_states = declaration.kind == ColumnDeclaration::Kind::discrete &&
                               declaration.states.empty() && !encoder.has_texts();
    if (has_no_states)
        return continuous_column(names_[i],
                                 RealCells(rows, std::numeric_limits<double>::quiet_NaN()));
    if (words_[i].empty()) {
        Column finished = encoder.finish(rows);
        if (encoder.has_days() && is_for_model_) mark_as_days(finished.variable);
        return finished;
    }
    return with_words(encoder.finish(rows), words_[i]);
}

Dataset BlockColumns::take(std::size_t rows, std::size_t rows_before) {
    FinishedColumns columns(dates_, names_);
    for (std::size_t i = 0; i < encoders_.size(); ++i)
        if (!encoders_[i].is_ignored()) columns.add(column(i, rows), encoders_[i].has_days());
    for (std::vector<CellWord>& words : words_) words.clear();
    begin_block();
    return with_weight_column(columns.take(), options_, rows_before);
}

Rows passes_over(std::function<TableBlocks()> begin, std::vector<Variable> schema,
                 std::uint64_t rows, std::string name) {
    auto pass = [begin = std::move(begin), rows, name = std::move(name)](std::size_t rows_of_part,
                                                                         const Rows::Visit& visit) {
        const TableBlocks blocks = begin();
        std::uint64_t found = 0;
        while (const std::optional<Dataset> block = blocks.next(rows_of_part)) {
            if (block->rows() == 0) continue;
            visit(*block);
            found += block->rows();
        }
        if (found != rows)
            throw IoError("the file has changed while it was read; read a copy of it",
                          {.file = name});
    };
    return Rows(std::move(schema), rows, std::move(pass));
}

}  // namespace pgm::io::detail
