#include <io/arff/arff.hpp>
#include <io/arff/detail/arff_header.hpp>
#include <io/table/detail/column_encoder.hpp>
#include <io/table/detail/data_columns.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/suggest.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace pgm::io {

using namespace detail;

namespace {

/// The declaration of an attribute, by the options or by the file.
ColumnDeclaration declaration_of(const ArffAttribute& attribute,
                                 const ColumnDeclaration* overruling) {
    using Kind = ColumnDeclaration::Kind;
    ColumnDeclaration declaration{
        attribute.name,
        attribute.type == ArffAttribute::Type::number ? Kind::continuous : Kind::discrete,
        attribute.states};
    if (!overruling) return declaration;
    const bool keeps_states = overruling->kind == Kind::discrete && overruling->states.empty();
    return keeps_states ? ColumnDeclaration{attribute.name, Kind::discrete, attribute.states}
                        : *overruling;
}

class ArffReader {
public:
    ArffReader(std::string_view text, const DataOptions& options)
        : options_(without_marks(options)), lexer_(text, options_.name, options_.max_cell_bytes) {}

    Dataset read() {
        const std::vector<ArffAttribute> attributes = read_arff_header(lexer_, options_.limits);
        make_encoders(attributes);
        for (; lexer_.next_line(); ++row_) {
            if (row_ == room_) make_room();
            weights_.push_back(1);
            lexer_.take('{') ? read_sparse_row() : read_dense_row();
        }
        std::vector<Column> columns;
        for (std::size_t i = 0; i < encoders_.size(); ++i) {
            if (!encoders_[i].is_ignored())
                columns.push_back(has_no_states(i) ? without_values(attributes[i])
                                                   : encoders_[i].finish(row_));
        }
        Dataset data = with_weight_column(std::move(columns), options_);
        return has_weights_ ? data.with_weights(std::move(weights_)) : data;
    }

private:
    /// The lexer recognises the missing mark of ARFF. No other text is one.
    static DataOptions without_marks(DataOptions options) {
        options.missing_marks.clear();
        return options;
    }

    void make_encoders(const std::vector<ArffAttribute>& attributes) {
        std::vector<std::string> names;
        for (const ArffAttribute& attribute : attributes) names.push_back(attribute.name);
        const DeclaredColumns declared(options_, names);
        rules_.emplace(options_, names.size());
        encoders_.reserve(names.size());
        for (std::size_t i = 0; i < attributes.size(); ++i) {
            const ColumnDeclaration declaration = declaration_of(attributes[i], declared.find(i));
            omitted_.push_back(attributes[i].type == ArffAttribute::Type::number ? "0"
                               : attributes[i].type == ArffAttribute::Type::nominal
                                   ? attributes[i].states.front()
                                   : "");
            takes_states_from_values_.push_back(attributes[i].type == ArffAttribute::Type::text &&
                                                !declared.find(i));
            encoders_.emplace_back(attributes[i].name, &declaration, *rules_, false);
        }
    }

    /// Whether a string attribute has no values and therefore no states. Like such a column of a
    /// CSV file it becomes continuous, with all cells missing.
    bool has_no_states(std::size_t i) const {
        return takes_states_from_values_[i] && !encoders_[i].has_texts();
    }
    Column without_values(const ArffAttribute& attribute) const {
        return continuous_column(
            attribute.name, std::vector<double>(row_, std::numeric_limits<double>::quiet_NaN()));
    }

    void make_room() {
        room_ = std::max<std::size_t>(64, 2 * room_);
        for (ColumnEncoder& encoder : encoders_) encoder.make_room(room_);
    }

    void read_dense_row() {
        for (std::size_t i = 0; i < encoders_.size(); ++i) {
            if (i > 0) next_value(i);
            if (lexer_.at_line_end()) fail_short_row(i);
            add(i, lexer_.word());
        }
        read_weight();
    }

    void next_value(std::size_t values) {
        if (lexer_.at_line_end()) fail_short_row(values);
        lexer_.take(',');
    }

    void read_sparse_row() {
        if ((row_ + 1) * encoders_.size() > options_.limits.max_model_cells) {
            lexer_.fail_too_large(lexer_.offset(),
                                  "the sparse rows stand for more than " +
                                      std::to_string(options_.limits.max_model_cells) +
                                      " cells, the limit");
        }
        given_.assign(encoders_.size(), false);
        for (bool first = true;; first = false) {
            if (lexer_.at_line_end())
                lexer_.fail(lexer_.offset(), "the sparse row is not closed in its line",
                            "expected , or }");
            if (lexer_.take('}')) break;
            if (!first && lexer_.take(',') && lexer_.at_line_end()) continue;
            const std::size_t i = read_index();
            if (lexer_.at_line_end() || lexer_.peek() == ',' || lexer_.peek() == '}')
                lexer_.fail(lexer_.offset(), "expected a value after the number of an attribute");
            add(i, lexer_.word());
        }
        for (std::size_t i = 0; i < encoders_.size(); ++i) {
            if (!given_[i]) add(i, {omitted_[i], true, lexer_.offset()});
        }
        read_weight();
    }

