#include <io/format/record/detail/json_values.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <utility>

namespace pgm::io::detail {
namespace {

class StatisticsJsonReader {
public:
    explicit StatisticsJsonReader(JsonReader& reader) : reader_(reader) {}

    Sums read() {
        const std::size_t offset = reader_.next_offset();
        std::vector<FamilyCounts> counts;
        std::vector<FamilyMoments> moments;
        file_.counts.take = [&](CountsFields& family) { counts.push_back(counts_of(family)); };
        file_.moments.take = [&](MomentsFields& family) { moments.push_back(moments_of(family)); };
        reader_.read({}, file_);
        return reader_.checked(offset, [&] {
            return Sums::from_parts(schema(), file_.rows, file_.weight, std::move(counts),
                                          std::move(moments), reader_.options().limits);
        });
    }

private:
    const std::vector<Variable>& schema() {
        if (schema_.size() != file_.schema.size())
            schema_ = schema_of(file_.schema, reader_.options().limits);
        return schema_;
    }

    ColumnId column(const WrittenName& name) {
        const auto found = std::ranges::find(schema(), name.text, &Variable::name);
        if (found == schema_.end())
            reader_.cursor().fail(name.offset,
                                  "the schema, which must come before the families, "
                                  "has no column " +
                                      shown(name.text));
        return ColumnId(static_cast<std::size_t>(found - schema_.begin()));
    }

    template <class Fields>
    Family family_of(const Fields& fields) {
        Family family{column(fields.child), {}};
        for (const WrittenName& parent : fields.parents) family.parents.push_back(column(parent));
        return family;
    }

    FamilyCounts counts_of(CountsFields& fields) {
        Family family = family_of(fields);
        return reader_.checked(fields.offset, [&] {
            ColumnScope axes = axes_of(family, schema_);
            if (fields.counts)
                return FamilyCounts(std::move(family), std::move(axes), *std::move(fields.counts));
            if (fields.cells)
                return FamilyCounts(std::move(family), std::move(axes), *std::move(fields.cells));
            throw ArgumentError("a family has neither counts nor cells");
        });
    }

    FamilyMoments moments_of(MomentsFields& fields) {
        Family family = family_of(fields);
        return reader_.checked(fields.offset, [&] {
            ColumnScope axes = axes_of(family, schema_);
            if (axes.cells() != fields.rows.size())
                throw ArgumentError("the family has " + std::to_string(axes.cells()) +
                                    " configurations, found " + std::to_string(fields.rows.size()));
            std::vector<ColumnId> variables = continuous_members(family, schema_);
            FamilyMoments moments(std::move(family), std::move(axes), std::move(variables));
            for (std::size_t g = 0; g < fields.rows.size(); ++g) {
                const MomentsRow& row = fields.rows[g];
                if (row.weight.is_zero()) continue;
                if (row.sums.size() != moments.sums_per_configuration())
                    throw ArgumentError("a configuration needs " +
                                        std::to_string(moments.sums_per_configuration()) +
                                        " sums, found " + std::to_string(row.sums.size()));
                moments.add(g, row.weight, row.sums);
            }
            return moments;
        });
    }

