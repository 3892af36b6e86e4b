#include <io/arff/arff.hpp>
#include <io/arff/detail/arff_rows.hpp>
#include <io/table/detail/block_columns.hpp>
#include <io/table/detail/data_columns.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace pgm::io {

using namespace detail;

namespace {

/// The declaration of an attribute, by the options or by the file.
ColumnDeclaration declaration_of(const ArffAttribute& attribute,
                                 const ColumnDeclaration* overruling, const DateOptions& dates) {
    using Kind = ColumnDeclaration::Kind;
    using Type = ArffAttribute::Type;
    ColumnDeclaration declaration{
        .name = attribute.name,
        .kind = attribute.type == Type::number ? Kind::continuous : Kind::discrete,
        .states = attribute.states,
        .date_order = attribute.date_order};
    if (attribute.type == Type::date && !dates.are_texts) declaration.kind = Kind::date;
    if (!overruling) return declaration;
    const bool keeps_states = overruling->kind == Kind::discrete && overruling->states.empty();
    return keeps_states ? ColumnDeclaration{attribute.name, Kind::discrete, attribute.states}
                        : *overruling;
}

std::vector<std::string> names_of(const std::vector<ArffAttribute>& attributes) {
    std::vector<std::string> names;
    for (const ArffAttribute& attribute : attributes) names.push_back(attribute.name);
    return names;
}

std::vector<ColumnDeclaration> declarations_of(const std::vector<ArffAttribute>& attributes,
                                               const DataOptions& options) {
    const DeclaredColumns declared(options, names_of(attributes));
    std::vector<ColumnDeclaration> declarations;
    for (std::size_t i = 0; i < attributes.size(); ++i)
        declarations.push_back(declaration_of(attributes[i], declared.find(i), options.dates));
    return declarations;
}

/// The weights of the rows of a table, or of a block of one.
class WeightList {
public:
    void add(std::optional<double> weight) {
        weights_.push_back(weight.value_or(1));
        has_any_ = has_any_ || weight;
    }
    /// The table with the weights, if any row has one. The list is then empty.
    Dataset take(Dataset data) {
        std::vector<double> weights = std::exchange(weights_, {});
        return std::exchange(has_any_, false) ? data.with_weights(std::move(weights))
                                              : std::move(data);
    }

private:
    std::vector<double> weights_;
    bool has_any_ = false;
};

class ArffReader {
public:
    ArffReader(ByteSource& source, const DataOptions& options) : rows_(source, options) {}

    Dataset read(DataRemarks& remarks) {
        remarks.notes = rows_.notes();
        make_encoders();
        WeightList weights;
        while (rows_.next(encoders_, row_)) {
            weights.add(rows_.weight());
            if (++row_ == room_) make_room();
        }
        FinishedColumns columns(rows_.options().dates, names_of(rows_.attributes()));
        for (std::size_t i = 0; i < encoders_.size(); ++i) {
            const bool has_days = encoders_[i].has_days();
            if (has_days) remarks.dates.push_back(encoders_[i].name());
            if (!encoders_[i].is_ignored())
                columns.add(has_no_states(i) ? without_values(i) : encoders_[i].finish(row_),
                            has_days);
        }
        return weights.take(with_weight_column(columns.take(), rows_.options()));
    }

private:
    void make_encoders() {
        const std::vector<ArffAttribute>& attributes = rows_.attributes();
        const std::vector<ColumnDeclaration> declarations =
            declarations_of(attributes, rows_.options());
        rules_.emplace(rows_.options(), attributes.size());
        encoders_.reserve(attributes.size());
        for (std::size_t i = 0; i < attributes.size(); ++i)
            encoders_.emplace_back(attributes[i].name, &declarations[i], *rules_, false);
        make_room();
    }

    /// True if an attribute of texts has no values and therefore no states. Like such a column of a
    /// CSV file it becomes continuous, with all cells missing.
    bool has_no_states(std::size_t i) const {
        const ArffAttribute& attribute = rows_.attributes()[i];
        const auto declared =
            std::ranges::find(rows_.options().columns, attribute.name, &ColumnDeclaration::name);
        return (attribute.type == ArffAttribute::Type::text ||
                attribute.type == ArffAttribute::Type::date) &&
               !encoders_[i].has_days() && declared == rows_.options().columns.end() &&
               attribute.name != rows_.options().weights && !encoders_[i].has_texts();
    }
    Column without_values(std::size_t i) const {
        return continuous_column(
            encoders_[i].name(),
            std::vector<double>(row_, std::numeric_limits<double>::quiet_NaN()));
    }

    void make_room() {
        room_ = std::max<std::size_t>(64, 2 * room_);
        for (ColumnEncoder& encoder : encoders_) encoder.make_room(room_);
    }

    ArffRows rows_;
    std::optional<EncoderRules> rules_;
    std::vector<ColumnEncoder> encoders_;
    std::size_t row_ = 0;
    std::size_t room_ = 0;
};

class ArffBlocks {
public:
    ArffBlocks(ByteSource& source, const DataOptions& options,
               std::span<const ColumnDeclaration> wanted)
        : rows_(source, options),
          columns_(names_of(rows_.attributes()), rows_.options(), wanted,
                   declarations_of(rows_.attributes(), rows_.options())) {}

    const BlockColumns& columns() const { return columns_; }
    std::vector<Problem> notes() const { return rows_.notes(); }

    std::optional<Dataset> next(std::size_t rows) {
        constexpr std::size_t least_room = 64;
        const std::size_t most = std::max<std::size_t>(rows, 1);
        WeightList weights;
        std::size_t row = 0, room = 0;
        for (; row < most; ++row) {
            if (row == room) {
                room = std::min(most, std::max(least_room, 2 * room));
                columns_.make_room(room);
            }
            if (!rows_.next(columns_.encoders(), row)) break;
            weights.add(rows_.weight());
        }
        if (row == 0 && !is_first_) return std::nullopt;
        is_first_ = false;
        const std::size_t before = std::exchange(rows_before_, rows_before_ + row);
        return weights.take(columns_.take(row, before));
    }

private:
    ArffRows rows_;
    BlockColumns columns_;
    std::size_t rows_before_ = 0;
    bool is_first_ = true;
};

}  // namespace

Dataset read_arff(ByteSource& source, const DataOptions& options, DataRemarks* remarks) {
    DataRemarks unused;
    return ArffReader(source, options).read(remarks ? *remarks : unused);
}

Dataset read_arff(std::string_view text, const DataOptions& options) {
    ByteSource source(text, options.name, options.limits.max_file_bytes);
    return read_arff(source, options);
}

TableBlocks arff_blocks(ByteSource& source, const DataOptions& options,
                        std::span<const ColumnDeclaration> wanted) {
    return blocks_of(std::make_shared<ArffBlocks>(source, options, wanted));
}

}  // namespace pgm::io
