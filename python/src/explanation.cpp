#include <python/src/detail/bindings.hpp>

#include <io/explanation/explanation.hpp>
#include <pgm/explain/derivation.hpp>
#include <pgm/query/query_text.hpp>

namespace pgm::python {
namespace {

using Names = std::vector<std::string>;

std::vector<VariableId> ids_of(const BayesianNetwork& network, const Names& names) {
    std::vector<VariableId> ids;
    for (const std::string& name : names) ids.push_back(network.id(name));
    return ids;
}

/// (text, LaTeX, HTML, fractions of the answer)
Parts derivation_parts(const Network& network, const std::string& text, nb::handle evidence,
                       const std::tuple<int, Names, Names>& options) {
    const BayesianNetwork& built = *network.built();
    const auto& [method, order, only] = options;
    const Query query = joined(parse_query(built, text), given_from(built, evidence));
    Derivation derivation;
    {
        const nb::gil_scoped_release release;
        derivation = derive(
            built, query,
            {.method = static_cast<DerivationMethod>(method), .order = ids_of(built, order)});
    }
    const io::DerivationPage page =
        io::derivation_page(built, derivation, {.only = ids_of(built, only)});
    return nb::make_tuple(io::derivation_text(page), io::derivation_latex(page),
                          io::derivation_html(page), derivation.fractions);
}

}  // namespace

void bind_explanation(nb::module_& module) {
    module.def("explain", &derivation_parts, nb::arg("network"), nb::arg("query"),
               nb::arg("evidence").none(), nb::arg("options"));
}

}  // namespace pgm::python
