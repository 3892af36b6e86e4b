#include <io/format/xml/detail/pgmx_criteria.hpp>

#include <pgm/core/text/number_text.hpp>

#include <algorithm>

namespace pgm::io::detail {

void PgmxCriteria::read_weights(pugi::xml_node options) {
    for (const pugi::xml_node scale :
         elements(options, {"multicriteriaoptions", "unicriterion", "scales", "scale"})) {
        const std::string criterion = reader_.document.attribute(scale, "criterion"),
                          weight = reader_.document.attribute(scale, "value");
        const std::optional<double> number = parse_number(weight);
        if (number)
            weights_[criterion] = *number;
        else
            reader_.assembly.error(reader_.document.offset(scale),
                                   "the weight of the criterion " + shown(criterion) +
                                       " is no number: " + shown(weight));
    }
}

double PgmxCriteria::weight_of(const std::string& criterion) const {
    const auto found = weights_.find(criterion);
    return found == weights_.end() ? 1 : found->second;
}

void PgmxCriteria::add_net_benefit() {
    NetworkAssembly& assembly = reader_.assembly;
    WrittenFamily family;
    WrittenUtility sum;
    std::set<std::string> criteria;
    for (const auto& [utility, criterion] : utilities_) {
        if (parents_.contains(utility.text)) continue;
        family.parents.push_back(utility);
        sum.weights.push_back(weight_of(criterion));
        criteria.insert(criterion);
    }
    const bool are_ones = std::ranges::count(sum.weights, 1.0) == std::ssize(sum.weights);
    if (are_ones && criteria.size() < 2) return;
    std::string named;
    for (const std::string& criterion : criteria)
        named += (named.empty() ? "" : ", ") + shown(criterion) + " with the weight " +
                 to_text(weight_of(criterion));
    const std::size_t offset = family.parents.front().offset;
    if (are_ones)
        return assembly.warn(offset, "utilities of several criteria add up as they are: " + named,
                             "OpenMarkov keeps other weights in the options for inference");
    std::string name = "net benefit";
    while (assembly.builder().find(name)) name += " of all";
    assembly.note(offset,
                  "the utility " + shown(name) +
                      " was added, the sum of all criteria as the file weighs them: " + named);
    family.child = {name, offset};
    family.offset = offset;
    family.distribution = std::move(sum);
    FileVariable variable{{name, offset}};
    make_utility(variable);
    if (assembly.add_variable(std::move(variable))) assembly.add_family(std::move(family));
}

}  // namespace pgm::io::detail
