#include <apps/pgm/options/evidence_file.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/json_tokens.hpp>
#include <io/file/file_bytes.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/state_lookup.hpp>
#include <pgm/model/variable.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

namespace pgm::apps {
namespace {

using nlohmann::json;

/// The states of one variable, sorted by name and, once a number needs it, by number.
class KnownStates {
public:
    explicit KnownStates(const Variable& variable) : variable_(variable), by_name_(variable) {}

    /// The id, or the error, that Variable::state_id() gives.
    StateId id(std::string_view text) {
        if (const auto named = by_name_.find(text)) return *named;
        if (!by_number_) by_number_.emplace(variable_.states());
        if (const auto meant = by_number_->find(text)) return *meant;
        return variable_.state_id(text);
    }

private:
    const Variable& variable_;
    StateIndex by_name_;
    std::optional<StatesByNumber> by_number_;
};

/// Takes the JSON as it is parsed: no tree is built, so neither depth nor size of what a file nests
/// costs memory, doubled keys are seen, and a number keeps the text it was written in. Anything out
/// of place throws, with the line and column of the token.
class JsonEvidenceReader : public json::json_sax_t {
public:
    JsonEvidenceReader(const BayesianNetwork& network, std::string_view text,
                       const std::string& name)
        : network_(network),
          text_(text),
          name_(name),
          tokens_(text),
          last_set_with_(network.size(), 0),
          states_(network.size()) {}

    EvidenceFile take() { return std::move(file_); }

    bool start_array(std::size_t) override {
        begin_token();
        if (place_ == JsonPlace::outside && !file_.is_array) {
            file_.is_array = true;
        } else if (place_ == JsonPlace::set || place_ == JsonPlace::posterior) {
            is_posterior_ = place_ == JsonPlace::posterior;
            place_ = JsonPlace::numbers;
            numbers_at_ = token_;
            numbers_.clear();
        } else {
            throw misplaced("an array");
        }
        return true;
    }

    bool end_array() override {
        begin_token();
        if (place_ != JsonPlace::numbers) return true;
        place_ = is_posterior_ ? JsonPlace::end_of_posterior : JsonPlace::set;
        Given soft;
        if (is_posterior_) {
            soft.posteriors.push_back({*variable_, numbers_});
        } else {
            soft.likelihoods.push_back({*variable_, numbers_});
        }
        located(numbers_at_, [&] { validate(soft, network_); });
        set() = joined(std::move(set()), soft);
        return true;
    }

    bool start_object(std::size_t) override {
        begin_token();
        if (place_ == JsonPlace::set) {
            place_ = JsonPlace::named_finding;
            return true;
        }
        if (place_ != JsonPlace::outside) throw misplaced("an object");
        place_ = JsonPlace::set;
        file_.sets.emplace_back();
        return true;
    }

    bool end_object() override {
        begin_token();
        if (place_ == JsonPlace::named_finding) throw misplaced("an empty object");
        if (place_ == JsonPlace::interval) {
            const Given known{.conditions = {lies_in(*variable_, interval_)}};
            located(interval_at_, [&] { validate(known, network_); });
            set().conditions.push_back(known.conditions.front());
            place_ = JsonPlace::set;
            return true;
        }
        place_ = place_ == JsonPlace::end_of_posterior ? JsonPlace::set : JsonPlace::outside;
        return true;
    }

    bool key(std::string& name) override {
        begin_token();
        if (place_ == JsonPlace::named_finding && name == "posterior") {
            place_ = JsonPlace::posterior;
            return true;
        }
        const bool is_bound = name == "above" || name == "up_to";
        if (is_bound && (place_ == JsonPlace::named_finding || place_ == JsonPlace::interval)) {
            if (place_ == JsonPlace::named_finding) {
                interval_ = {};
                interval_at_ = token_;
            }
            place_ = name == "above" ? JsonPlace::above : JsonPlace::up_to;
            return true;
        }
        if (place_ != JsonPlace::set) throw misplaced(quoted_name(name));
        variable_ = at_token([&] { return network_.id(name); });
        const std::size_t set = file_.sets.size();
        if (std::exchange(last_set_with_[variable_->index()], set) == set)
            throw problem("variable " + quoted_name(name) + " is given twice", token_);
        return true;
    }

    bool string(std::string& value) override {
        begin_token();
        return state(value);
    }
    bool boolean(bool value) override {
        begin_token();
        return state(value ? "true" : "false");
    }
    bool number_integer(std::int64_t value) override {
        return number(static_cast<double>(value), std::to_string(value));
    }
    bool number_unsigned(std::uint64_t value) override {
        return number(static_cast<double>(value), std::to_string(value));
    }
    bool number_float(double value, const std::string& text) override {
        return number(value, text);
    }
    bool binary(json::binary_t&) override { throw misplaced("binary data"); }
    /// A bound that is null is none.
    bool null() override {
        begin_token();
        if (place_ != JsonPlace::above && place_ != JsonPlace::up_to) throw misplaced("null");
        place_ = JsonPlace::interval;
        return true;
    }