    JsonReader& reader_;
    StatisticsFields file_;
    std::vector<Variable> schema_;
};

template <class Fields>
void set_family(Fields& fields, const Family& family, std::span<const Variable> schema) {
    fields.child = {schema[family.child.index()].name()};
    for (const ColumnId parent : family.parents)
        fields.parents.push_back({schema[parent.index()].name()});
}

void set_counts(CountsFields& fields, const FamilyCounts& counts) {
    if (counts.is_sparse()) {
        fields.cells.emplace();
        counts.for_each([&](std::size_t cell, WeightSum weight) {
            fields.cells->push_back({cell, weight});
        });
        return;
    }
    fields.counts.emplace();
    for (std::size_t cell = 0; cell < counts.cell_count(); ++cell)
        fields.counts->push_back(counts.weight(cell));
}

void set_moments(MomentsFields& fields, const FamilyMoments& moments) {
    for (std::size_t g = 0; g < moments.configurations(); ++g) {
        MomentsRow& row = fields.rows.emplace_back();
        row.weight = moments.weight(g);
        if (!row.weight.is_zero()) row.sums.assign(moments.sums(g).begin(), moments.sums(g).end());
    }
}

}  // namespace

void read_value(JsonReader& reader, std::string_view what, WeightSum& weight) {
    if (!reader.is_next('[')) {
        weight = WeightSum::of_count(reader.count(what));
        return;
    }
    const std::size_t offset = reader.next_offset();
    std::vector<std::uint64_t> parts;
    reader.array(what, [&] { parts.push_back(reader.count("a whole number")); });
    if (parts.size() != 2) reader.cursor().fail(offset, "a sum of weights has two parts");
    weight = WeightSum::of_units(WeightSum::Units{parts[0]} << 64 | parts[1]);
}

void write_value(JsonWriter& writer, WeightSum weight) {
    const std::string whole = std::to_string(weight.whole());
    writer.text() += weight.fraction() == 0
                         ? whole
                         : "[" + whole + ", " + std::to_string(weight.fraction()) + "]";
}

void read_value(JsonReader& reader, std::string_view what, FamilyCounts::CountedCell& cell) {
    const std::size_t offset = reader.next_offset();
    std::size_t part = 0;
    reader.array(what, [&] {
        if (part == 0) cell.cell = reader.count("the number of a cell");
        if (part == 1) reader.read("a sum of weights", cell.weight);
        if (++part > 2) reader.fail_expected("']' after the weight of a cell");
    });
    if (part != 2) reader.cursor().fail(offset, "a cell has a number and a weight");
}

void write_value(JsonWriter& writer, const FamilyCounts::CountedCell& cell) {
    writer.text().append("[").append(std::to_string(cell.cell)).append(", ");
    writer.write(cell.weight);
    writer.text() += ']';
}

void read_value(JsonReader& reader, std::string_view what, ExactSum& sum) {
    const std::size_t offset = reader.next_offset();
    SumFields fields;
    reader.read(what, fields);
    constexpr double farthest = 128;
    const int place = static_cast<int>(std::clamp(fields.first, -farthest - 1, farthest + 1));
    if (place != fields.first || std::abs(fields.first) > farthest)
        reader.cursor().fail(offset, "the place of a sum is out of range");
    sum = reader.checked(offset,
                         [&] { return ExactSum::from_limbs(std::move(fields.limbs), place); });
}

void write_value(JsonWriter& writer, const ExactSum& sum) {
    ExactSum trimmed = sum;
    trimmed.trim();
    writer.write(SumFields{static_cast<double>(trimmed.first_limb()),
                           {trimmed.limbs().begin(), trimmed.limbs().end()}});
}

void read_value(JsonReader& reader, std::string_view, Sums& statistics) {
    statistics = StatisticsJsonReader(reader).read();
}

void write_value(JsonWriter& writer, const Sums& statistics) {
    const std::vector<Variable>& schema = statistics.schema();
    StatisticsFields fields{columns_of(schema), statistics.rows(), statistics.weight(), {}, {}};
    const std::vector<FamilyCounts>& counts = statistics.all_counts();
    fields.counts.size = counts.size();
    fields.counts.make = [&](std::size_t i, CountsFields& family) {
        set_family(family, counts[i].family(), schema);
        set_counts(family, counts[i]);
    };
    const std::vector<FamilyMoments>& moments = statistics.all_moments();
    fields.moments.size = moments.size();
    fields.moments.make = [&](std::size_t i, MomentsFields& family) {
        set_family(family, moments[i].family(), schema);
        set_moments(family, moments[i]);
    };
    writer.write(fields);
}

}  // namespace pgm::io::detail
