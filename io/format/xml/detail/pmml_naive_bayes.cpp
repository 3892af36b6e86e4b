#include <io/format/xml/detail/pmml_derived.hpp>
#include <io/format/xml/detail/pmml_source.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/data/discretisation.hpp>
#include <pgm/model/variable.hpp>

#include <algorithm>
#include <numeric>
#include <optional>

namespace pgm::io::detail {
namespace {

/// The count, or the distribution, of a class: an element of it. A file need not have all counts,
/// so they are kept as they come, whatever the product of classes and states is.
struct OfClass {
    std::size_t class_state = 0;
    pugi::xml_node node;
    std::size_t state = 0;  ///< of an input with counts
};

/// An input of the model.
struct BayesInput {
    WrittenName name;
    pugi::xml_node node;
    PmmlField* field = nullptr;
    std::vector<OfClass> statistics;  ///< of an input with a distribution for each class
    std::vector<OfClass> counts;      ///< otherwise
    std::vector<std::string> bins;    ///< the names that the counts have for the states
    bool has_none = false;            ///< the last state stands for none of the others
};

class NaiveBayesReader {
public:
    NaiveBayesReader(PmmlSource& source, pugi::xml_node model) : source_(source), model_(model) {}

    void read() {
        threshold_ = source_.number(model_, "threshold");
        if (threshold_ < 0) source_.refuse(model_, "the threshold is negative");
        find_output();
        for (const pugi::xml_node part : model_.children()) {
            if (is_element(part, "localtransformations"))
                source_.refuse(part, "<LocalTransformations> cannot be read");
            if (is_element(part, "bayesinputs")) find_inputs(part);
        }
        for (BayesInput& input : inputs_) read_input(input);
        source_.add_variables();
        add_class();
        for (const BayesInput& input : inputs_) add_input(input);
    }

private:
    void find_output() {
        for (const pugi::xml_node part : elements(model_, {"bayesoutput"})) output_ = part;
        if (!output_) source_.refuse(model_, "the naive Bayes model has no <BayesOutput>");
        class_name_ = source_.named(output_, "fieldName");
        PmmlField* const field = source_.use_field(class_name_);
        if (!field)
            source_.refuse(output_, "the class " + shown(class_name_.text) + " is no field");
        std::vector<WrittenName>& classes = field->variable.states;
        if (classes.empty())
            for_each_count(output_, [&](pugi::xml_node count) {
                classes.push_back(source_.named(count, "value"));
            });
        if (classes.empty())
            source_.refuse(output_, "the class " + shown(class_name_.text) + " has no states");
        classes_ = Variable(class_name_.text, texts_of(classes));
        class_index_.emplace(classes_);
        last_counted_.assign(classes.size(), 0);
        add_counts(output_, 0, class_counts_);
    }

    /// Calls use(element) for the counts within <TargetValueCounts>.
    template <class Use>
    void for_each_count(pugi::xml_node parent, const Use& use) {
        for (const pugi::xml_node counts : parent.children())
            if (is_element(counts, "targetvaluecounts") || is_element(counts, "targetvaluestats"))
                for (const pugi::xml_node count : counts.children())
                    if (is_element(count, "targetvaluecount") ||
                        is_element(count, "targetvaluestat"))
                        use(count);
    }

    /// Appends the counts of the classes for a state, or their distributions.
    void add_counts(pugi::xml_node parent, std::size_t state, std::vector<OfClass>& found) {
        ++counted_;
        for_each_count(parent, [&](pugi::xml_node count) {
            const std::string value = source_.document.attribute(count, "value");
            const std::optional<StateId> class_state = class_index_->find(value);
            if (!class_state)
                source_.assembly.builder().add_unknown(
                    source_.document.offset(count),
                    shown(class_name_.text) + " has no state " + shown(value), value,
                    [&] { return classes_.states(); });
            else if (std::exchange(last_counted_[class_state->index()], counted_) == counted_)
                source_.assembly.error(source_.document.offset(count),
                                       "the state " + shown(value) + " of " +
                                           shown(class_name_.text) + " is counted twice");
            else
                found.push_back({class_state->index(), count, state});
        });
    }