    bool parse_error(std::size_t position, const std::string&,
                     const json::exception& error) override {
        throw ParseError("not valid JSON" + reason(error.what()),
                         locate(std::min(position > 0 ? position - 1 : 0, text_.size())));
    }

private:
    enum class JsonPlace {
        outside,
        set,
        numbers,
        named_finding,
        posterior,
        end_of_posterior,
        interval,  ///< a bound of one was read
        above,     ///< a bound is to come
        up_to,
    };

    /// The part of the parser's sentence that says what was wrong: "... - unexpected end of input;
    /// expected ..."
    static std::string reason(std::string_view sentence) {
        const std::size_t dash = sentence.find(" - ");
        return dash == std::string_view::npos ? std::string{}
                                              : ": " + std::string(sentence.substr(dash + 3));
    }

    void begin_token() { token_ = tokens_.next(); }

    Given& set() { return file_.sets.back(); }

    bool number(double value, const std::string& text) {
        begin_token();
        if (place_ == JsonPlace::above || place_ == JsonPlace::up_to) {
            (place_ == JsonPlace::above ? interval_.above : interval_.up_to) = value;
            place_ = JsonPlace::interval;
            return true;
        }
        if (place_ == JsonPlace::set && !network_.variable(*variable_).is_discrete()) {
            const Given observed{.observations = {{*variable_, value}}};
            located(token_, [&] { validate(observed, network_); });
            set().observations.push_back({*variable_, value});
            return true;
        }
        if (place_ != JsonPlace::numbers) return state(text);
        numbers_.push_back(value);
        return true;
    }

    bool state(std::string_view name) {
        if (place_ != JsonPlace::set) throw misplaced(quoted_name(name));
        const Variable& variable = network_.variable(*variable_);
        if (!variable.is_discrete()) {
            throw problem(quoted_name(name) + " is not a number, and variable " +
                              quoted_name(variable.name()) + " is continuous",
                          token_);
        }
        const StateId state = at_token([&] { return states_of(*variable_).id(name); });
        set().conditions.push_back(is(*variable_, state));
        return true;
    }

    /// Sets name the states of a variable again and again.
    KnownStates& states_of(VariableId id) {
        std::optional<KnownStates>& known = states_[id.index()];
        if (!known) known.emplace(network_.variable(id));
        return *known;
    }

    /// Adds the place at an offset and the number of the set to errors of `body`.
    template <class Body>
    std::invoke_result_t<Body> located(std::size_t offset, Body&& body) {
        try {
            return body();
        } catch (const Error& error) {
            throw problem(error.message(), offset, error.hint());
        }
    }
    template <class Body>
    std::invoke_result_t<Body> at_token(Body&& body) {
        return located(token_, std::forward<Body>(body));
    }

    Location locate(std::size_t offset) const {
        const io::LineIndex::Position position = io::LineIndex(text_).position(offset);
        return {.file = name_, .line = position.line, .column = position.column};
    }

    EvidenceError problem(const std::string& message, std::size_t offset,
                          const std::string& hint = {}) const {
        const std::string set =
            file_.is_array ? "evidence set " + std::to_string(file_.sets.size()) + ": " : "";
        return EvidenceError(set + message, locate(offset), hint);
    }

    EvidenceError misplaced(const std::string& what) const {
        return problem(
            what + " where it means nothing", token_,
            "expected one object such as {\"A\": \"a\", \"B\": [0.9, 0.2], \"C\": {\"posterior\": "
            "[0.7, 0.3]}}, or an array of them");
    }

    const BayesianNetwork& network_;
    std::string_view text_;
    const std::string& name_;
    JsonTokens tokens_;
    std::size_t token_ = 0;  ///< where the one at hand begins
    std::size_t numbers_at_ = 0;
    EvidenceFile file_;
    JsonPlace place_ = JsonPlace::outside;
    /// For each variable the number of the last set that has it, from 1.
    std::vector<std::size_t> last_set_with_;
    /// For each variable, once one was named.
    std::vector<std::optional<KnownStates>> states_;
    std::optional<VariableId> variable_;
    std::vector<double> numbers_;  ///< of the current array
    Interval interval_;            ///< of the current object
    std::size_t interval_at_ = 0;
    bool is_posterior_ = false;  ///< whether they are a posterior, not a likelihood
};

}  // namespace

EvidenceFile parse_evidence_json(const BayesianNetwork& network, std::string_view text,
                                 const std::string& name) {
    JsonEvidenceReader reader(network, text, name);
    json::sax_parse(text, &reader);
    return reader.take();
}

}  // namespace pgm::apps
