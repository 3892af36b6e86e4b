#include <io/format/record/detail/json_statistics.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace pgm::io::detail {
namespace {

std::string weight_text(WeightSum weight) {
    const std::string whole = std::to_string(weight.whole());
    if (weight.fraction() == 0) return whole;
    return "[" + whole + ", " + std::to_string(weight.fraction()) + "]";
}

WeightSum read_weight(JsonReader& reader) {
    if (!reader.is_next('[')) return WeightSum::of_count(reader.count("a sum of weights"));
    const std::size_t offset = reader.next_offset();
    std::vector<std::uint64_t> parts;
    reader.array("a sum of weights", [&] { parts.push_back(reader.count("a whole number")); });
    if (parts.size() != 2) reader.cursor().fail(offset, "a sum of weights has two parts");
    return WeightSum::of_units(WeightSum::Units{parts[0]} << 64 | parts[1]);
}

std::vector<std::string> names_of(std::span<const ColumnId> columns,
                                  std::span<const Variable> schema) {
    std::vector<std::string> names;
    for (const ColumnId column : columns) names.push_back(schema[column.index()].name());
    return names;
}

void write_family(JsonLines& lines, const Family& family, std::span<const Variable> schema) {
    lines.member("child") += json_quoted(schema[family.child.index()].name());
    if (!family.parents.empty())
        lines.member("parents") += json_array(names_of(family.parents, schema));
}

void write_counts(JsonLines& lines, const FamilyCounts& counts, std::span<const Variable> schema) {
    lines.next();
    lines.open('{');
    write_family(lines, counts.family(), schema);
    std::string text;
    if (counts.is_sparse()) {
        counts.for_each([&](std::size_t cell, WeightSum weight) {
            text.append(text.empty() ? "[" : ", [").append(std::to_string(cell)).append(", ");
            text.append(weight_text(weight)) += ']';
        });
        lines.member("cells").append("[").append(text).append("]");
    } else {
        for (std::size_t cell = 0; cell < counts.cell_count(); ++cell)
            text.append(cell == 0 ? "" : ", ").append(weight_text(counts.weight(cell)));
        lines.member("counts").append("[").append(text).append("]");
    }
    lines.close('}');
}

std::string sum_text(ExactSum sum) {
    sum.trim();
    return "{\"first\": " + std::to_string(sum.first_limb()) +
           ", \"limbs\": " + json_array(sum.limbs()) + "}";
}

void write_moments(JsonLines& lines, const FamilyMoments& moments,
                   std::span<const Variable> schema) {
    lines.next();
    lines.open('{');
    write_family(lines, moments.family(), schema);
    lines.member("rows");
    lines.open('[');
    for (std::size_t g = 0; g < moments.configurations(); ++g) {
        std::string& text = lines.next().append("{\"weight\": ");
        text += weight_text(moments.weight(g));
        if (!moments.weight(g).is_zero()) {
            text += ", \"sums\": [";
            bool is_first = true;
            for (const ExactSum& sum : moments.sums(g)) {
                text.append(is_first ? "" : ", ").append(sum_text(sum));
                is_first = false;
            }
            text += ']';
        }
        text += '}';
    }
    lines.close(']');
    lines.close('}');
}

class StatisticsJsonReader {
public:
    StatisticsJsonReader(JsonReader& reader, const Limits& limits)
        : reader_(reader), limits_(limits) {}

