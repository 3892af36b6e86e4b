#include <io/format/record/detail/network_record.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>

namespace pgm::io::detail {
namespace {

// Before version 3 kinds were numbers.
constexpr std::uint64_t table_kind = 0;
constexpr std::uint64_t linear_gaussian_kind = 1;
constexpr std::uint64_t kernel_density_kind = 2;
constexpr std::uint32_t continuous_version = 2;
constexpr std::uint32_t named_kinds_version = 3;
constexpr std::uint32_t row_weights_version = 4;
constexpr std::uint32_t replicates_version = 5;
constexpr std::uint32_t diagram_version = 6;

/// The names of the kinds that occur, in order of their first distribution.
std::vector<std::string> kinds_of(const BayesianNetwork& network) {
    std::vector<std::string> kinds;
    for (const Cpd& cpd : network.cpds())
        if (std::ranges::find(kinds, kind_of(cpd)) == kinds.end()) kinds.emplace_back(kind_of(cpd));
    return kinds;
}

std::size_t weights_of(const BayesianNetwork& network) {
    std::size_t weights = 0;
    for (std::size_t i = 0; i < network.size(); ++i)
        weights += network.row_weights(VariableId(i)).size();
    return weights;
}

/// How many numbers that are no counts a network has.
std::size_t numbers_of(const BayesianNetwork& network) {
    std::size_t numbers = weights_of(network);
    for (const Cpd& cpd : network.cpds()) numbers += stored_numbers(cpd);
    return numbers;
}

/// The lowest version that has all of it.
std::uint32_t version_of(const BayesianNetwork& network) {
    if (decision_or_utility(network)) return diagram_version;
    if (!network.replicates().empty()) return replicates_version;
    if (weights_of(network) > 0) return row_weights_version;
    const auto is_table = [](const Cpd& cpd) { return kind_of(cpd) == TableCpd::kind; };
    if (!std::ranges::all_of(network.cpds(), is_table)) return named_kinds_version;
    return network.row_sums() != RowSums::normalise ? continuous_version : 1;
}

class RecordWriter : public FlatWriter {
public:
    using FlatWriter::FlatWriter;

    /// One network, in the version of the record.
    void network(const BayesianNetwork& network) {
        const std::uint32_t version = record().version;
        if (version >= continuous_version) number(static_cast<std::uint64_t>(network.row_sums()));
        text(network.name());
        write(network.annotations());
        number(network.size());
        for (const Variable& variable : network.variables()) {
            text(variable.name());
            write(variable.states());
            write(variable.annotations());
            if (version >= diagram_version) number(static_cast<std::uint64_t>(variable.kind()));
        }
        const std::vector<std::string> kinds = kinds_of(network);
        if (version >= named_kinds_version) write(kinds);
        for (const Cpd& cpd : network.cpds())
            version >= named_kinds_version ? distribution(cpd, kinds) : table(table_of(cpd));
        for (std::size_t i = 0; version >= row_weights_version && i < network.size(); ++i) {
            const std::span<const double> weights = network.row_weights(VariableId(i));
            number(weights.size());
            values(weights);
        }
    }

private:
    void table(const TableCpd& cpd) {
        number(table_kind);
        ids(cpd.parents());
        values(cpd.table().values());
    }

    /// `kinds` are the names that the record begins with.
    void distribution(const Cpd& cpd, std::span<const std::string> kinds) {
        const auto kind = std::ranges::find(kinds, kind_of(cpd));
        number(static_cast<std::uint64_t>(kind - kinds.begin()));
        const std::size_t continuous = continuous_parents(cpd).size();
        ids(parents_of(cpd).first(parents_of(cpd).size() - continuous));
        ids(continuous_parents(cpd));
        std::visit(
            [&](const auto& c) {
                const auto& numbers = c.numbers();
                number(numbers.size());
                values(numbers);
            },
            cpd);
    }

    void ids(std::span<const VariableId> variables) {
        number(variables.size());
        for (const VariableId variable : variables) number(variable.value);
    }
};

class RecordReader : public FlatReader {
public:
    using FlatReader::FlatReader;

    BayesianNetwork network(std::vector<Problem>& remarks) {
        BayesianNetwork network = one_network(remarks);
        if (version() >= replicates_version) {
            std::vector<BayesianNetwork> replicates;
            for (std::size_t left = count("a replicate"); left > 0; --left)
                replicates.push_back(one_network(remarks));
            network = checked([&] { return with_replicates(network, std::move(replicates)); });
        }
        require_end();
        return network;
    }

private:
    BayesianNetwork one_network(std::vector<Problem>& remarks) {
        const bool keep_sums = version() >= continuous_version && flag();
        NetworkBuilder builder(text(), limits());
        builder.set_source({[&](std::size_t) { return Location{.file = name()}; }});
        if (keep_sums) builder.set_row_sums(RowSums::keep);
        std::vector<std::string> annotations;
        read("a name", annotations);
        for (std::string& line : annotations) builder.annotate(std::move(line));
        const std::uint64_t count = number();
        if (count > limits().max_variables)
            fail("it has more variables than the limit of " +
                 std::to_string(limits().max_variables));
        for (std::uint64_t i = 0; i < count; ++i) builder.add_variable(variable(), 0);
        kinds_.clear();
        if (version() >= named_kinds_version) read("a name", kinds_);
        for (std::uint64_t i = 0; i < count; ++i)
            builder.set_cpd(version() >= named_kinds_version ? cpd(builder, VariableId(i))
                                                             : numbered_cpd(builder, VariableId(i)),
                            0);
        if (version() >= row_weights_version) row_weights(builder);
        return std::move(builder).build(remarks);
    }

