#include <io/archive/detail/network_record.hpp>

#include <pgm/core/checked.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>

namespace pgm::io::detail {
namespace {

constexpr std::uint64_t table_kind = 0;
constexpr std::uint64_t linear_gaussian_kind = 1;
constexpr std::uint64_t kernel_density_kind = 2;
constexpr std::uint32_t continuous_version = 2;

class RecordWriter : public FlatWriter {
public:
    using FlatWriter::FlatWriter;

    void operator()(const TableCpd& cpd) {
        number(table_kind);
        ids(cpd.parents());
        values(cpd.table().values());
    }

    void operator()(const LinearGaussianCpd& cpd) {
        number(linear_gaussian_kind);
        ids(cpd.discrete_scope().variables());
        ids(cpd.continuous_parents());
        number(static_cast<std::uint64_t>(cpd.tying()));
        for (std::size_t i = 0; i < cpd.row_count(); ++i) {
            value(cpd.row(i).intercept);
            values(cpd.row(i).slopes);
            value(cpd.row(i).variance);
        }
    }

    void operator()(const KernelDensityCpd& cpd) {
        number(kernel_density_kind);
        ids(cpd.parents());
        number(static_cast<std::uint64_t>(cpd.kernel()));
        for (std::size_t i = 0; i < cpd.row_count(); ++i) {
            number(cpd.row(i).points.size());
            number(cpd.row(i).weights.empty() ? 0 : 1);
            value(cpd.row(i).bandwidth);
            values(cpd.row(i).points);
            values(cpd.row(i).weights);
        }
    }

    void operator()(const FunctionCpd&) {
        throw ArgumentError(
            "a distribution that is a function cannot be saved",
            "fit a linear Gaussian or a kernel density to it, or discretise the variable");
    }

private:
    void ids(std::span<const VariableId> variables) {
        number(variables.size());
        for (const VariableId variable : variables) number(variable.value);
    }
};

class RecordReader : public FlatReader {
public:
    RecordReader(const NetworkRecord& record, const Limits& limits, const std::string& name)
        : FlatReader(record, name), version_(record.version), limits_(limits), name_(name) {}

    BayesianNetwork network(std::vector<Problem>& remarks) {
        const bool keep_sums = version_ >= continuous_version && flag();
        NetworkBuilder builder(text(), limits_);
        if (keep_sums) builder.set_row_sums(RowSums::keep);
        for (const std::string& line : texts()) builder.annotate(line);
        const std::uint64_t count = number();
        if (count > limits_.max_variables)
            fail("it has more variables than the limit of " +
                 std::to_string(limits_.max_variables));
        for (std::uint64_t i = 0; i < count; ++i) builder.add_variable(variable(), {.file = name_});
        for (std::uint64_t i = 0; i < count; ++i)
            builder.set_cpd(cpd(builder, VariableId(i)), {.file = name_});
        require_end();
        return std::move(builder).build(remarks);
    }

private:
    Variable variable() {
        std::string name = text();
        Variable variable(std::move(name), texts());
        for (std::string& line : texts()) variable.annotate(std::move(line));
        return variable;
    }

    /// A list of variables, after those in `members`; none may be there already.
    std::vector<VariableId> parents(const NetworkBuilder& builder,
                                    std::vector<VariableId> members) {
        const std::size_t parent_count = count("a parent");
        const std::size_t known = members.size();
        for (std::uint64_t i = 0; i < parent_count; ++i) {
            const std::uint64_t parent = number();
            if (parent >= builder.size() || parent == members.front().index())
                fail("a parent is not another variable");
            members.push_back(VariableId(parent));
        }
        std::vector<VariableId> sorted = members;
        std::sort(sorted.begin(), sorted.end());
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
            fail("a parent occurs twice");
        members.erase(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(known));
        return members;
    }

    Scope scope_over(const NetworkBuilder& builder, std::vector<VariableId> variables) {
        std::vector<std::size_t> cardinalities;
        std::optional<std::size_t> cells = 1;
        for (const VariableId id : variables) {
            cardinalities.push_back(builder.variable(id).cardinality());
            if (cardinalities.back() == 0) fail("a variable has no states");
            if (cells) cells = checked_mul(*cells, cardinalities.back());
        }
        if (!cells || *cells > values_left()) fail("a table is missing");
        return Scope(variables, cardinalities);
    }