    Statistics read() {
        const std::size_t offset = reader_.next_offset();
        std::uint64_t rows = 0;
        WeightSum weight;
        std::vector<FamilyCounts> counts;
        std::vector<FamilyMoments> moments;
        reader_.object(
            "the statistics",
            JsonMember{"schema", [&] { schema_ = read_schema(reader_, limits_); }},
            JsonMember{"rows", [&] { rows = reader_.count("a number of rows"); }},
            JsonMember{"weight", [&] { weight = read_weight(reader_); }},
            JsonMember{
                "counts",
                [&] { reader_.array("the counts", [&] { counts.push_back(read_counts()); }); }},
            JsonMember{"moments", [&] {
                           reader_.array("the moments", [&] { moments.push_back(read_moments()); });
                       }});
        return checked(offset, [&] {
            return Statistics::from_parts(std::move(schema_), rows, weight, std::move(counts),
                                          std::move(moments), limits_);
        });
    }

private:
    /// Parts that contradict each other are a fault of the file.
    template <class Make>
    auto checked(std::size_t offset, const Make& make) -> decltype(make()) {
        try {
            return make();
        } catch (const ArgumentError& error) {
            reader_.cursor().fail(offset, error.message(), error.hint());
        }
    }

    ColumnId column() {
        const WrittenName name = reader_.text("the name of a column");
        const auto found = std::ranges::find(schema_, name.text, &Variable::name);
        if (found == schema_.end())
            reader_.cursor().fail(name.offset,
                                  "the schema, which must come before the families, "
                                  "has no column " +
                                      shown(name.text));
        return ColumnId(static_cast<std::size_t>(found - schema_.begin()));
    }

    std::vector<ColumnId> columns() {
        std::vector<ColumnId> found;
        reader_.array("the parents", [&] { found.push_back(column()); });
        return found;
    }

    /// The discrete ones among these columns, as long as as many cells are in the file.
    ColumnScope discrete_scope(std::span<const ColumnId> columns, std::size_t offset) {
        std::vector<ColumnId> discrete;
        std::optional<std::size_t> cells = 1;
        for (const ColumnId id : columns) {
            if (!schema_[id.index()].is_discrete()) continue;
            discrete.push_back(id);
            if (cells) cells = checked_mul(*cells, schema_[id.index()].cardinality());
        }
        if (!cells) reader_.cursor().fail(offset, "a family has more than 2^64 cells");
        return scope_of(discrete, schema_);
    }

    FamilyCounts read_counts() {
        const std::size_t offset = reader_.next_offset();
        Family family;
        bool has_child = false;
        std::optional<std::vector<WeightSum>> dense;
        std::vector<FamilyCounts::CountedCell> sparse;
        reader_.object("the counts of a family",
                       JsonMember{"child", [&] { has_child = true, family.child = column(); }},
                       JsonMember{"parents", [&] { family.parents = columns(); }},
                       JsonMember{"counts",
                                  [&] {
                                      dense.emplace();
                                      reader_.array("the counts", [&] {
                                          dense->push_back(read_weight(reader_));
                                      });
                                  }},
                       JsonMember{"cells", [&] {
                                      reader_.array("the cells that are not zero",
                                                    [&] { sparse.push_back(read_cell()); });
                                  }});
        if (!has_child) reader_.cursor().fail(offset, "the counts have no child");
        std::vector<ColumnId> members = family.parents;
        members.push_back(family.child);
        if (!std::ranges::all_of(members,
                                 [&](ColumnId id) { return schema_[id.index()].is_discrete(); }))
            reader_.cursor().fail(offset, "a family of counts has a continuous member");
        const std::size_t most = FamilyCounts::most_dense_cells;
        return checked(offset, [&]() -> FamilyCounts {
            ColumnScope scope = discrete_scope(members, offset);
            if (dense.has_value() != (scope.cells() <= most) ||
                (dense && dense->size() != scope.cells()))
                reader_.cursor().fail(offset, "the family has " + std::to_string(scope.cells()) +
                                                  " cells, and these are not its counts");
            if (dense) return FamilyCounts(std::move(family), std::move(scope), std::move(*dense));
            check_cells(sparse, scope.cells(), offset);
            return FamilyCounts(std::move(family), std::move(scope), std::move(sparse));
        });
    }

    FamilyCounts::CountedCell read_cell() {
        FamilyCounts::CountedCell cell;
        const std::size_t offset = reader_.next_offset();
        std::size_t part = 0;
        reader_.array("a cell and its weight", [&] {
            if (part == 0) cell.cell = reader_.count("the number of a cell");
            if (part == 1) cell.weight = read_weight(reader_);
            if (++part > 2) reader_.fail_expected("']' after the weight of a cell");
        });
        if (part != 2) reader_.cursor().fail(offset, "a cell has a number and a weight");
        return cell;
    }

