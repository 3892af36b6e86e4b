#include <io/format/record/detail/json_network.hpp>

#include <io/format/detail/network_assembly.hpp>
#include <io/format/record/detail/json_distribution.hpp>

#include <utility>
#include <vector>

namespace pgm::io::detail {
namespace {

/// A family whose distribution has been passed over, because its rows name states of variables that
/// may come later.
struct PendingFamily {
    WrittenFamily family;
    std::vector<JsonKind> kinds;  ///< one, unless the file is wrong
};

class JsonNetworkReader {
public:
    JsonNetworkReader(JsonReader& reader, const ReadOptions& options)
        : reader_(reader), assembly_(reader.cursor(), options) {}

    ReadResult read() {
        const std::size_t begin = reader_.next_offset();
        read_members();
        if (!has_variables_) reader_.cursor().fail(begin, "the network has no member 'variables'");
        const std::size_t end = reader_.cursor().offset();
        for (PendingFamily& pending : families_) {
            WrittenFamily& family = pending.family;
            if (read_distribution(reader_, assembly_, family, pending.kinds.front()))
                assembly_.add_family(std::move(family));
        }
        reader_.cursor().seek(end);
        return std::move(assembly_).finish(NetworkAssembly::End::marked);
    }

private:
    void read_members() {
        NetworkBuilder& builder = assembly_.builder();
        const auto annotate = [&] {
            for (std::string& line : reader_.strings("an annotation"))
                builder.annotate(std::move(line));
        };
        const auto read_variables = [&] {
            has_variables_ = true;
            reader_.array("the variables", [&] { read_variable(); });
        };
        reader_.object(
            "a network", JsonMember{"format", [&] { check_format(reader_.text("the format")); }},
            JsonMember{"version", [&] { read_version(reader_); }},
            JsonMember{"name", [&] { assembly_.set_name(reader_.text("a name")); }},
            JsonMember{"row_sums", [&] { builder.set_row_sums(row_sums()); }},
            JsonMember{"annotations", annotate}, JsonMember{"variables", read_variables});
    }

    void check_format(const WrittenName& format) {
        if (format.text == network_format) return;
        reader_.cursor().fail(format.offset, "expected the format \"" +
                                                 std::string(network_format) + "\", found " +
                                                 shown(format.text));
    }

    RowSums row_sums() {
        const WrittenName word = reader_.text("what becomes of the sums of rows");
        if (word.text == "keep") return RowSums::keep;
        if (word.text == "normalise") return RowSums::normalise;
        reader_.cursor().fail(word.offset,
                              "row_sums is \"keep\" or \"normalise\", not " + shown(word.text));
    }

    void read_variable() {
        FileVariable variable{{{}, reader_.next_offset()}, {}, {}};
        PendingFamily pending;
        bool has_name = false;
        const auto read_name = [&] {
            variable.name = reader_.text("the name of the variable");
            has_name = true;
        };
        const auto pass = [&](JsonKind kind) {
            return JsonMember{name_of(kind), [this, &pending, kind] {
                                  pending.family.offset = reader_.next_offset();
                                  pending.kinds.push_back(kind);
                                  reader_.skip();
                              }};
        };
        reader_.object(
            "a variable", JsonMember{"name", read_name},
            JsonMember{"states", [&] { variable.states = states(); }},
            JsonMember{"parents", [&] { pending.family.parents = reader_.texts("a parent"); }},
            JsonMember{"annotations",
                       [&] { variable.annotations = reader_.strings("an annotation"); }},
            pass(JsonKind::table), pass(JsonKind::uniform), pass(JsonKind::noisy_max),
            pass(JsonKind::gaussian), pass(JsonKind::kernel_density), pass(JsonKind::function),
            pass(JsonKind::other));
        if (!has_name) reader_.cursor().fail(variable.name.offset, "the variable has no name");
        add(std::move(variable), std::move(pending));
    }

    void add(FileVariable variable, PendingFamily pending) {
        pending.family.child = variable.name;
        if (pending.kinds.size() != 1) report_kinds(variable.name, pending.kinds.empty());
        // A second variable of this name, which the builder reports, leaves the first one its own.
        const bool is_new = !assembly_.builder().find(variable.name.text);
        assembly_.add_variable(std::move(variable));
        if (pending.kinds.size() == 1 && is_new) families_.push_back(std::move(pending));
    }

    std::vector<WrittenName> states() {
        const std::size_t offset = reader_.next_offset();
        std::vector<WrittenName> found = reader_.texts("a state");
        if (found.empty())
            reader_.cursor().fail(offset, "the list of states is empty",
                                  "a continuous variable has no member 'states'");
        return found;
    }

    void report_kinds(const WrittenName& variable, bool has_none) {
        std::string known;
        for (const std::string_view kind : json_kinds)
            known.append(known.empty() ? "" : ", ").append(kind);
        assembly_.report().error(variable.offset,
                                 "variable " + shown(variable.text) + " has " +
                                     (has_none ? "no" : "more than one") + " distribution",
                                 "give one of " + known);
    }

    JsonReader& reader_;
    NetworkAssembly assembly_;
    std::vector<PendingFamily> families_;
    bool has_variables_ = false;
};

}  // namespace

void read_version(JsonReader& reader) {
    const std::size_t offset = reader.next_offset();
    const std::uint64_t version = reader.count("the version");
    if (version == 0 || version > json_version)
        reader.cursor().fail(offset,
                             "version " + std::to_string(version) + " of the format is not known",
                             "it was written by a newer program, or by hand: this is version 1");
}

BayesianNetwork read_network_object(JsonReader& reader, const ReadOptions& options,
                                    std::vector<Problem>& remarks) {
    ReadResult result = JsonNetworkReader(reader, options).read();
    remarks.insert(remarks.end(), std::make_move_iterator(result.remarks.begin()),
                   std::make_move_iterator(result.remarks.end()));
    return std::move(result.network);
}

}  // namespace pgm::io::detail
