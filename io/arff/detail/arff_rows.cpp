#include <io/arff/detail/arff_rows.hpp>

#include <io/table/detail/column_notes.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <cmath>

namespace pgm::io::detail {
namespace {

/// The lexer recognises the missing mark of ARFF. No other text is one.
DataOptions without_marks(DataOptions options) {
    options.missing_marks.clear();
    return options;
}

}  // namespace

ArffRows::ArffRows(ByteSource& source, const DataOptions& options)
    : options_(without_marks(options)), pieces_(source, options_) {
    begin_piece();
    attributes_ = read_arff_header(*lexer_, options_.limits);
    for (const ArffAttribute& attribute : attributes_)
        omitted_.push_back(attribute.type == ArffAttribute::Type::number ? "0"
                           : attribute.type == ArffAttribute::Type::nominal &&
                                   !attribute.begins_with_empty_state
                               ? attribute.states.front()
                               : "");
}

std::vector<Problem> ArffRows::notes() const {
    std::vector<std::string> names;
    for (const ArffAttribute& attribute : attributes_)
        if (attribute.has_empty_state) names.push_back(attribute.name);
    if (names.empty()) return {};
    return {{Problem::Severity::note,
             "the empty text '' that " + listed(names, "attribute") +
                 (names.size() == 1 ? " declares" : " declare") +
                 " as a state is read as a missing value",
             {.file = options_.name},
             {}}};
}

void ArffRows::begin_piece() {
    lexer_.emplace(pieces_.text(), options_.name, options_.max_cell_bytes, pieces_.lines_before());
}

bool ArffRows::next(std::span<ColumnEncoder> encoders, std::size_t row) {
    while (!lexer_->next_line()) {
        if (!pieces_.next()) return false;
        begin_piece();
    }
    encoders_ = encoders;
    row_ = row;
    weight_.reset();
    lexer_->take('{') ? read_sparse_row() : read_dense_row();
    return true;
}

void ArffRows::read_dense_row() {
    for (std::size_t i = 0; i < encoders_.size(); ++i) {
        if (i > 0) next_value(i);
        if (lexer_->at_line_end()) fail_short_row(i);
        add(i, lexer_->word());
    }
    read_weight();
}

void ArffRows::next_value(std::size_t values) {
    if (lexer_->at_line_end()) fail_short_row(values);
    lexer_->take(',');
}

void ArffRows::read_sparse_row() {
    if ((row_ + 1) * encoders_.size() > options_.limits.max_model_cells) {
        lexer_->fail_too_large(lexer_->offset(),
                               "the sparse rows stand for more than " +
                                   std::to_string(options_.limits.max_model_cells) +
                                   " cells, the limit");
    }
    given_.assign(encoders_.size(), false);
    for (bool first = true;; first = false) {
        if (lexer_->at_line_end())
            lexer_->fail(lexer_->offset(), "the sparse row is not closed in its line",
                         "expected , or }");
        if (lexer_->take('}')) break;
        if (!first && lexer_->take(',') && (lexer_->at_line_end() || lexer_->peek() == '}'))
            continue;
        const std::size_t i = read_index();
        if (lexer_->at_line_end() || lexer_->peek() == ',' || lexer_->peek() == '}')
            lexer_->fail(lexer_->offset(), "expected a value after the number of an attribute");
        add(i, lexer_->word());
    }
    for (std::size_t i = 0; i < encoders_.size(); ++i) {
        if (!given_[i]) add(i, {omitted_[i], true, lexer_->offset()});
    }
    read_weight();
}

std::size_t ArffRows::read_index() {
    const ArffWord word = lexer_->word();
    const std::optional<double> number = parse_number(word.text);
    if (!number || *number < 0 || *number != std::floor(*number) ||
        *number >= static_cast<double>(encoders_.size())) {
        lexer_->fail(word.offset, shown(word.text) + " is not the number of an attribute",
                     "attributes are numbered from 0 to " + std::to_string(encoders_.size() - 1));
    }
    const auto i = static_cast<std::size_t>(*number);
    if (given_[i])
        lexer_->fail(word.offset, "attribute " + std::to_string(i) + " is given twice in this row");
    given_[i] = true;
    return i;
}

void ArffRows::add(std::size_t i, const ArffWord& word) {
    ColumnEncoder& encoder = encoders_[i];
    if (word.is_missing() || word.text.empty()) return encoder.add_missing(row_);
    switch (encoder.add(word.text, row_)) {
        case ColumnEncoder::Outcome::good:
        case ColumnEncoder::Outcome::first_word:  // the header says what an attribute is
        case ColumnEncoder::Outcome::not_utf8:    // the lexer has refused it
            return;
        case ColumnEncoder::Outcome::uncertain_date:
            lexer_->fail(word.offset, uncertain_date(word.text, encoder.name()), order_hint);
        case ColumnEncoder::Outcome::not_a_number:
            if (encoder.has_days())
                lexer_->fail(word.offset, not_a_date(word.text, encoder.name()), not_a_date_hint);
            lexer_->fail(word.offset, shown(word.text) + " is not a finite number, but attribute " +
                                          shown(encoder.name()) + " is numeric");
        case ColumnEncoder::Outcome::not_a_state:
            lexer_->fail(word.offset,
                         shown(word.text) + " is no state of attribute " + shown(encoder.name()),
                         did_you_mean(word.text, encoder.declared_states()));
        case ColumnEncoder::Outcome::too_many_states:
            lexer_->fail_too_large(word.offset, "attribute " + shown(encoder.name()) +
                                                    " has more than " +
                                                    std::to_string(options_.limits.max_states) +
                                                    " different values, the limit of states");
    }
}

/// Reads the weight in braces that may follow the values of a row.
void ArffRows::read_weight() {
    if (lexer_->at_line_end()) return;
    if (lexer_->take(',') && lexer_->at_line_end()) return;
    if (!lexer_->take('{'))
        lexer_->fail(lexer_->offset(), "this row has more than the " +
                                           std::to_string(encoders_.size()) +
                                           " values of the attributes");
    if (lexer_->at_line_end()) lexer_->fail(lexer_->offset(), "expected a weight", "like {0.5}");
    const ArffWord word = lexer_->word();
    const std::optional<double> weight = parse_number(word.text);
    if (!weight || *weight < 0)
        lexer_->fail(word.offset, shown(word.text) + " is not a weight",
                     "weights are finite and not negative");
    if (lexer_->at_line_end() || !lexer_->take('}'))
        lexer_->fail(lexer_->offset(), "expected } after the weight");
    lexer_->take(',');
    if (!lexer_->at_line_end())
        lexer_->fail(lexer_->offset(), "expected the end of the line after the weight");
    if (!options_.weights.empty())
        lexer_->fail(word.offset, "the row has a weight, and a column of weights was declared too");
    weight_ = *weight;
}

void ArffRows::fail_short_row(std::size_t values) {
    lexer_->fail(lexer_->offset(), "this row has " + std::to_string(values) +
                                       (values == 1 ? " value" : " values") + ", but there are " +
                                       std::to_string(encoders_.size()) + " attributes");
}

}  // namespace pgm::io::detail