    void check_cells(std::span<const FamilyCounts::CountedCell> cells, std::size_t count,
                     std::size_t offset) {
        std::size_t next = 0;
        for (const FamilyCounts::CountedCell& cell : cells) {
            if (cell.cell < next || cell.cell >= count || cell.weight.is_zero())
                reader_.cursor().fail(offset,
                                      "the cells of a family do not ascend, or one is empty");
            next = cell.cell + 1;
        }
    }

    /// The weight and the sums of one configuration.
    struct Row {
        WeightSum weight;
        std::vector<ExactSum> sums;
    };

    FamilyMoments read_moments() {
        const std::size_t offset = reader_.next_offset();
        Family family;
        bool has_child = false;
        std::vector<Row> rows;
        reader_.object("the moments of a family",
                       JsonMember{"child", [&] { has_child = true, family.child = column(); }},
                       JsonMember{"parents", [&] { family.parents = columns(); }},
                       JsonMember{"rows", [&] {
                                      reader_.array("the configurations",
                                                    [&] { rows.push_back(read_row()); });
                                  }});
        if (!has_child || schema_[family.child.index()].is_discrete())
            reader_.cursor().fail(offset, "a family of moments has no continuous child");
        return checked(offset, [&] { return moments_of(std::move(family), rows, offset); });
    }

    FamilyMoments moments_of(Family family, std::vector<Row>& rows, std::size_t offset) {
        std::vector<ColumnId> variables;
        for (const ColumnId parent : family.parents)
            if (!schema_[parent.index()].is_discrete()) variables.push_back(parent);
        variables.push_back(family.child);
        ColumnScope scope = discrete_scope(family.parents, offset);
        if (scope.cells() != rows.size())
            reader_.cursor().fail(offset, "the family has " + std::to_string(scope.cells()) +
                                              " configurations, found " +
                                              std::to_string(rows.size()));
        FamilyMoments moments(std::move(family), std::move(scope), std::move(variables));
        for (std::size_t g = 0; g < rows.size(); ++g) {
            if (rows[g].weight.is_zero()) continue;
            if (rows[g].sums.size() != moments.sums_per_configuration())
                reader_.cursor().fail(offset, "a configuration needs " +
                                                  std::to_string(moments.sums_per_configuration()) +
                                                  " sums, found " +
                                                  std::to_string(rows[g].sums.size()));
            moments.add(g, rows[g].weight, std::move(rows[g].sums));
        }
        return moments;
    }

    Row read_row() {
        Row row;
        reader_.object(
            "a configuration", JsonMember{"weight", [&] { row.weight = read_weight(reader_); }},
            JsonMember{"sums", [&] {
                           reader_.array("the sums", [&] { row.sums.push_back(read_sum()); });
                       }});
        return row;
    }

    ExactSum read_sum() {
        const std::size_t offset = reader_.next_offset();
        double first = 0;
        std::vector<std::uint64_t> limbs;
        reader_.object("a sum", JsonMember{"first", [&] { first = reader_.number("a place"); }},
                       JsonMember{"limbs", [&] {
                                      reader_.array("the limbs", [&] {
                                          limbs.push_back(reader_.count("a limb"));
                                      });
                                  }});
        constexpr int farthest = 128;
        const int place = static_cast<int>(std::clamp<double>(first, -farthest - 1, farthest + 1));
        if (place != first || std::abs(place) > farthest)
            reader_.cursor().fail(offset, "the place of a sum is out of range");
        return checked(offset, [&] { return ExactSum::from_limbs(std::move(limbs), place); });
    }

    JsonReader& reader_;
    const Limits& limits_;
    std::vector<Variable> schema_;
};

}  // namespace