    std::size_t read_index() {
        const ArffWord word = lexer_.word();
        const std::optional<double> number = parse_number(word.text);
        if (!number || *number < 0 || *number != std::floor(*number) ||
            *number >= static_cast<double>(encoders_.size())) {
            lexer_.fail(
                word.offset, shown(word.text) + " is not the number of an attribute",
                "attributes are numbered from 0 to " + std::to_string(encoders_.size() - 1));
        }
        const auto i = static_cast<std::size_t>(*number);
        if (given_[i])
            lexer_.fail(word.offset,
                        "attribute " + std::to_string(i) + " is given twice in this row");
        given_[i] = true;
        return i;
    }

    void add(std::size_t i, const ArffWord& word) {
        ColumnEncoder& encoder = encoders_[i];
        if (word.is_missing() || word.text.empty()) return encoder.add_missing(row_);
        switch (encoder.add(word.text, row_)) {
            case ColumnEncoder::Outcome::good:
            case ColumnEncoder::Outcome::first_word:  // the header says what an attribute is
            case ColumnEncoder::Outcome::not_utf8:    // the lexer has refused it
                return;
            case ColumnEncoder::Outcome::not_a_number:
                lexer_.fail(word.offset, shown(word.text) +
                                             " is not a finite number, but attribute " +
                                             shown(encoder.name()) + " is numeric");
            case ColumnEncoder::Outcome::not_a_state:
                lexer_.fail(word.offset,
                            shown(word.text) + " is no state of attribute " + shown(encoder.name()),
                            did_you_mean(word.text, encoder.declared_states()));
            case ColumnEncoder::Outcome::too_many_states:
                lexer_.fail_too_large(word.offset, "attribute " + shown(encoder.name()) +
                                                       " has more than " +
                                                       std::to_string(options_.limits.max_states) +
                                                       " different values, the limit of states");
        }
    }

    /// Reads the weight in braces that may follow the values of a row.
    void read_weight() {
        if (lexer_.at_line_end()) return;
        const bool comma = lexer_.take(',');
        if (comma && lexer_.at_line_end())
            lexer_.fail(lexer_.offset(), "expected a weight after the last comma", "like {0.5}");
        if (!lexer_.take('{'))
            lexer_.fail(lexer_.offset(), "this row has more than the " +
                                             std::to_string(encoders_.size()) +
                                             " values of the attributes");
        if (lexer_.at_line_end()) lexer_.fail(lexer_.offset(), "expected a weight", "like {0.5}");
        const ArffWord word = lexer_.word();
        const std::optional<double> weight = parse_number(word.text);
        if (!weight || *weight < 0)
            lexer_.fail(word.offset, shown(word.text) + " is not a weight",
                        "weights are finite and not negative");
        if (lexer_.at_line_end() || !lexer_.take('}'))
            lexer_.fail(lexer_.offset(), "expected } after the weight");
        if (!lexer_.at_line_end())
            lexer_.fail(lexer_.offset(), "expected the end of the line after the weight");
        if (!options_.weights.empty())
            lexer_.fail(word.offset,
                        "the row has a weight, and a column of weights was declared too");
        weights_.back() = *weight;
        has_weights_ = true;
    }

    [[noreturn]] void fail_short_row(std::size_t values) {
        lexer_.fail(lexer_.offset(), "this row has " + std::to_string(values) +
                                         (values == 1 ? " value" : " values") + ", but there are " +
                                         std::to_string(encoders_.size()) + " attributes");
    }

    const DataOptions options_;
    ArffLexer lexer_;
    std::optional<EncoderRules> rules_;
    std::vector<ColumnEncoder> encoders_;
    /// The value of each attribute that a sparse row leaves out; empty: missing.
    std::vector<std::string> omitted_;
    std::vector<bool> takes_states_from_values_;  ///< by attribute
    std::vector<bool> given_;
    std::vector<double> weights_;
    bool has_weights_ = false;
    std::size_t row_ = 0;
    std::size_t room_ = 0;
};

}  // namespace

Dataset read_arff(ByteSource& source, const DataOptions& options) {
    source.set_encoding(options.encoding);
    const std::string text = read_text(source);
    return ArffReader(prepare_text(text, options.name, options.limits), options).read();
}

Dataset read_arff(std::string_view text, const DataOptions& options) {
    ByteSource source(text, options.name, options.limits.max_file_bytes);
    return read_arff(source, options);
}

}  // namespace pgm::io