    /// Other programs wrap inputs that are not in their version of the standard into Extension.
    void find_inputs(pugi::xml_node parent) {
        for (const pugi::xml_node part : parent.children()) {
            if (is_element(part, "extension")) {
                for (const pugi::xml_node input : elements(part, {"bayesinput"})) find_input(input);
            } else if (is_element(part, "bayesinput")) {
                find_input(part);
            }
        }
    }

    void find_input(pugi::xml_node node) {
        BayesInput input{source_.named(node, "fieldName"), node};
        input.field = source_.use_field(input.name);
        if (input.field) inputs_.push_back(std::move(input));
    }

    void read_input(BayesInput& input) {
        std::vector<WrittenName>& states = input.field->variable.states;
        std::vector<pugi::xml_node> pairs;
        bool has_statistics = false;
        for (const pugi::xml_node part : input.node.children()) {
            if (is_element(part, "derivedfield")) {
                PmmlBins bins = read_discretisation(source_, part);
                states = names_at(source_.document.offset(part), std::move(bins.states));
                input.bins = std::move(bins.names);
            } else if (is_element(part, "targetvaluestats")) {
                states.clear();
                has_statistics = true;
            } else if (is_element(part, "paircounts")) {
                pairs.push_back(part);
            }
        }
        if (has_statistics) return add_counts(input.node, 0, input.statistics);
        if (states.empty())
            for (const pugi::xml_node pair : pairs) states.push_back(source_.named(pair, "value"));
        if (input.bins.empty()) input.bins = texts_of(states);
        match_pairs(input, pairs);
        if (!input.counts.empty()) add_state_for_none(input);
    }

    void match_pairs(BayesInput& input, const std::vector<pugi::xml_node>& pairs) {
        const Variable bins(input.name.text, input.bins);
        const StateIndex states(bins);
        std::vector<char> is_given(bins.cardinality(), 0);
        for (const pugi::xml_node pair : pairs) {
            const std::string value = source_.document.attribute(pair, "value");
            const std::optional<StateId> state = states.find(value);
            if (!state)
                source_.assembly.builder().add_unknown(
                    source_.document.offset(pair),
                    shown(input.name.text) + " has no state " + shown(value), value,
                    [&] { return input.bins; });
            else if (std::exchange(is_given[state->index()], 1) != 0)
                source_.assembly.error(source_.document.offset(pair),
                                       "the counts of " + shown(input.name.text) + " = " +
                                           shown(value) + " are given twice");
            else
                add_counts(pair, state->index(), input.counts);
        }
    }

    double count(const OfClass& counted) {
        const double number = source_.number(counted.node, "count");
        if (number < 0)
            source_.refuse(counted.node,
                           "the count is " + to_text(number) + ", not 0 or a positive number");
        return number;
    }

    /// With a threshold, a count of 0 needs the state for none.
    void add_state_for_none(BayesInput& input) {
        const auto positive = static_cast<std::size_t>(std::ranges::count_if(
            input.counts, [&](const OfClass& counted) { return count(counted) > 0; }));
        const std::optional<std::size_t> cells =
            checked_mul(input.bins.size(), classes_.cardinality());
        if (positive == cells) return;
        if (cells) filled_ += *cells;
        if (!cells || filled_ > source_.limits.max_filled_cells)
            throw TooLargeError(
                "the inputs up to " + shown(input.name.text) + " leave out too many counts",
                source_.document.cursor().locate(input.name.offset),
                "raise Limits::max_filled_cells");
        if (threshold_ == 0) return;
        input.has_none = true;
        std::vector<WrittenName>& states = input.field->variable.states;
        states.push_back({missing_state_beside(Variable(input.name.text, texts_of(states))).name,
                          input.name.offset});
        source_.assembly.note(input.name.offset,
                              "counts of 0 of " + shown(input.name.text) + " have the threshold " +
                                  to_text(threshold_) + " in place of a probability; the state " +
                                  shown(states.back().text) + " stands for none of the others");
    }

    void add_class() {
        WrittenFamily family{class_name_, {}, source_.document.offset(output_)};
        WrittenTable table;
        table.numbers.begin = family.offset;
        std::vector<double> counts(classes_.cardinality(), 0.0);
        for (const OfClass& counted : class_counts_) counts[counted.class_state] = count(counted);
        const double sum = std::accumulate(counts.begin(), counts.end(), 0.0);
        if (!(sum > 0)) source_.refuse(output_, "the counts of the class are all 0");
        for (const double number : counts) table.numbers.add(number / sum, family.offset);
        family.distribution = std::move(table);
        source_.assembly.add_family(std::move(family));
    }