void write_schema(JsonLines& lines, std::span<const Variable> schema) {
    lines.open('[');
    for (const Variable& variable : schema) {
        std::string& text = lines.next().append("{\"name\": ");
        text += json_quoted(variable.name());
        if (variable.is_discrete())
            text.append(", \"states\": ").append(json_array(variable.states()));
        text += '}';
    }
    lines.close(']');
}

std::vector<Variable> read_schema(JsonReader& reader, const Limits& limits) {
    std::vector<Variable> schema;
    reader.array("the schema", [&] {
        const std::size_t offset = reader.next_offset();
        if (schema.size() == limits.max_variables)
            throw TooLargeError("more than " + std::to_string(limits.max_variables) + " columns",
                                reader.cursor().locate(offset), "raise Limits::max_variables");
        std::string name;
        std::vector<std::string> states;
        reader.object("a column", JsonMember{"name", [&] { name = reader.text("a name").text; }},
                      JsonMember{"states", [&] { states = reader.strings("a state"); }});
        schema.push_back(states.empty() ? Variable(std::move(name))
                                        : Variable(std::move(name), std::move(states)));
    });
    return schema;
}

void write_statistics(JsonLines& lines, const Statistics& statistics) {
    lines.open('{');
    lines.member("schema");
    write_schema(lines, statistics.schema());
    lines.member("rows") += std::to_string(statistics.rows());
    lines.member("weight") += weight_text(statistics.weight());
    lines.member("counts");
    lines.open('[');
    for (const FamilyCounts& counts : statistics.all_counts())
        write_counts(lines, counts, statistics.schema());
    lines.close(']');
    lines.member("moments");
    lines.open('[');
    for (const FamilyMoments& moments : statistics.all_moments())
        write_moments(lines, moments, statistics.schema());
    lines.close(']');
    lines.close('}');
}

Statistics read_statistics(JsonReader& reader, const Limits& limits) {
    return StatisticsJsonReader(reader, limits).read();
}

void write_training_rows(JsonLines& lines, const DistinctRows& rows) {
    lines.open('[');
    for (const DistinctRows::WeightedRow& row : rows.rows()) {
        std::string& text = lines.next().append("{\"weight\": ").append(weight_text(row.weight));
        text += ", \"states\": [";
        for (std::size_t i = 0; i < row.codes.size(); ++i)
            text.append(i == 0 ? "" : ", ")
                .append(row.codes[i] == DistinctRows::missing ? "-1"
                                                              : std::to_string(row.codes[i]));
        text += "]}";
    }
    lines.close(']');
}

DistinctRows read_training_rows(JsonReader& reader, std::vector<Variable> schema) {
    std::erase_if(schema, [](const Variable& variable) { return !variable.is_discrete(); });
    std::vector<DistinctRows::WeightedRow> rows;
    const std::size_t begin = reader.next_offset();
    reader.array("the training rows", [&] {
        const std::size_t offset = reader.next_offset();
        DistinctRows::WeightedRow& row = rows.emplace_back();
        const auto read_states = [&] {
            reader.array("the states", [&] {
                const double code = reader.number("the number of a state, or -1");
                const bool is_missing = code == -1;
                if (!is_missing && !(code >= 0 && code < DistinctRows::missing))
                    reader.cursor().fail(offset, "a cell is neither the number of a state nor -1");
                row.codes.push_back(is_missing ? DistinctRows::missing
                                               : static_cast<std::uint32_t>(code));
            });
        };
        reader.object("a row", JsonMember{"weight", [&] { row.weight = read_weight(reader); }},
                      JsonMember{"states", read_states});
        if (row.codes.size() != schema.size())
            reader.cursor().fail(offset, "a row needs " + std::to_string(schema.size()) +
                                             " cells, found " + std::to_string(row.codes.size()));
    });
    try {
        return DistinctRows::from_rows(std::move(schema), std::move(rows));
    } catch (const ArgumentError& error) {
        reader.cursor().fail(begin, error.message());
    }
}

}  // namespace pgm::io::detail
