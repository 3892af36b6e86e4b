#include <io/format/record/detail/json_distribution.hpp>

#include <io/format/record/detail/json_keys.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace pgm::io::detail {
namespace {

class DistributionReader {
public:
    DistributionReader(JsonReader& reader, NetworkAssembly& assembly, WrittenFamily& family)
        : reader_(reader), assembly_(assembly), family_(family) {}

    bool read(JsonKind kind) {
        reader_.cursor().seek(family_.offset);
        switch (kind) {
            case JsonKind::table:
                return read_table();
            case JsonKind::uniform:
                return read_uniform();
            case JsonKind::noisy_max:
                return read_noisy_max();
            case JsonKind::gaussian:
                return read_gaussian();
            case JsonKind::kernel_density:
                return read_kernel_density();
            case JsonKind::function:
                return read_function();
            case JsonKind::other:
                return read_other();
        }
        return false;
    }

private:
    const Variable& variable(const WrittenName& name) const {
        const NetworkBuilder& builder = assembly_.builder();
        return builder.variable(*builder.find(name.text));
    }

    /// Reads a list of rows, each an object with the states of the parents and the members that
    /// `read_row` reads: it is called with the row's place and a function that reads the object.
    /// Rows that are refused are dropped again.
    template <class ReadRow, class Drop>
    WrittenKeys read_rows(const ReadRow& read_row, const Drop& drop) {
        JsonKeys keys(assembly_, family_);
        reader_.array("the rows of the distribution", [&] {
            const std::size_t offset = reader_.next_offset();
            keys.begin(offset);
            const std::string missing = read_row(offset, [&](const auto&... members) {
                reader_.object("a row", JsonMember{"given", [&] { keys.read_states(reader_); }},
                               members...);
            });
            if (!missing.empty()) keys.refuse("the row has no " + missing);
            if (!keys.end()) drop();
        });
        return keys.take();
    }

    /// The probabilities of the states of the child in the link of a noisy-MAX.
    void read_link(WrittenNumbers& numbers, std::size_t states) {
        const std::size_t before = numbers.values.size(), offset = reader_.next_offset();
        reader_.append_numbers("a probability", numbers);
        const std::size_t found = numbers.values.size() - before;
        // A variable without states is reported with its family.
        if (found == states || states == 0) return;
        is_right_ = false;
        assembly_.report().error(offset, "a row for " + shown(family_.child.text) + " needs " +
                                             counted(states, "number") + ", found " +
                                             std::to_string(found));
    }

    bool read_table() {
        WrittenRows table;
        WrittenNumbers& numbers = table.numbers;
        numbers.begin = family_.offset;
        const auto read_row = [&](std::size_t, const auto& read_members) {
            const std::size_t first = numbers.values.size();
            table.first_numbers.push_back(first);
            read_members(
                JsonMember{"p", [&] { reader_.append_numbers("a probability", numbers); }});
            return std::string(numbers.values.size() == first ? "numbers 'p'" : "");
        };
        table.keys = read_rows(read_row, [&] {
            numbers.values.resize(table.first_numbers.back());
            numbers.places.resize(table.first_numbers.back());
            table.first_numbers.pop_back();
        });
        family_.distribution = std::move(table);
        return true;
    }

    bool report_lack(std::string_view what, std::string_view member) {
        assembly_.report().error(family_.offset, std::string(what) + " of the distribution of " +
                                                     shown(family_.child.text) +
                                                     " has no member '" + std::string(member) +
                                                     "'");
        return false;
    }

    bool read_uniform() {
        if (!reader_.truth("uniform"))
            reader_.cursor().fail(family_.offset, "uniform is true, or is left out");
        family_.distribution = WrittenUniform{};
        return true;
    }

    /// Checks that a link is the one that comes next: for each parent in turn each of its states.
    void check_link(const WrittenName& parent, const WrittenName& state, std::size_t& next_parent,
                    std::size_t& next_state) {
        const NetworkBuilder& builder = assembly_.builder();
        if (next_parent >= family_.parents.size()) return;
        const WrittenName& expected = family_.parents[next_parent];
        const auto id = builder.find(expected.text);
        if (!id || !builder.variable(*id).is_discrete()) return;
        const Variable& variable = builder.variable(*id);
        const std::string& expected_state = variable.states()[next_state];
        if (parent.text != expected.text || state.text != expected_state) {
            is_right_ = false;
            assembly_.report().error(parent.offset, "expected the link of " + shown(expected.text) +
                                                        " in the state " + shown(expected_state));
        }
        if (++next_state < variable.cardinality()) return;
        next_state = 0;
        ++next_parent;
    }

    void read_links(WrittenNumbers& numbers, std::size_t states) {
        std::size_t next_parent = 0, next_state = 0;
        reader_.array("the links", [&] {
            WrittenName parent{{}, reader_.next_offset()}, state;
            reader_.object("a link",
                           JsonMember{"parent", [&] { parent = reader_.text("a parent"); }},
                           JsonMember{"state", [&] { state = reader_.text("a state"); }},
                           JsonMember{"p", [&] { read_link(numbers, states); }});
            check_link(parent, state, next_parent, next_state);
        });
    }