    Variable variable() {
        std::string name = text();
        std::vector<std::string> states, annotations;
        read("a name", states);
        read("a name", annotations);
        Variable variable(std::move(name), std::move(states));
        for (std::string& line : annotations) variable.annotate(std::move(line));
        if (version() < diagram_version) return variable;
        const std::uint64_t kind = number();
        if (kind > static_cast<std::uint64_t>(Variable::Kind::utility))
            fail("a variable is of a kind that does not exist");
        variable.set_kind(static_cast<Variable::Kind>(kind));
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

    CpdFamily family_with(const NetworkBuilder& builder, VariableId child) {
        CpdFamily family{.child = child, .states = builder.variable(child).cardinality()};
        family.discrete_parents = parents(builder, {child});
        for (const VariableId id : family.discrete_parents) {
            family.cardinalities.push_back(builder.variable(id).cardinality());
            if (family.cardinalities.back() == 0) fail("a variable has no states");
        }
        return family;
    }

    void read_continuous_parents(const NetworkBuilder& builder, CpdFamily& family) {
        std::vector<VariableId> members{family.child};
        members.insert(members.end(), family.discrete_parents.begin(),
                       family.discrete_parents.end());
        family.continuous_parents = parents(builder, std::move(members));
    }

    /// How many rows there are, which take one number at least each.
    std::size_t configurations(const CpdFamily& family) const {
        std::optional<std::size_t> cells = 1;
        for (const std::size_t states : family.cardinalities)
            if (cells) cells = checked_mul(*cells, states);
        if (!cells || *cells > values_left()) fail("a table is missing");
        return *cells;
    }

    Cpd made(std::string_view kind, const CpdFamily& family, std::span<const double> numbers) {
        std::optional<Cpd> made = checked([&] { return cpd_from_numbers(kind, family, numbers); });
        if (!made) fail("a distribution is of a kind that does not exist");
        return *std::move(made);
    }

    void row_weights(NetworkBuilder& builder) {
        for (std::size_t i = 0; i < builder.size(); ++i) {
            const std::span<const double> weights = values(number());
            if (!weights.empty())
                builder.set_row_weights(VariableId(i), {weights.begin(), weights.end()});
        }
    }

    Cpd cpd(const NetworkBuilder& builder, VariableId child) {
        const std::uint64_t kind = number();
        if (kind >= kinds_.size()) fail("a distribution is of a kind that does not exist");
        CpdFamily family = family_with(builder, child);
        read_continuous_parents(builder, family);
        return made(kinds_[kind], family, values(number()));
    }

    /// Reads a distribution of version 1 or 2.
    Cpd numbered_cpd(const NetworkBuilder& builder, VariableId child) {
        const std::uint64_t kind = number();
        if (kind > (version() >= continuous_version ? kernel_density_kind : table_kind))
            fail("a distribution is of a kind that does not exist");
        CpdFamily family = family_with(builder, child);
        const std::size_t rows = configurations(family);
        if (kind == kernel_density_kind)
            return made(KernelDensityCpd::kind, family, kernel_density_numbers(rows));
        if (kind == linear_gaussian_kind) {
            read_continuous_parents(builder, family);
            std::vector<double> numbers{flag() ? 1.0 : 0.0};
            append_values(numbers, rows, family.continuous_parents.size() + 2);
            return made(LinearGaussianCpd::kind, family, numbers);
        }
        if (family.states == 0 || family.states > values_left() / rows) fail("a table is missing");
        return made(TableCpd::kind, family, values(rows * family.states));
    }

    void append_values(std::vector<double>& numbers, std::size_t rows, std::size_t length) {
        if (length > values_left() / rows) fail("a table is missing");
        const std::span<const double> more = values(rows * length);
        numbers.insert(numbers.end(), more.begin(), more.end());
    }

    std::vector<double> kernel_density_numbers(std::size_t rows) {
        std::vector<double> numbers{flag() ? 1.0 : 0.0};
        for (std::size_t i = 0; i < rows; ++i) {
            const std::uint64_t points = number();
            const bool weighted = flag();
            numbers.insert(numbers.end(),
                           {value(), static_cast<double>(points), weighted ? 1.0 : 0.0});
            append_values(numbers, 1, points);
            if (weighted) append_values(numbers, 1, points);
        }
        return numbers;
    }

    std::vector<std::string> kinds_;  ///< from version 3 on
};

}  // namespace

FlatRecord record_of(const BayesianNetwork& network) {
    FlatRecord record{.version = version_of(network)};
    RecordWriter writer(record);
    std::size_t values = numbers_of(network);
    for (const BayesianNetwork& replicate : network.replicates()) values += numbers_of(replicate);
    record.values.reserve(values);
    writer.network(network);
    if (record.version < replicates_version) return record;
    writer.number(network.replicates().size());
    for (const BayesianNetwork& replicate : network.replicates()) writer.network(replicate);
    return record;
}

BayesianNetwork network_of(const FlatRecord& record, std::uint32_t version, const Limits& limits,
                           const std::string& name, std::vector<Problem>& remarks) {
    return RecordReader(record, name, limits, version).network(remarks);
}

void write_value(FlatWriter& writer, const BayesianNetwork& network) {
    writer.record().others.push_back(record_of(network));
    writer.number(writer.record().others.back().version);
}

void read_value(FlatReader& reader, std::string_view, BayesianNetwork& network) {
    const std::uint64_t version = reader.number();
    const FlatRecord& record = reader.other();
    if (version == 0 || version > newest_network_version)
        reader.fail("a network has a version that does not exist");
    network = network_of(record, static_cast<std::uint32_t>(version), reader.limits(),
                         reader.name(), reader.remarks());
}

}  // namespace pgm::io::detail
