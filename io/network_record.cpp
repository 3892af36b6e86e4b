#include <io/network_record.hpp>

#include <pgm/core/checked.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>

namespace pgm::io {
namespace {

constexpr std::uint64_t table_kind = 0;
constexpr std::uint64_t linear_gaussian_kind = 1;
constexpr std::uint64_t kernel_density_kind = 2;
constexpr std::uint32_t continuous_version = 2;

class RecordWriter {
public:
    explicit RecordWriter(NetworkRecord& record) : record_(record) {}

    void text(const std::string& piece) {
        record_.numbers.push_back(piece.size());
        record_.text += piece;
    }

    void texts(const std::vector<std::string>& pieces) {
        record_.numbers.push_back(pieces.size());
        for (const std::string& piece : pieces) text(piece);
    }

    void number(std::uint64_t value) { record_.numbers.push_back(value); }

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
            record_.values.push_back(cpd.row(i).intercept);
            values(cpd.row(i).slopes);
            record_.values.push_back(cpd.row(i).variance);
        }
    }

    void operator()(const KernelDensityCpd& cpd) {
        number(kernel_density_kind);
        ids(cpd.parents());
        number(static_cast<std::uint64_t>(cpd.kernel()));
        for (std::size_t i = 0; i < cpd.row_count(); ++i) {
            number(cpd.row(i).points.size());
            number(cpd.row(i).weights.empty() ? 0 : 1);
            record_.values.push_back(cpd.row(i).bandwidth);
            values(cpd.row(i).points);
            values(cpd.row(i).weights);
        }
    }

    void operator()(const FunctionCpd&) {
        throw ArgumentError("a distribution that is a function cannot be saved",
                            "fit a linear Gaussian or a kernel density to it, or discretise the variable");
    }

private:
    void ids(std::span<const VariableId> variables) {
        number(variables.size());
        for (const VariableId variable : variables) number(variable.value);
    }

    void values(std::span<const double> more) { record_.values.insert(record_.values.end(), more.begin(), more.end()); }

    NetworkRecord& record_;
};

class RecordReader {
public:
    RecordReader(const NetworkRecord& record, const Limits& limits, const std::string& name) : record_(record), limits_(limits), name_(name) {}

    BayesianNetwork network(std::vector<Problem>& remarks) {
        const RowSums row_sums = record_.version >= continuous_version ? one_of(RowSums::normalise, RowSums::keep) : RowSums::normalise;
        NetworkBuilder builder(text(), limits_);
        builder.set_row_sums(row_sums);
        for (const std::string& line : texts()) builder.annotate(line);
        const std::uint64_t count = number();
        if (count > limits_.max_variables) fail("it has more variables than the limit of " + std::to_string(limits_.max_variables));
        for (std::uint64_t i = 0; i < count; ++i) builder.add_variable(variable(), {.file = name_});
        for (std::uint64_t i = 0; i < count; ++i) builder.set_cpd(cpd(builder, VariableId(i)), {.file = name_});
        if (next_number_ != record_.numbers.size() || next_value_ != record_.values.size() || next_byte_ != record_.text.size()) {
            fail("it holds more than its counts say");
        }
        return builder.build(remarks);
    }

private:
    [[noreturn]] void fail(const std::string& reason) const { throw ParseError("the native model file contradicts itself", {.file = name_}, reason); }

    std::uint64_t number() {
        if (next_number_ == record_.numbers.size()) fail("a count is missing");
        return record_.numbers[next_number_++];
    }

    std::string text() {
        const std::uint64_t length = number();
        if (length > record_.text.size() - next_byte_) fail("a name is missing");
        next_byte_ += length;
        return record_.text.substr(next_byte_ - length, length);
    }

    std::vector<std::string> texts() {
        const std::uint64_t count = number();
        if (count > record_.numbers.size() - next_number_) fail("a name is missing");
        std::vector<std::string> pieces;
        for (std::uint64_t i = 0; i < count; ++i) pieces.push_back(text());
        return pieces;
    }

    Variable variable() {
        std::string name = text();
        Variable variable(std::move(name), texts());
        for (std::string& line : texts()) variable.annotate(std::move(line));
        return variable;
    }

    /// A number that says 0 or 1.
    template <class Choice>
    Choice one_of(Choice zero, Choice one) {
        const std::uint64_t choice = number();
        if (choice > 1) fail("a choice of two is neither 0 nor 1");
        return choice == 0 ? zero : one;
    }

