#include <io/format/record/detail/json_network.hpp>
#include <io/format/record/detail/json_values.hpp>

#include <utility>
#include <vector>

namespace pgm::io::detail {
namespace {

/// The distributions that a variable has been given.
struct GivenDistributions {
    template <class T>
    void operator()(const Field& field, const Deferred<T>& distribution) {
        known.append(known.empty() ? "" : ", ").append(field.name);
        if (distribution.offset) given.emplace_back(number, *distribution.offset);
        ++number;
    }
    void operator()(const Field&, const auto&) {}

    /// The number of the deferred member, and its place: of one, unless the file is wrong.
    std::vector<std::pair<std::size_t, std::size_t>> given{};
    std::string known{};
    std::size_t number = 0;
};

class JsonNetworkReader {
public:
    explicit JsonNetworkReader(JsonReader& reader)
        : reader_(reader), assembly_(reader.cursor(), reader.options()) {}

    ReadResult read() {
        NetworkFields network;
        network.variables.take = [&](VariableFields& variable) { add(variable); };
        reader_.read({}, network);
        NetworkBuilder& builder = assembly_.builder();
        if (!network.name.text.empty()) assembly_.set_name(std::move(network.name));
        if (!network.row_sums.text.empty()) builder.set_row_sums(row_sums(network.row_sums));
        for (std::string& line : network.annotations) builder.annotate(std::move(line));
        const std::size_t end = reader_.cursor().offset();
        for (auto& [family, member] : families_)
            if (read_distribution(reader_, assembly_, family, member))
                assembly_.add_family(std::move(family));
        reader_.cursor().seek(end);
        return std::move(assembly_).finish(NetworkAssembly::End::marked);
    }

private:
    RowSums row_sums(const WrittenName& word) {
        if (word.text == "keep") return RowSums::keep;
        if (word.text == "normalise") return RowSums::normalise;
        reader_.cursor().fail(word.offset,
                              "row_sums is \"keep\" or \"normalise\", not " + shown(word.text));
    }

    Variable::Kind kind_named(const WrittenName& word) {
        if (word.text.empty()) return Variable::Kind::chance;
        if (word.text == "decision") return Variable::Kind::decision;
        if (word.text == "utility") return Variable::Kind::utility;
        reader_.cursor().fail(word.offset,
                              "kind is \"decision\" or \"utility\", not " + shown(word.text));
    }

    void add(VariableFields& variable) {
        const WrittenName& name = variable.name;
        if (variable.states && variable.states->empty())
            reader_.cursor().fail(name.offset, "the list of states is empty",
                                  "a continuous variable has no member 'states'");
        GivenDistributions distributions;
        fields(distributions, std::as_const(variable));
        const Variable::Kind kind = kind_named(variable.kind);
        const bool is_decision = kind == Variable::Kind::decision;
        const bool has_one = distributions.given.size() == 1;
        if (is_decision && distributions.given.empty())
            assembly_.add_family({name, std::move(variable.parents), name.offset});
        else if (!has_one)
            assembly_.error(name.offset,
                            "variable " + shown(name.text) + " has " +
                                (distributions.given.empty() ? "no" : "more than one") +
                                " distribution",
                            "give one of " + distributions.known);
        // A second variable of this name, which the builder reports, leaves the first one its own.
        if (has_one && !assembly_.builder().find(name.text)) {
            const auto [member, offset] = distributions.given.front();
            families_.push_back({{name, std::move(variable.parents), offset, {}}, member});
        }
        const std::size_t before = assembly_.builder().size();
        assembly_.add_variable(
            {.name = std::move(variable.name),
             .states = std::move(variable.states).value_or(std::vector<WrittenName>()),
             .annotations = std::move(variable.annotations),
             .kind = kind});
        if (!variable.row_weights.empty() && assembly_.builder().size() > before)
            assembly_.builder().set_row_weights(VariableId(before),
                                                std::move(variable.row_weights));
    }

    /// A family whose distribution has been passed over, because its rows name states of variables
    /// that may come later.
    struct PendingFamily {
        WrittenFamily family;
        std::size_t member;
    };

    JsonReader& reader_;
    NetworkAssembly assembly_;
    std::vector<PendingFamily> families_;
};

}  // namespace

void read_value(JsonReader& reader, std::string_view what, FormatName& format) {
    const WrittenName found = reader.text(what);
    if (found.text == format.expected) return;
    if (format.expected == classifier_format)
        reader.cursor().fail(found.offset, "the file holds a network, not a classifier",
                             "fit a classifier with the structure of that network, or query it");
    reader.cursor().fail(found.offset, "expected the format \"" + std::string(format.expected) +
                                           "\", found " + shown(found.text));
}

void read_value(JsonReader& reader, std::string_view what, FormatVersion& version) {
    const std::size_t offset = reader.next_offset();
    const std::uint64_t found = reader.count(what);
    if (found != version.number)
        reader.cursor().fail(offset,
                             "version " + std::to_string(found) + " of the format is not known",
                             "it was written by a newer program, or by hand: this is version 1");
}

void read_value(JsonReader& reader, std::string_view what, GivenStates& given) {
    given.is_given = true;
    reader.read(what, given.names);
}

void read_value(JsonReader& reader, std::string_view, BayesianNetwork& network) {
    ReadResult result = JsonNetworkReader(reader).read();
    reader.remarks().insert(reader.remarks().end(), std::make_move_iterator(result.remarks.begin()),
                            std::make_move_iterator(result.remarks.end()));
    network = std::move(result.network);
}

}  // namespace pgm::io::detail