    bool read_noisy_max() {
        const std::size_t states = variable(family_.child).cardinality();
        WrittenNoisyMax noisy_max;
        noisy_max.order = NoisyMaxCpd::Order::absent_first;
        WrittenNumbers& numbers = noisy_max.numbers;
        numbers.begin = family_.offset;
        WrittenNumbers leak{family_.offset, {}, {}};
        reader_.object("a noisy-MAX",
                       JsonMember{"strongest_first",
                                  [&] {
                                      if (reader_.truth("strongest_first"))
                                          noisy_max.order = NoisyMaxCpd::Order::strongest_first;
                                  }},
                       JsonMember{"links", [&] { read_links(numbers, states); }},
                       JsonMember{"leak", [&] { read_link(leak, states); }});
        if (!is_right_) return false;
        if (leak.values.empty()) return report_lack("the noisy-MAX", "leak");
        numbers.values.insert(numbers.values.end(), leak.values.begin(), leak.values.end());
        numbers.places.insert(numbers.places.end(), leak.places.begin(), leak.places.end());
        family_.distribution = std::move(noisy_max);
        return true;
    }

    /// The slopes by the names of the continuous parents.
    std::vector<std::pair<WrittenName, double>> slopes() {
        std::vector<std::pair<WrittenName, double>> found;
        reader_.each_member("the slopes", [&](const WrittenName& parent) {
            found.emplace_back(parent, reader_.number("a slope"));
        });
        return found;
    }

    bool read_gaussian() {
        WrittenGaussian gaussian;
        const auto read_row = [&](std::size_t offset, const auto& read_members) {
            WrittenGaussian::Row& row = gaussian.rows.emplace_back();
            row.offset = offset;
            bool has_variance = false;
            read_members(
                JsonMember{"intercept", [&] { row.intercept = reader_.number("a number"); }},
                JsonMember{"slopes", [&] { row.slopes = slopes(); }},
                JsonMember{"variance", [&] {
                               row.variance = reader_.number("a number");
                               has_variance = true;
                           }});
            return std::string(has_variance ? "" : "variance");
        };
        const auto drop = [&] { gaussian.rows.pop_back(); };
        reader_.object("a linear Gaussian",
                       JsonMember{"tied",
                                  [&] {
                                      if (reader_.truth("tied"))
                                          gaussian.tying =
                                              LinearGaussianCpd::Tying::slopes_and_variance;
                                  }},
                       JsonMember{"rows", [&] { gaussian.keys = read_rows(read_row, drop); }});
        family_.distribution = std::move(gaussian);
        return true;
    }

    KernelDensityCpd::Kernel kernel() {
        const WrittenName word = reader_.text("the kernel");
        if (word.text == "gaussian") return KernelDensityCpd::Kernel::gaussian;
        if (word.text == "tophat") return KernelDensityCpd::Kernel::tophat;
        reader_.cursor().fail(word.offset, "there is no kernel " + shown(word.text),
                              "known: gaussian, tophat");
    }

    bool read_kernel_density() {
        WrittenKernelDensity kernel_density;
        const auto read_row = [&](std::size_t offset, const auto& read_members) {
            WrittenKernelDensity::Row& row = kernel_density.rows.emplace_back();
            row.offset = offset;
            KernelDensityCpd::Row& density = row.density;
            bool has_bandwidth = false;
            read_members(
                JsonMember{"bandwidth",
                           [&] {
                               density.bandwidth = reader_.number("a number");
                               has_bandwidth = true;
                           }},
                JsonMember{"points", [&] { density.points = reader_.numbers("a number"); }},
                JsonMember{"weights", [&] { density.weights = reader_.numbers("a number"); }});
            return std::string(has_bandwidth ? "" : "bandwidth");
        };
        const auto drop = [&] { kernel_density.rows.pop_back(); };
        reader_.object(
            "a kernel density", JsonMember{"kernel", [&] { kernel_density.kernel = kernel(); }},
            JsonMember{"rows", [&] { kernel_density.keys = read_rows(read_row, drop); }});
        family_.distribution = std::move(kernel_density);
        return true;
    }

    bool read_function() {
        std::optional<WrittenFunction> function =
            assembly_.function(reader_.text("the name of a function"));
        if (function) family_.distribution = *std::move(function);
        return function.has_value();
    }

    bool read_other() {
        WrittenOther other;
        reader_.object("a distribution by its numbers",
                       JsonMember{"kind", [&] { other.kind = reader_.text("a kind"); }},
                       JsonMember{"numbers", [&] { other.numbers = reader_.numbers("a number"); }});
        family_.distribution = std::move(other);
        return true;
    }

    JsonReader& reader_;
    NetworkAssembly& assembly_;
    WrittenFamily& family_;
    bool is_right_ = true;
};

}  // namespace

bool read_distribution(JsonReader& reader, NetworkAssembly& assembly, WrittenFamily& family,
                       JsonKind kind) {
    return DistributionReader(reader, assembly, family).read(kind);
}

}  // namespace pgm::io::detail