    Cpd cpd(const NetworkBuilder& builder, VariableId child) {
        const std::uint64_t kind = number();
        if (kind > (version_ >= continuous_version ? kernel_density_kind : table_kind))
            fail("a distribution is of a kind that does not exist");
        std::vector<VariableId> members = parents(builder, {child});
        if (kind != table_kind) {
            Scope scope = scope_over(builder, members);
            return kind == linear_gaussian_kind
                       ? Cpd(linear_gaussian(builder, child, std::move(scope)))
                       : Cpd(kernel_density(child, std::move(scope)));
        }
        members.push_back(child);
        Scope scope = scope_over(builder, std::move(members));
        const std::span<const double> cells = values(scope.cells());
        return TableCpd(std::move(scope), cells);
    }

    LinearGaussianCpd linear_gaussian(const NetworkBuilder& builder, VariableId child,
                                      Scope discrete) {
        using Tying = LinearGaussianCpd::Tying;
        std::vector<VariableId> members{child};
        members.insert(members.end(), discrete.variables().begin(), discrete.variables().end());
        std::vector<VariableId> continuous = parents(builder, std::move(members));
        const Tying tying = flag() ? Tying::slopes_and_variance : Tying::none;
        std::vector<LinearGaussianCpd::Row> rows;
        for (std::size_t i = 0; i < discrete.cells(); ++i) {
            const std::span<const double> row = values(continuous.size() + 2);
            rows.push_back({row.front(), {row.begin() + 1, row.end() - 1}, row.back()});
            if (tying == Tying::none) continue;
            if (rows.back().slopes != rows.front().slopes ||
                rows.back().variance != rows.front().variance)
                fail("tied rows differ");
        }
        return LinearGaussianCpd(child, std::move(discrete), std::move(continuous), std::move(rows),
                                 tying);
    }

    KernelDensityCpd kernel_density(VariableId child, Scope discrete) {
        using Kernel = KernelDensityCpd::Kernel;
        const Kernel kernel = flag() ? Kernel::tophat : Kernel::gaussian;
        std::vector<KernelDensityCpd::Row> rows;
        for (std::size_t i = 0; i < discrete.cells(); ++i) {
            const std::uint64_t points = number();
            const bool weighted = flag();
            if (points == 0) fail("a kernel density has no points");
            KernelDensityCpd::Row row{.bandwidth = value()};
            const auto column = [&](std::uint64_t count) {
                const std::span<const double> numbers = values(count);
                return std::vector<double>(numbers.begin(), numbers.end());
            };
            row.points = column(points);
            if (weighted) row.weights = column(points);
            rows.push_back(std::move(row));
        }
        return KernelDensityCpd(child, std::move(discrete), kernel, std::move(rows));
    }

    std::uint32_t version_;
    const Limits& limits_;
    const std::string& name_;
};

}  // namespace

NetworkRecord record_of(const BayesianNetwork& network) {
    NetworkRecord record;
    RecordWriter writer(record);
    if (!network.is_discrete() || network.row_sums() != RowSums::normalise) {
        record.version = continuous_version;
        writer.number(static_cast<std::uint64_t>(network.row_sums()));
    }
    std::size_t cells = 0;
    for (const Cpd& cpd : network.cpds())
        if (const auto* const table = std::get_if<TableCpd>(&cpd)) cells += table->table().size();
    record.values.reserve(cells);
    writer.text(network.name());
    writer.texts(network.annotations());
    writer.number(network.size());
    for (const Variable& variable : network.variables()) {
        writer.text(variable.name());
        writer.texts(variable.states());
        writer.texts(variable.annotations());
    }
    for (const Cpd& cpd : network.cpds()) std::visit(writer, cpd);
    return record;
}

BayesianNetwork network_of(const NetworkRecord& record, const Limits& limits,
                           const std::string& name, std::vector<Problem>& remarks) {
    return RecordReader(record, limits, name).network(remarks);
}

}  // namespace pgm::io::detail
