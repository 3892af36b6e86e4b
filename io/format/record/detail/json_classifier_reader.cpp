#include <io/format/record/detail/json.hpp>

#include <io/format/detail/classifier_network.hpp>
#include <io/format/record/detail/json_network.hpp>
#include <io/format/record/detail/json_statistics.hpp>
#include <io/text/detail/encoding.hpp>
#include <pgm/classify/classifier.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace pgm::io::detail {
namespace {

class ClassifierJsonReader {
public:
    ClassifierJsonReader(JsonReader& reader, const ReadOptions& options,
                         std::vector<Problem>& remarks)
        : reader_(reader), cursor_(reader.cursor()), options_(options), remarks_(remarks) {}

    Classifier read() {
        const std::size_t offset = reader_.next_offset();
        Read read = read_members(true);
        if (read.fields.pooled.empty()) return classifier_of_networks(std::move(read), offset);
        return checked(offset, [&] { return classifier_of(std::move(read.fields)); });
    }

private:
    /// The members of a classifier of either kind.
    struct Read {
        ClassifierFields fields;
        double weight = 1;
        std::optional<std::size_t> training_rows;  ///< where they are, to be read last
    };

    /// Parts that contradict each other are a fault of the file.
    template <class Make>
    auto checked(std::size_t offset, const Make& make) -> decltype(make()) {
        try {
            return make();
        } catch (const ArgumentError& error) {
            cursor_.fail(offset, error.message(), error.hint());
        }
    }

    Read read_members(bool is_outermost) {
        Read read;
        ClassifierFields& to = read.fields;
        const auto read_pooled = [&] {
            const std::size_t offset = reader_.next_offset();
            if (!is_outermost) cursor_.fail(offset, "an ensemble has no ensembles");
            reader_.array("the classifiers", [&] { to.pooled.push_back(pooled()); });
        };
        reader_.object(
            "a classifier", JsonMember{"format", [&] { check_format(); }},
            JsonMember{"version", [&] { read_version(reader_); }},
            JsonMember{"weight", [&] { read.weight = reader_.number("a weight"); }},
            JsonMember{"schema", [&] { to.schema = read_schema(reader_, options_.limits); }},
            JsonMember{"cuts", [&] { to.discretisation = cuts(); }},
            JsonMember{"replacements", [&] { to.replacements = replacements(); }},
            JsonMember{"temperature",
                       [&] { to.temperature = Temperature{reader_.number("a temperature")}; }},
            JsonMember{"fit", [&] { to.provenance = provenance(); }},
            JsonMember{
                "networks",
                [&] { reader_.array("the networks", [&] { to.members.push_back(member()); }); }},
            JsonMember{"prior", [&] { to.prior = network(); }},
            JsonMember{"statistics",
                       [&] { to.statistics = read_statistics(reader_, options_.limits); }},
            JsonMember{"training_rows",
                       [&] {
                           read.training_rows = reader_.next_offset();
                           reader_.skip();
                       }},
            JsonMember{"classifiers", read_pooled});
        return read;
    }

    void check_format() {
        const WrittenName format = reader_.text("the format");
        if (format.text == classifier_format) return;
        cursor_.fail(format.offset, "the file holds a network, not a classifier",
                     "fit a classifier with the structure of that network, or query it");
    }

    PooledClassifier pooled() {
        const std::size_t offset = reader_.next_offset();
        Read read = read_members(false);
        const double weight = read.weight;
        return {classifier_of_networks(std::move(read), offset), weight};
    }

    NetworkClassifier classifier_of_networks(Read read, std::size_t offset) {
        ClassifierFields& fields = read.fields;
        if (fields.schema.empty()) cursor_.fail(offset, "the classifier has no schema");
        if (fields.members.empty()) cursor_.fail(offset, "the classifier has no networks");
        if (read.training_rows) {
            const std::size_t end = cursor_.offset();
            cursor_.seek(*read.training_rows);
            fields.training_rows = checked(offset, [&] {
                return read_training_rows(
                    reader_, prepared(fields.schema, fields.discretisation, fields.replacements));
            });
            cursor_.seek(end);
        }
        return checked(offset, [&] { return network_classifier_of(std::move(fields)); });
    }

    Discretisation cuts() {
        Discretisation discretisation;
        reader_.each_member("the cut points", [&](const WrittenName& column) {
            std::vector<double> points = reader_.numbers("a cut point");
            checked(column.offset, [&] {
                discretisation.add(column.text, CutPoints{std::move(points)});
                return true;
            });
        });
        return discretisation;
    }

    Replacements replacements() {
        Replacements replacements;
        reader_.each_member("the replacements", [&](const WrittenName& column) {
            Replacement found = replacement(column);
            checked(column.offset, [&] {
                replacements.add(column.text, std::move(found));
                return true;
            });
        });
        return replacements;
    }

    Replacement replacement(const WrittenName& column) {
        std::optional<Replacement> found;
        const auto read_state = [&] {
            const std::size_t offset = reader_.next_offset();
            const std::uint64_t state = reader_.count("the number of a state");
            if (state >= no_state) cursor_.fail(offset, "there is no such state");
            found = StateId(static_cast<std::size_t>(state));
        };
        reader_.object(
            "a replacement", JsonMember{"state", read_state},
            JsonMember{"number", [&] { found = reader_.number("a number"); }},
            JsonMember{"own_state", [&] { found = MissingState{reader_.text("a state").text}; }});
        if (!found)
            cursor_.fail(column.offset, "a replacement has a state, a number or an own_state");
        return *found;
    }

    std::string word(std::string_view what) { return reader_.text(what).text; }