    void add_input(const BayesInput& input) {
        WrittenFamily family{input.name, {class_name_}, input.name.offset};
        if (input.counts.empty() && input.statistics.empty())
            return source_.assembly.error(
                input.name.offset,
                "the input " + shown(input.name.text) + " has neither counts nor distributions");
        if (input.counts.empty()) {
            std::optional<WrittenGaussian> gaussian = gaussian_of(input);
            if (!gaussian) return;
            family.distribution = std::move(*gaussian);
        } else {
            family.distribution = table_of(input);
        }
        source_.assembly.add_family(std::move(family));
    }

    /// P(state | class), with the threshold in place of a count of 0. With a state for none all
    /// rows are divided by the largest sum, and that state has what is left of the others.
    WrittenTable table_of(const BayesInput& input) {
        const std::size_t states = input.bins.size();
        std::vector<double> cells(states * classes_.cardinality(), 0.0);
        for (const OfClass& counted : input.counts)
            cells[counted.class_state * states + counted.state] = count(counted);
        std::vector<double> sums;
        for (std::size_t first = 0; first < cells.size(); first += states) {
            const std::span<double> row = std::span(cells).subspan(first, states);
            const double sum = std::accumulate(row.begin(), row.end(), 0.0);
            for (double& number : row) number = number > 0 ? number / sum : threshold_;
            sums.push_back(std::accumulate(row.begin(), row.end(), 0.0));
        }
        const double most = input.has_none ? *std::ranges::max_element(sums) : 1;
        WrittenTable table;
        table.numbers.begin = input.name.offset;
        for (std::size_t k = 0; k < sums.size(); ++k) {
            for (std::size_t s = 0; s < states; ++s)
                table.numbers.add(cells[k * states + s] / most, input.name.offset);
            if (input.has_none) table.numbers.add((most - sums[k]) / most, input.name.offset);
        }
        return table;
    }

    std::optional<WrittenGaussian> gaussian_of(const BayesInput& input) {
        WrittenGaussian gaussian;
        gaussian.least_density = threshold_;
        if (input.statistics.size() != classes_.cardinality()) {
            source_.assembly.error(input.name.offset,
                                   "the input " + shown(input.name.text) + " needs " +
                                       counted(classes_.cardinality(), "distribution") +
                                       ", one of each class, found " +
                                       std::to_string(input.statistics.size()));
            return std::nullopt;
        }
        gaussian.rows.resize(classes_.cardinality());
        for (const OfClass& statistic : input.statistics) {
            pugi::xml_node distribution;
            for (const pugi::xml_node part : statistic.node.children())
                if (part.type() == pugi::node_element && !is_element(part, "extension"))
                    distribution = part;
            if (!is_element(distribution, "gaussiandistribution"))
                source_.refuse(distribution, "the distribution of " + shown(input.name.text) +
                                                 " is a " + shown(distribution.name()) +
                                                 ", and only Gaussian ones can be read");
            WrittenGaussian::Row& row = gaussian.rows[statistic.class_state];
            row.offset = source_.document.offset(distribution);
            row.intercept = source_.number(distribution, "mean");
            row.variance = source_.number(distribution, "variance");
        }
        if (threshold_ > 0)
            source_.assembly.note(input.name.offset,
                                  "densities of " + shown(input.name.text) +
                                      " below the threshold " + to_text(threshold_) +
                                      " count as it, which no file of pgm can hold",
                                  "a model with threshold=\"0\" has plain Gaussian distributions");
        return gaussian;
    }

    PmmlSource& source_;
    pugi::xml_node model_, output_;
    double threshold_ = 0;
    WrittenName class_name_;
    Variable classes_;
    std::optional<StateIndex> class_index_;
    std::vector<std::size_t> last_counted_;  ///< by class, the list of counts that had it last
    std::size_t counted_ = 0, filled_ = 0;
    std::vector<OfClass> class_counts_;
    std::vector<BayesInput> inputs_;
};

}  // namespace

void read_pmml_naive_bayes(PmmlSource& source, pugi::xml_node model) {
    NaiveBayesReader(source, model).read();
}

}  // namespace pgm::io::detail
