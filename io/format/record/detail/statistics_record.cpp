#include <io/format/record/detail/statistics_record.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <utility>

namespace pgm::io::detail {
namespace {

/// Added to the place of a limb, which may be negative.
constexpr int place_offset = 128;

void write_family(FlatWriter& writer, const Family& family) {
    writer.number(family.child.value);
    writer.number(family.parents.size());
    for (const ColumnId parent : family.parents) writer.number(parent.value);
}

void write_moments(FlatWriter& writer, const FamilyMoments& moments) {
    write_family(writer, moments.family());
    for (std::size_t g = 0; g < moments.configurations(); ++g) {
        writer.write(moments.weight(g));
        if (moments.weight(g).is_zero()) continue;
        for (ExactSum sum : moments.sums(g)) {
            sum.trim();
            writer.number(sum.limbs().size());
            writer.number(static_cast<std::uint64_t>(sum.first_limb() + place_offset));
            for (const std::uint64_t limb : sum.limbs()) writer.number(limb);
        }
    }
}

void write_counts(FlatWriter& writer, const FamilyCounts& counts) {
    write_family(writer, counts.family());
    if (!counts.is_sparse()) {
        for (std::size_t cell = 0; cell < counts.cell_count(); ++cell)
            writer.write(counts.weight(cell));
        return;
    }
    std::vector<FamilyCounts::CountedCell> cells;
    counts.for_each([&](std::size_t cell, WeightSum weight) { cells.push_back({cell, weight}); });
    writer.write(cells);
}

class StatisticsReader {
public:
    explicit StatisticsReader(FlatReader& reader)
        : reader_(reader), schema_(read_schema(reader, reader.limits())) {}

    Sums read() {
        return reader_.checked([&] {
            const std::uint64_t rows = reader_.number();
            const WeightSum total = weight();
            std::vector<FamilyCounts> counts;
            for (std::size_t left = reader_.count("a family"); left > 0; --left)
                counts.push_back(read_counts());
            std::vector<FamilyMoments> moments;
            for (std::size_t left = reader_.count("a family"); left > 0; --left)
                moments.push_back(read_moments());
            return Sums::from_parts(std::move(schema_), rows, total, std::move(counts),
                                          std::move(moments), reader_.limits());
        });
    }

private:
    WeightSum weight() {
        WeightSum found;
        reader_.read({}, found);
        return found;
    }

    ColumnId column() {
        const std::uint64_t number = reader_.number();
        if (number >= schema_.size()) reader_.fail("a family names no column");
        return ColumnId(number);
    }

    Family family() {
        Family family{column(), {}};
        for (std::size_t left = reader_.count("a parent"); left > 0; --left)
            family.parents.push_back(column());
        std::vector<ColumnId> members = family.parents;
        members.push_back(family.child);
        std::ranges::sort(members);
        if (std::ranges::adjacent_find(members) != members.end())
            reader_.fail("a family names a column twice");
        return family;
    }

    /// Each of so many things still to come takes at least so many numbers.
    void require(std::size_t things, std::size_t numbers) {
        if (things > reader_.numbers_left() / numbers) reader_.fail("a table is missing");
    }

    FamilyCounts read_counts() {
        Family counted = family();
        ColumnScope axes = axes_of(counted, schema_);
        const bool has_all_cells = reader_.version() == 1;  // of a classifier
        if (!has_all_cells && axes.cells() > FamilyCounts::most_dense_cells) {
            std::vector<FamilyCounts::CountedCell> cells;
            reader_.read("a cell", cells);
            return FamilyCounts(std::move(counted), std::move(axes), std::move(cells));
        }
        require(axes.cells(), 2);
        std::vector<WeightSum> cells(axes.cells());
        for (WeightSum& cell : cells) cell = weight();
        return FamilyCounts(std::move(counted), std::move(axes), std::move(cells));
    }

    FamilyMoments read_moments() {
        Family measured = family();
        ColumnScope axes = axes_of(measured, schema_);
        require(axes.cells(), 2);
        std::vector<ColumnId> variables = continuous_members(measured, schema_);
        FamilyMoments moments(std::move(measured), std::move(axes), std::move(variables));
        for (std::size_t g = 0; g < moments.configurations(); ++g)
            if (const WeightSum found = weight(); !found.is_zero())
                moments.add(g, found, sums(moments.sums_per_configuration()));
        return moments;
    }

    std::vector<ExactSum> sums(std::size_t count) {
        require(count, 1);
        std::vector<ExactSum> all;
        for (std::size_t i = 0; i < count; ++i) {
            std::vector<std::uint64_t> limbs(reader_.count("a sum"));
            const std::uint64_t place = reader_.number();
            if (place > 2 * place_offset) reader_.fail("a sum is out of range");
            for (std::uint64_t& limb : limbs) limb = reader_.number();
            all.push_back(
                ExactSum::from_limbs(std::move(limbs), static_cast<int>(place) - place_offset));
        }
        return all;
    }

    FlatReader& reader_;
    std::vector<Variable> schema_;
};

}  // namespace

void write_value(FlatWriter& writer, WeightSum weight) {
    writer.number(weight.whole());
    writer.number(weight.fraction());
}

void read_value(FlatReader& reader, std::string_view, WeightSum& weight) {
    const std::uint64_t whole = reader.number();
    weight = WeightSum::of_units(WeightSum::Units{whole} << 64 | reader.number());
}

void write_value(FlatWriter& writer, const FamilyCounts::CountedCell& cell) {
    writer.number(cell.cell);
    writer.write(cell.weight);
}

void read_value(FlatReader& reader, std::string_view what, FamilyCounts::CountedCell& cell) {
    cell.cell = reader.number();
    reader.read(what, cell.weight);
}

void write_value(FlatWriter& writer, const Sums& statistics) {
    write_schema(writer, statistics.schema());
    writer.number(statistics.rows());
    writer.write(statistics.weight());
    writer.number(statistics.all_counts().size());
    for (const FamilyCounts& counts : statistics.all_counts()) write_counts(writer, counts);
    writer.number(statistics.all_moments().size());
    for (const FamilyMoments& moments : statistics.all_moments()) write_moments(writer, moments);
}

void read_value(FlatReader& reader, std::string_view, Sums& statistics) {
    statistics = StatisticsReader(reader).read();
}

void write_schema(FlatWriter& writer, std::span<const Variable> schema) {
    writer.write(columns_of(schema));
}

std::vector<Variable> read_schema(FlatReader& reader, const Limits& limits) {
    std::vector<ColumnFields> columns;
    reader.read("a variable", columns);
    return schema_of(std::move(columns), limits);
}

}  // namespace pgm::io::detail
