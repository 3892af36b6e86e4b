#include <python/src/detail/bindings.hpp>

#include <io/picture/picture.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

namespace pgm::python {
namespace {

/// The curve on a card: the picture of a network of this variable alone.
std::string svg_of(const Density& density) {
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
std::optional<std::string> svg_if_possible(const Density& density) {
    try {
        return svg_of(density);
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::string summary(const Density& density) {
    if (density.impossible()) return density.name + ": impossible";
    return density.name + ": mean " + to_text(density.mean(), 6) + ", sd " +
           to_text(density.sd(), 6);
}

}  // namespace

void bind_density(nb::module_& module) {
    nb::class_<Density>(module, "Density", "The posterior of a continuous variable, a mixture.")
        .def_ro("variable", &Density::name)
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
            [](const Density& density, double probability) {
                const Interval interval = density.central_interval(probability);
                return std::pair(interval.above, interval.up_to);
            },
            nb::arg("probability") = 0.9,
            "The interval with that probability that leaves the same on both sides.")
        .def_prop_ro(
            "components",
            [](const Density& density) {
                std::vector<std::tuple<double, double, double>> components;
                for (const DensityComponent& component : density.components())
                    components.emplace_back(component.weight, component.mean, component.sd);
                return components;
            },
            "(weight, mean, sd) of each component, in order of the means.")
        .def("svg", &svg_of, "A picture of the curve as SVG.")
        .def("_repr_svg_", &svg_if_possible)
        .def("__repr__", &summary);
}

}  // namespace pgm::python
