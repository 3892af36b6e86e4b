#include <python/src/detail/bindings.hpp>

NB_MODULE(_pgm, module) {
    module.doc() = "The compiled part of pgm; the package pgm is its interface.";
    module.attr("version") = PGM_VERSION;
    pgm::python::bind_errors(module);
    pgm::python::bind_density(module);
    pgm::python::bind_network(module);
    pgm::python::bind_graph(module);
    pgm::python::bind_sampling(module);
    pgm::python::bind_network_file(module);
    pgm::python::bind_rows(module);
    pgm::python::bind_frame(module);
    pgm::python::bind_data_file(module);
    pgm::python::bind_engine(module);
    pgm::python::bind_classifier(module);
    pgm::python::bind_learning(module);
    pgm::python::bind_counting(module);
    pgm::python::bind_associations(module);
    pgm::python::bind_comparison(module);
    pgm::python::bind_effect(module);
    pgm::python::bind_decision(module);
    pgm::python::bind_explanation(module);
    pgm::python::bind_exploring(module);
    pgm::python::bind_examples(module);
    pgm::python::bind_report(module);
}
