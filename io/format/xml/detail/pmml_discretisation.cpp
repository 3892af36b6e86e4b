#include <io/format/xml/detail/pmml_derived.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/model/state_lookup.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace pgm::io::detail {
namespace {

/// An interval; without a margin it goes on for ever.
struct Bin {
    std::string name;
    std::optional<double> left, right;
    bool has_left = true, has_right = false;  ///< whether the margins belong to it
};

double left_of(const Bin& bin) {
    return bin.left.value_or(-infinity);
}

Bin read_bin(PmmlSource& source, pugi::xml_node node) {
    Bin bin;
    bin.name = source.document.attribute(node, "binValue");
    pugi::xml_node interval;
    for (const pugi::xml_node part : elements(node, {"interval"})) interval = part;
    if (!interval) source.refuse(node, "the bin " + shown(bin.name) + " has no <Interval>");
    const std::string closure = source.document.attribute(interval, "closure");
    bin.has_left = closure == "closedOpen" || closure == "closedClosed";
    bin.has_right = closure == "openClosed" || closure == "closedClosed";
    if (!bin.has_left && !bin.has_right && closure != "openOpen")
        source.refuse(interval, "the closure " + shown(closure) + " of an interval is not known");
    if (interval.attribute("leftMargin")) bin.left = source.number(interval, "leftMargin");
    if (interval.attribute("rightMargin")) bin.right = source.number(interval, "rightMargin");
    return bin;
}

/// The cut points between bins; null unless each begins where the one before ends.
std::optional<std::vector<double>> cuts_between(const std::vector<Bin>& bins) {
    std::vector<double> cuts;
    for (std::size_t i = 1; i < bins.size(); ++i) {
        const Bin &before = bins[i - 1], &after = bins[i];
        if (!before.right || before.right != after.left || before.has_right == after.has_left)
            return std::nullopt;
        const double cut = before.has_right
                               ? std::nextafter(*before.right, std::numeric_limits<double>::max())
                               : *before.right;
        if (!cuts.empty() && cut <= cuts.back()) return std::nullopt;
        cuts.push_back(cut);
    }
    return cuts;
}

void warn(PmmlSource& source, pugi::xml_node at, const std::string& message) {
    source.assembly.warn(source.document.offset(at), message);
}

}  // namespace

PmmlBins read_discretisation(PmmlSource& source, pugi::xml_node derived) {
    pugi::xml_node discretize;
    for (const pugi::xml_node part : elements(derived, {"discretize"})) discretize = part;
    if (!discretize)
        source.refuse(derived, "the derived field " +
                                   shown(source.document.attribute(derived, "name")) +
                                   " has no <Discretize>, and other ones cannot be read");
    std::vector<Bin> bins;
    for (const pugi::xml_node part : elements(discretize, {"discretizebin"}))
        bins.push_back(read_bin(source, part));
    if (bins.empty()) source.refuse(discretize, "<Discretize> has no bins");
    std::ranges::stable_sort(bins, {}, left_of);
    PmmlBins found;
    for (const Bin& bin : bins) found.names.push_back(bin.name);
    std::vector<std::string> sorted = found.names;
    std::ranges::sort(sorted);
    const auto twice = std::ranges::adjacent_find(sorted);
    if (twice != sorted.end())
        source.refuse(discretize, "the bin " + shown(*twice) + " is given twice");
    const std::optional<std::vector<double>> cuts = cuts_between(bins);
    found.states = cuts ? cut_state_names(*cuts) : found.names;
    const std::string field = shown(source.document.attribute(discretize, "field"));
    if (!cuts)
        warn(source, discretize,
             "the intervals of " + field +
                 " do not follow each other, so its states have the names of "
                 "the bins and numbers cannot be given for it");
    if (cuts && (bins.front().left || bins.back().right))
        warn(source, discretize,
             "values of " + field + " beyond the first or the last bin count to that bin here");
    return found;
}

}  // namespace pgm::io::detail