    Provenance provenance() {
        Provenance read;
        FitWords& words = read.choices;
        const auto read_rules = [&] {
            const std::size_t offset = reader_.next_offset();
            const std::uint64_t version = reader_.count("the version of the rules");
            if (version > no_state) cursor_.fail(offset, "there is no such version");
            read.version = static_cast<std::uint32_t>(version);
        };
        const auto read_concentrations = [&] {
            const std::size_t offset = reader_.next_offset();
            read.concentrations = reader_.numbers("a concentration");
            if (std::ranges::any_of(read.concentrations, [](double m) { return m < 0; }))
                cursor_.fail(offset, "a concentration is not 0 or more");
        };
        reader_.object(
            "a fit", JsonMember{"structure", [&] { words.structure = word("a structure"); }},
            JsonMember{"smoothing", [&] { words.smoothing = word("a smoothing"); }},
            JsonMember{"continuous", [&] { words.continuous = word("a treatment"); }},
            JsonMember{"class_prior", [&] { words.class_prior = word("a prior"); }},
            JsonMember{"empty_rows", [&] { words.empty_rows = word("a rule"); }},
            JsonMember{"calibration", [&] { words.calibration = word("a calibration"); }},
            JsonMember{"missing_cells", [&] { words.missing_cells = word("a rule"); }},
            JsonMember{"rows", [&] { read.rows = reader_.count("a number of rows"); }},
            JsonMember{"rows_without_class",
                       [&] { read.rows_without_class = reader_.count("a number of rows"); }},
            JsonMember{"rules", read_rules},
            JsonMember{"remarks", [&] { read.remarks = reader_.strings("a remark"); }},
            JsonMember{"concentrations", read_concentrations},
            JsonMember{"candidates", [&] { read.candidates = candidates(); }},
            JsonMember{"expectation_maximisation", [&] { read.em = em_report(); }});
        return read;
    }

    Trial trial() {
        Trial read;
        reader_.object("a trial", JsonMember{"name", [&] { read.name = word("a name"); }},
                       JsonMember{"log_loss", [&] { read.log_loss = reader_.number("a loss"); }},
                       JsonMember{"error", [&] { read.error = reader_.number("a share"); }});
        return read;
    }

    Candidates candidates() {
        const std::size_t offset = reader_.next_offset();
        Candidates read;
        reader_.object(
            "the candidates",
            JsonMember{
                "trials",
                [&] { reader_.array("the trials", [&] { read.trials.push_back(trial()); }); }},
            JsonMember{"chosen", [&] { read.chosen = reader_.count("the number of a trial"); }},
            JsonMember{"has_stack", [&] { read.has_stack = reader_.truth("has_stack"); }},
            JsonMember{"partial", [&] { read.partial = reader_.truth("partial"); }});
        if (read.chosen >= read.trials.size())
            cursor_.fail(offset, "the candidate that was chosen is none of them");
        return read;
    }

    EmReport em_report() {
        EmReport read;
        reader_.object(
            "a report of expectation maximisation",
            JsonMember{"iterations", [&] { read.iterations = reader_.count("a number"); }},
            JsonMember{"log_likelihood",
                       [&] { read.log_likelihood = reader_.numbers("a log-likelihood"); }},
            JsonMember{"data_log_likelihood",
                       [&] { read.data_log_likelihood = reader_.number("a log-likelihood"); }},
            JsonMember{"converged", [&] { read.converged = reader_.truth("converged"); }},
            JsonMember{"partial", [&] { read.partial = reader_.truth("partial"); }},
            JsonMember{"initialisations",
                       [&] { read.initialisations = reader_.count("a number"); }});
        return read;
    }

    BayesianNetwork network() { return read_network_object(reader_, options_, remarks_); }

    WeightedNetwork member() {
        const std::size_t offset = reader_.next_offset();
        WeightedNetwork read;
        bool has_network = false;
        reader_.object("a network with its weight",
                       JsonMember{"weight", [&] { read.weight = reader_.number("a weight"); }},
                       JsonMember{"super_parent", [&] { read.super_parent = super_parent(); }},
                       JsonMember{"network", [&] {
                                      read.network = network();
                                      has_network = true;
                                  }});
        if (!has_network) cursor_.fail(offset, "the member has no network");
        if (!read.super_parent) return read;
        for (const std::string& feature : read.super_parent->features) {
            const auto id = read.network.find(feature);
            if (!id)
                cursor_.fail(offset, "the network is without its super-parent " + shown(feature));
            read.super_parent->cardinalities.push_back(read.network.cardinality(*id));
        }
        return read;
    }

    SuperParent super_parent() {
        SuperParent read;
        reader_.object(
            "a super-parent",
            JsonMember{"features", [&] { read.features = reader_.strings("a feature"); }},
            JsonMember{"weights", [&] { read.weights = reader_.numbers("a weight"); }},
            JsonMember{"least_weight", [&] { read.least_weight = reader_.number("a weight"); }});
        return read;
    }

    static constexpr std::uint64_t no_state = ~std::uint32_t{0};

    JsonReader& reader_;
    TextCursor& cursor_;
    const ReadOptions& options_;
    std::vector<Problem>& remarks_;
};

}  // namespace

Classifier read_classifier_json(std::string_view bytes, const ReadOptions& options,
                                std::vector<Problem>& remarks) {
    const DecodedText text(bytes, {}, options.name, options.limits);
    TextCursor cursor(text.text(), options.name);
    JsonReader reader(cursor, options.limits);
    Classifier classifier = ClassifierJsonReader(reader, options, remarks).read();
    reader.end();
    return classifier;
}

}  // namespace pgm::io::detail
