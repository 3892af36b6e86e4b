#include <io/network_record.hpp>

#include <pgm/core/checked.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>

namespace pgm::io {
namespace {

constexpr std::uint64_t table_kind = 0;

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
        number(cpd.parents().size());
        for (const VariableId parent : cpd.parents()) number(parent.value);
        const std::span<const double> cells = cpd.table().values();
        record_.values.insert(record_.values.end(), cells.begin(), cells.end());
    }

private:
    NetworkRecord& record_;
};

class RecordReader {
public:
    RecordReader(const NetworkRecord& record, const Limits& limits, const std::string& name) : record_(record), limits_(limits), name_(name) {}

    BayesianNetwork network(std::vector<Problem>& remarks) {
        NetworkBuilder builder(text(), limits_);
        for (const std::string& line : texts()) builder.annotate(line);
        const std::uint64_t count = number();
        if (count > limits_.max_variables) fail("it has more variables than the limit of " + std::to_string(limits_.max_variables));
        for (std::uint64_t i = 0; i < count; ++i) builder.add_variable(variable(), {.file = name_});
        for (std::uint64_t i = 0; i < count; ++i) builder.set_cpd(table(builder, VariableId(i)), {.file = name_});
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

    TableCpd table(const NetworkBuilder& builder, VariableId child) {
        if (number() != table_kind) fail("a distribution is of a kind that does not exist");
        const std::uint64_t parent_count = number();
        if (parent_count > record_.numbers.size() - next_number_) fail("a parent is missing");
        std::vector<VariableId> variables;
        for (std::uint64_t i = 0; i < parent_count; ++i) {
            const std::uint64_t parent = number();
            if (parent >= builder.size() || parent == child.index()) fail("a parent is not another variable");
            variables.push_back(VariableId(parent));
        }
        variables.push_back(child);
        std::vector<VariableId> sorted = variables;
        std::sort(sorted.begin(), sorted.end());
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) fail("a parent occurs twice");

        std::vector<std::size_t> cardinalities;
        std::optional<std::size_t> cells = 1;
        for (const VariableId id : variables) {
            cardinalities.push_back(builder.variable(id).cardinality());
            if (cardinalities.back() == 0) fail("a variable has no states");
            if (cells) cells = checked_mul(*cells, cardinalities.back());
        }
        if (!cells || *cells > record_.values.size() - next_value_) fail("a table is missing");
        next_value_ += *cells;
        return TableCpd(Scope(std::move(variables), std::move(cardinalities)), std::span(record_.values).subspan(next_value_ - *cells, *cells));
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
