#include <io/format/record/detail/json_network.hpp>
#include <io/format/record/detail/json_values.hpp>
#include <pgm/core/text/number_text.hpp>

#include <utility>
#include <vector>

namespace pgm::io::detail {
namespace {

/// Appends numbers with their places.
void append(WrittenNumbers& numbers, const WrittenNumbers& more) {
    for (std::size_t i = 0; i < more.values.size(); ++i)
        numbers.add(more.values[i], more.offset_of(i));
}

/// Reads the one deferred member of a variable that is its distribution.
class DistributionReader {
public:
    DistributionReader(JsonReader& reader, NetworkAssembly& assembly, WrittenFamily& family,
                       std::size_t member)
        : reader_(reader), assembly_(assembly), family_(family), member_(member) {}

    template <class T>
    void operator()(const Field& field, const Deferred<T>&) {
        if (next_member_++ != member_) return;
        reader_.cursor().seek(family_.offset);
        read(field, T{});
    }
    void operator()(const Field&, const auto&) {}

    bool is_right() const { return is_right_; }

private:
    const Variable* find(const WrittenName& name) const {
        const std::optional<VariableId> id = assembly_.builder().find(name.text);
        return id ? &assembly_.builder().variable(*id) : nullptr;
    }

    void report(std::size_t offset, std::string message) {
        is_right_ = false;
        assembly_.error(offset, std::move(message));
    }

    void read(const Field& field, Sequence<TableRow> rows) {
        JsonKeys keys(assembly_, family_);
        WrittenRows table;
        std::size_t first = 0;
        rows.element.p.begin = family_.offset;
        rows.take = [&](TableRow& row) {
            if (keys.add(row)) {
                table.first_numbers.push_back(std::exchange(first, row.p.values.size()));
            } else {
                row.p.values.resize(first);
                row.p.places.resize(first);
            }
        };
        reader_.read(field.what, rows);
        table.numbers = std::move(rows.element.p);
        table.keys = keys.take();
        family_.distribution = std::move(table);
    }

    void read(const Field& field, bool uniform) {
        reader_.read(field.what, uniform);
        if (!uniform) reader_.cursor().fail(family_.offset, "uniform is true, or is left out");
        family_.distribution = WrittenUniform{};
    }

    void check_size(const WrittenNumbers& numbers) {
        const std::size_t states = find(family_.child)->cardinality();
        // A variable without states is reported with its family.
        if (numbers.values.size() == states || states == 0) return;
        report(numbers.begin, "a row for " + shown(family_.child.text) + " needs " +
                                  counted(states, "number") + ", found " +
                                  std::to_string(numbers.values.size()));
    }

    /// Checks that a link is the one that comes next: for each parent in turn each of its states.
    void check_link(const NoisyMaxLink& link, std::size_t& parent, std::size_t& state) {
        check_size(link.p);
        if (parent >= family_.parents.size()) return;
        const WrittenName& expected = family_.parents[parent];
        const Variable* const variable = find(expected);
        if (!variable || !variable->is_discrete()) return;
        const std::string& expected_state = variable->states()[state];
        if (link.parent.text != expected.text || link.state.text != expected_state)
            report(link.parent.offset, "expected the link of " + shown(expected.text) +
                                           " in the state " + shown(expected_state));
        if (++state < variable->cardinality()) return;
        state = 0;
        ++parent;
    }

    void read(const Field& field, NoisyMaxFields fields) {
        WrittenNoisyMax noisy_max;
        noisy_max.numbers.begin = family_.offset;
        std::size_t parent = 0, state = 0;
        fields.links.take = [&](const NoisyMaxLink& link) {
            check_link(link, parent, state);
            append(noisy_max.numbers, link.p);
        };
        reader_.read(field.what, fields);
        check_size(fields.leak);
        if (!is_right_) return;
        append(noisy_max.numbers, fields.leak);
        noisy_max.order = fields.strongest_first ? NoisyMaxCpd::Order::strongest_first
                                                 : NoisyMaxCpd::Order::absent_first;
        family_.distribution = std::move(noisy_max);
    }

    void read(const Field& field, GaussianFields fields) {
        JsonKeys keys(assembly_, family_);
        WrittenGaussian gaussian;
        fields.rows.take = [&](GaussianRow& row) {
            if (!keys.add(row)) return;
            gaussian.rows.push_back({row.offset, row.intercept, row.variance, {}});
            for (auto& [parent, slope] : row.slopes)
                gaussian.rows.back().slopes.emplace_back(std::move(parent), slope);
        };
        reader_.read(field.what, fields);
        gaussian.keys = keys.take();
        if (fields.tied) gaussian.tying = LinearGaussianCpd::Tying::slopes_and_variance;
        family_.distribution = std::move(gaussian);
    }

    KernelDensityCpd::Kernel kernel(const WrittenName& word) {
        if (word.text.empty() || word.text == "gaussian") return KernelDensityCpd::Kernel::gaussian;
        if (word.text == "tophat") return KernelDensityCpd::Kernel::tophat;
        reader_.cursor().fail(word.offset, "there is no kernel " + shown(word.text),
                              "known: gaussian, tophat");
    }

    void read(const Field& field, DensityFields fields) {
        JsonKeys keys(assembly_, family_);
        WrittenKernelDensity density;
        fields.rows.take = [&](DensityRow& row) {
            if (keys.add(row)) density.rows.push_back({row.offset, std::move(row.density)});
        };
        reader_.read(field.what, fields);
        density.keys = keys.take();
        density.kernel = kernel(fields.kernel);
        family_.distribution = std::move(density);
    }

    void read(const Field& field, WrittenName name) {
        reader_.read(field.what, name);
        std::optional<WrittenFunction> function = assembly_.function(name);
        is_right_ = function.has_value();
        if (function) family_.distribution = *std::move(function);
    }

    void read(const Field& field, WrittenOther other) {
        reader_.read(field.what, other);
        family_.distribution = std::move(other);
    }

    JsonReader& reader_;
    NetworkAssembly& assembly_;
    WrittenFamily& family_;
    std::size_t member_, next_member_ = 0;
    bool is_right_ = true;
};

}  // namespace

bool read_distribution(JsonReader& reader, NetworkAssembly& assembly, WrittenFamily& family,
                       std::size_t member) {
    DistributionReader read(reader, assembly, family, member);
    const VariableFields members;
    fields(read, members);
    return read.is_right();
}

}  // namespace pgm::io::detail