    std::span<const double> values(std::size_t count) {
        if (count > record_.values.size() - next_value_) fail("a table is missing");
        next_value_ += count;
        return std::span(record_.values).subspan(next_value_ - count, count);
    }

    /// A list of variables, after those in `members`; none may be there already.
    std::vector<VariableId> parents(const NetworkBuilder& builder, std::vector<VariableId> members) {
        const std::uint64_t parent_count = number();
        if (parent_count > record_.numbers.size() - next_number_) fail("a parent is missing");
        const std::size_t known = members.size();
        for (std::uint64_t i = 0; i < parent_count; ++i) {
            const std::uint64_t parent = number();
            if (parent >= builder.size() || parent == members.front().index()) fail("a parent is not another variable");
            members.push_back(VariableId(parent));
        }
        std::vector<VariableId> sorted = members;
        std::sort(sorted.begin(), sorted.end());
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) fail("a parent occurs twice");
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
        if (!cells || *cells > record_.values.size() - next_value_) fail("a table is missing");
        return Scope(std::move(variables), std::move(cardinalities));
    }

    Cpd cpd(const NetworkBuilder& builder, VariableId child) {
        const std::uint64_t kind = number();
        if (kind > (record_.version >= continuous_version ? kernel_density_kind : table_kind))
            fail("a distribution is of a kind that does not exist");
        std::vector<VariableId> members = parents(builder, {child});
        if (kind != table_kind) {
            Scope scope = scope_over(builder, members);
            return kind == linear_gaussian_kind ? Cpd(linear_gaussian(builder, child, std::move(scope)))
                                                : Cpd(kernel_density(child, std::move(scope)));
        }
        members.push_back(child);
        Scope scope = scope_over(builder, std::move(members));
        const std::span<const double> cells = values(scope.cells());
        return TableCpd(std::move(scope), cells);
    }

    LinearGaussianCpd linear_gaussian(const NetworkBuilder& builder, VariableId child, Scope discrete) {
        using Tying = LinearGaussianCpd::Tying;
        std::vector<VariableId> members{child};
        members.insert(members.end(), discrete.variables().begin(), discrete.variables().end());
        std::vector<VariableId> continuous = parents(builder, std::move(members));
        const Tying tying = one_of(Tying::none, Tying::slopes_and_variance);
        std::vector<LinearGaussianCpd::Row> rows;
        for (std::size_t i = 0; i < discrete.cells(); ++i) {
            const std::span<const double> row = values(continuous.size() + 2);
            rows.push_back({row.front(), {row.begin() + 1, row.end() - 1}, row.back()});
            if (tying == Tying::none) continue;
            if (rows.back().slopes != rows.front().slopes || rows.back().variance != rows.front().variance) fail("tied rows differ");
        }
        return LinearGaussianCpd(child, std::move(discrete), std::move(continuous), std::move(rows), tying);
    }

    KernelDensityCpd kernel_density(VariableId child, Scope discrete) {
        using Kernel = KernelDensityCpd::Kernel;
        const Kernel kernel = one_of(Kernel::gaussian, Kernel::tophat);
        std::vector<KernelDensityCpd::Row> rows;
        for (std::size_t i = 0; i < discrete.cells(); ++i) {
            const std::uint64_t points = number();
            const bool weighted = one_of(false, true);
            if (points == 0) fail("a kernel density has no points");
            KernelDensityCpd::Row row{.bandwidth = values(1).front()};
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

    const NetworkRecord& record_;
    const Limits& limits_;
    const std::string& name_;
    std::size_t next_number_ = 0;
    std::size_t next_value_ = 0;
    std::size_t next_byte_ = 0;
};

}  // namespace

NetworkRecord record_of(const BayesianNetwork& network) {
    NetworkRecord record;
    RecordWriter writer(record);
    if (!network.is_discrete() || network.row_sums() != RowSums::normalise) {
        record.version = continuous_version;
        writer.number(static_cast<std::uint64_t>(network.row_sums()));
    }
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

BayesianNetwork network_of(const NetworkRecord& record, const Limits& limits, const std::string& name, std::vector<Problem>& remarks) {
    return RecordReader(record, limits, name).network(remarks);
}

}  // namespace pgm::io
