#include <learners/fit/replicates.hpp>

#include <learners/counting/update.hpp>
#include <learners/fit/fit.hpp>
#include <learners/search/detail/resampling.hpp>
#include <pgm/core/error.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace pgm::learners {

using namespace detail;

namespace {

/// The networks of the members of one classifier.
using MemberNetworks = std::vector<BayesianNetwork>;

/// The rows cut as the classifier cuts them, without the columns that it leaves out.
Dataset rows_for(const NetworkClassifier& classifier, const Dataset& data) {
    const Dataset cut = classifier.discretisation().apply(data);
    std::vector<ColumnId> kept;
    for (const Column& column : cut.columns())
        if (classifier.model().network().find(column.name())) kept.push_back(cut.id(column.name()));
    return cut.select_columns(kept);
}

std::optional<MemberNetworks> fitted_networks(const Classifier& classifier, const Dataset& rows,
                                              const SearchControl& control) {
    Fit options = options_of(classifier);
    options.calibration = Calibration::none;
    options.keep_statistics = false;
    options.threads = 1;
    options.stop = control.stop;
    try {
        const Classifier fitted = fit(rows, classifier.class_name(), options, control);
        MemberNetworks networks;
        for (const WeightedNetwork& member : fitted.model().members())
            networks.push_back(member.network);
        return networks;
    } catch (const Stopped&) {
        return std::nullopt;
    }
}

}  // namespace

Classifier with_bootstrap(const Classifier& classifier, const Dataset& data,
                          const Bootstrap& bootstrap, const SearchControl& control) {
    const NetworkClassifier* const own = classifier.networks();
    if (own == nullptr)
        throw ArgumentError("a stack has no replicates",
                            "its predictions have intervals without any");
    SearchWatch watch(control);
    const auto learn = [&](const Dataset& rows, const SearchControl& of_rows) {
        return fitted_networks(classifier, rows, of_rows);
    };
    const auto all =
        learned_from_replicates<MemberNetworks>(rows_for(*own, data), bootstrap, watch, learn);
    std::vector<WeightedNetwork> members(own->members().begin(), own->members().end());
    for (std::size_t m = 0; m < members.size(); ++m) {
        std::vector<BayesianNetwork> replicates;
        for (const MemberNetworks& networks : all) {
            if (networks.size() != members.size())
                throw ArgumentError("a replicate has more or fewer networks than the classifier");
            replicates.push_back(networks[m]);
        }
        members[m].network = with_replicates(std::move(members[m].network), std::move(replicates));
    }
    NetworkClassifierParts parts = own->parts();
    parts.model = Model(std::move(members));
    return NetworkClassifier(std::move(parts));
}

}  // namespace pgm::learners
