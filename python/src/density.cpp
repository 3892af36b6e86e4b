#include <python/src/detail/bindings.hpp>

#include <pgm/inference/continuous_posterior.hpp>

namespace pgm::python {

void bind_density(nb::module_& module) {
    nb::class_<ContinuousPosterior>(module, "Density",
                                    "The posterior of a continuous variable, a mixture.")
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
            [](const ContinuousPosterior& density, double probability) {
                const Interval interval = density.central_interval(probability);
                return std::pair(interval.above, interval.up_to);
            },
            nb::arg("probability") = 0.9,
            "The interval with that probability that leaves the same on both sides.")
        .def_prop_ro(
            "components",
            [](const ContinuousPosterior& density) {
                std::vector<std::tuple<double, double, double>> components;
                for (const DensityComponent& component : density.components())
                    components.emplace_back(component.weight, component.mean, component.sd);
                return components;
            },
            "(weight, mean, sd) of each component, in order of the means.");
}

}  // namespace pgm::python
