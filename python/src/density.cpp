#include <python/src/detail/bindings.hpp>

#include <io/picture/picture.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <tuple>

namespace pgm::python {
namespace {

/// The curve on a card: the picture of a network of this variable alone.
std::string svg_of(const NamedDensity& density) {
    NetworkBuilder builder;
    const VariableId id = builder.add_variable(Variable(density.name));
    builder.fill_in();
    const auto components = density.components();
    const auto tables = density.tables();
    ContinuousPosterior posterior(id);
    if (!density.impossible())
        posterior = {id,
                     {components.begin(), components.end()},
                     {tables.begin(), tables.end()},
                     density.log_evidence()};
    io::Picture picture;
    picture.distributions.push_back(std::move(posterior));
    return io::svg_text(std::move(builder).build(), picture);
}

/// The picture for notebooks; null where there is none, so that they show the text.
std::optional<std::string> svg_if_possible(const NamedDensity& density) {
    try {
        return svg_of(density);
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::string summary(const NamedDensity& density) {
    if (density.impossible()) return density.name + ": impossible";
    return density.name + ": mean " + to_text(density.mean(), 6) + ", sd " +
           to_text(density.sd(), 6);
}

using Panel = std::tuple<double, double, std::vector<double>>;

/// The form of a density in a pickle: its name, its variable, its components with their shapes, the
/// tables of these, and log P(e).
using Pickled = std::tuple<std::string, std::size_t,
                           std::vector<std::tuple<double, double, double, std::uint8_t>>,
                           std::vector<std::vector<Panel>>, double>;

Pickled pickled(const NamedDensity& density) {
    Pickled state;
    auto& [name, variable, components, tables, log_evidence] = state;
    name = density.name;
    variable = density.variable().index();
    log_evidence = density.log_evidence();
    if (density.impossible()) return state;
    for (const DensityComponent& one : density.components())
        components.emplace_back(one.weight, one.mean, one.sd, static_cast<std::uint8_t>(one.shape));
    for (const TabulatedDensity& table : density.tables()) {
        tables.emplace_back();
        for (const TabulatedDensity::Panel& panel : table.panels())
            tables.back().emplace_back(
                panel.low, panel.high,
                std::vector(panel.coefficients.begin(), panel.coefficients.end()));
    }
    return state;
}

NamedDensity unpickled(const Pickled& state) {
    const auto& [name, variable, components, tables, log_evidence] = state;
    const VariableId id(variable);
    if (components.empty()) return {name, ContinuousPosterior(id)};
    std::vector<DensityComponent> parts;
    for (const auto& [weight, mean, sd, shape] : components)
        parts.push_back({weight, mean, sd, static_cast<DensityComponent::Shape>(shape)});
    std::vector<TabulatedDensity> of_parts;
    for (const std::vector<Panel>& table : tables) {
        std::vector<TabulatedDensity::Panel> panels;
        for (const auto& [low, high, coefficients] : table) {
            panels.push_back({low, high, {}});
            const std::size_t terms = std::min(coefficients.size(), TabulatedDensity::terms);
            std::copy_n(coefficients.begin(), terms, panels.back().coefficients.begin());
        }
        of_parts.push_back(panels.empty() ? TabulatedDensity() : TabulatedDensity(panels));
    }
    return {name, ContinuousPosterior(id, std::move(parts), std::move(of_parts), log_evidence)};
}

}  // namespace

void bind_density(nb::module_& module) {
    nb::class_<NamedDensity>(module, "Density",
                             "The posterior of a continuous variable, a mixture.")
        .def_ro("variable", &NamedDensity::name)
        .def_prop_ro("impossible", &ContinuousPosterior::impossible)
        .def_prop_ro("log_evidence", &ContinuousPosterior::log_evidence)
        .def_prop_ro("mean", &ContinuousPosterior::mean)
        .def_prop_ro("sd", &ContinuousPosterior::sd)
        .def_prop_ro("variance", &ContinuousPosterior::variance)
        .def_prop_ro("median", &ContinuousPosterior::median)
        .def_prop_ro("mode", &ContinuousPosterior::mode)
        .def("cdf", &ContinuousPosterior::cdf, nb::arg("x"), "P(X <= x).")
        .def("pdf", &ContinuousPosterior::density, nb::arg("x"),
             "The density at x; infinite at a point mass.")
        .def("logpdf", &ContinuousPosterior::log_density, nb::arg("x"))
        .def("quantile", &ContinuousPosterior::quantile, nb::arg("p"),
             "The least x with P(X <= x) >= p, for 0 < p < 1.")
        .def("crps", &ContinuousPosterior::crps, nb::arg("x"),
             "The continuous ranked probability score where x came true.")
        .def(
            "interval",
            [](const NamedDensity& density, double probability) {
                const Interval interval = density.central_interval(probability);
                return std::pair(interval.above, interval.up_to);
            },
            nb::arg("probability") = 0.9,
            "The interval with that probability that leaves the same on both sides.")
        .def_prop_ro(
            "components",
            [](const NamedDensity& density) {
                std::vector<std::tuple<double, double, double>> components;
                for (const DensityComponent& component : density.components())
                    components.emplace_back(component.weight, component.mean, component.sd);
                return components;
            },
            "(weight, mean, sd) of each component, in order of the means.")
        .def("svg", &svg_of, "A picture of the curve as SVG.")
        .def("_repr_svg_", &svg_if_possible)
        .def("__getstate__", &pickled)
        .def("__setstate__",
             [](NamedDensity& density, const Pickled& state) {
                 new (&density) NamedDensity(unpickled(state));
             })
        .def("__repr__", &summary);
}

}  // namespace pgm::python
