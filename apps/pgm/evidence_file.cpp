#include <apps/pgm/evidence_file.hpp>

#include <io/file/file_bytes.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace pgm::apps {
namespace {

using nlohmann::json;

/// Takes the JSON as it is parsed: no tree is built, so neither depth nor size of what a file nests costs memory, doubled keys are seen, and a number keeps the text
/// it was written in. Anything out of place throws.
class EvidenceReader : public json::json_sax_t {
public:
    EvidenceReader(const BayesianNetwork& network, std::string_view text, const std::string& name)
        : network_(network), text_(text), name_(name), last_set_with_(network.size(), 0) {}

    EvidenceFile take() { return std::move(file_); }

    bool start_array(std::size_t) override {
        if (place_ == Place::outside && !file_.is_array) {
            file_.is_array = true;
        } else if (place_ == Place::set) {
            place_ = Place::likelihood;
            likelihood_.clear();
        } else {
            throw misplaced("an array");
        }
        return true;
    }

    bool end_array() override {
        if (place_ != Place::likelihood) return true;
        place_ = Place::set;
        findings_.push_back({.variable = *variable_, .likelihood = likelihood_});
        return true;
    }

    bool start_object(std::size_t) override {
        if (place_ != Place::outside) throw misplaced("an object");
        place_ = Place::set;
        file_.sets.emplace_back();
        return true;
    }

    /// Findings enter the evidence in order of variables: it keeps them sorted, and each insertion before others would move those.
    bool end_object() override {
        std::ranges::sort(findings_, {}, &Finding::variable);
        for (const Finding& finding : findings_) {
            if (finding.value) {
                file_.sets.back().observe(finding.variable, *finding.value);
            } else if (finding.state) {
                file_.sets.back().observe(finding.variable, *finding.state);
            } else {
                file_.sets.back().likelihood(finding.variable, finding.likelihood);
            }
        }
        findings_.clear();
        place_ = Place::outside;
        return true;
    }

    bool key(std::string& name) override {
        variable_ = named<VariableId>([&] { return network_.id(name); });
        const std::size_t set = file_.sets.size();
        if (std::exchange(last_set_with_[variable_->index()], set) == set) throw problem("variable '" + name + "' is given twice");
        return true;
    }

    bool string(std::string& value) override { return state(value); }
    bool boolean(bool value) override { return state(value ? "true" : "false"); }
    bool number_integer(std::int64_t value) override { return number(static_cast<double>(value), std::to_string(value)); }
    bool number_unsigned(std::uint64_t value) override { return number(static_cast<double>(value), std::to_string(value)); }
    bool number_float(double value, const std::string& text) override { return number(value, text); }
    bool binary(json::binary_t&) override { throw misplaced("binary data"); }
    bool null() override { throw misplaced("null"); }

    bool parse_error(std::size_t position, const std::string&, const json::exception& error) override {
        const std::string_view before = text_.substr(0, std::min(position > 0 ? position - 1 : 0, text_.size()));
        const std::size_t line_start = before.find_last_of('\n') + 1;  // npos + 1 is 0
        Location where{name_, static_cast<std::uint32_t>(1 + std::count(before.begin(), before.end(), '\n')),
                       static_cast<std::uint32_t>(before.size() - line_start + 1)};
        throw ParseError("not valid JSON" + reason(error.what()), where);
    }

private:
    enum class Place { outside, set, likelihood };

    /// A value, a state, or else a likelihood.
    struct Finding {
        VariableId variable;
        std::optional<StateId> state;
        std::optional<double> value;
        std::vector<double> likelihood;
    };

    /// The part of the parser's sentence that says what was wrong: "... - unexpected end of input; expected ..."
    static std::string reason(std::string_view sentence) {
        const std::size_t dash = sentence.find(" - ");
        return dash == std::string_view::npos ? std::string{} : ": " + std::string(sentence.substr(dash + 3));
    }

    bool number(double value, const std::string& text) {
        if (place_ == Place::set && !network_.variable(*variable_).is_discrete()) {
            findings_.push_back({.variable = *variable_, .value = value});
            return true;
        }
        if (place_ != Place::likelihood) return state(text);
        likelihood_.push_back(value);
        return true;
    }

    bool state(std::string_view name) {
        if (place_ != Place::set) throw misplaced("'" + std::string(name) + "'");
        if (const std::string& variable = network_.variable(*variable_).name(); !network_.variable(*variable_).is_discrete()) {
            throw problem("'" + std::string(name) + "' is not a number, and variable '" + variable + "' is continuous");
        }
        findings_.push_back({.variable = *variable_, .state = named<StateId>([&] { return network_.variable(*variable_).state_id(name); })});
        return true;
    }

    /// Looks a name up; what is wrong with it is told with the file and the number of the set.
    template <class Id, class LookUp>
    Id named(LookUp&& look_up) const {
        try {
            return look_up();
        } catch (const Error& error) {
            throw problem(error.message(), error.hint());
        }
    }

    EvidenceError problem(const std::string& message, const std::string& hint = {}) const {
        const std::string place = file_.is_array ? "evidence set " + std::to_string(file_.sets.size()) + ": " : "";
        return EvidenceError(name_ + ": " + place + message, {}, hint);
    }

    EvidenceError misplaced(const std::string& what) const {
        return problem(what + " where it means nothing", "expected one object such as {\"A\": \"a\", \"B\": [0.9, 0.2]}, or an array of them");
    }

    const BayesianNetwork& network_;
    std::string_view text_;
    const std::string& name_;
    EvidenceFile file_;
    Place place_ = Place::outside;
    std::vector<std::size_t> last_set_with_;  ///< of each variable: the number of the last set that has it, from 1
    std::optional<VariableId> variable_;
    std::vector<double> likelihood_;
    std::vector<Finding> findings_;  ///< of the current set
};

}  // namespace

EvidenceFile parse_evidence_json(const BayesianNetwork& network, std::string_view text, const std::string& name) {
    EvidenceReader reader(network, text, name);
    json::sax_parse(text, &reader);
    EvidenceFile file = reader.take();
    for (std::size_t i = 0; i < file.sets.size(); ++i) {
        try {
            validate(file.sets[i], network);
        } catch (const Error& error) {
            throw EvidenceError(name + ": " + (file.is_array ? "evidence set " + std::to_string(i + 1) + ": " : "") + error.message(), {},
                                error.hint());
        }
    }
    return file;
}

EvidenceFile read_evidence_file(const BayesianNetwork& network, const std::string& path) {
    io::FileBytes file(path);
    return parse_evidence_json(network, file.read(Limits{}.max_file_bytes),
                               path == "-" ? "standard input" : path);
}

}  // namespace pgm::apps
