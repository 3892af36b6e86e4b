#include <tests/fuzz/fuzz_target.hpp>

#include <io/format/uai/detail/uai_names.hpp>
#include <io/format/uai/uai.hpp>
#include <pgm/core/error.hpp>

namespace pgm::tests {
namespace {

const io::ReadOptions uai_options{.name = "f", .limits = fuzz_limits};

/// Four variables of two, three, one and two states.
const BayesianNetwork& network_of_four() {
    static const BayesianNetwork network =
        io::read_uai("BAYES 4 2 3 1 2 4 1 0 2 0 1 1 2 1 3 2 .5 .5 6 .2 .3 .5 .5 .3 .2 1 1 2 1 0 ")
            .network;
    return network;
}

std::string_view complaint_about_place(const Error& error) {
    return error.location().line == 0 ? "an error has no place" : complaint_about(error);
}

/// Evidence belongs to the network.
std::string_view check_uai_evidence(std::string_view bytes, bool& accepted) {
    const BayesianNetwork& network = network_of_four();
    accepted = false;
    try {
        for (const Evidence& evidence : io::read_uai_evidence(bytes, network, uai_options))
            validate(evidence, network);
        accepted = true;
    } catch (const EvidenceError&) {
        return "the evidence is none of the network";
    } catch (const Error& error) {
        return complaint_about_place(error);
    }
    return {};
}

/// Variables of a query belong to the network.
std::string_view check_uai_query(std::string_view bytes, bool& accepted) {
    accepted = false;
    try {
        for (const VariableId id : io::read_uai_query(bytes, network_of_four(), uai_options))
            if (id.index() >= network_of_four().size()) return "a variable is none of the network";
        accepted = true;
    } catch (const Error& error) {
        return complaint_about_place(error);
    }
    return {};
}

/// Names that were read are written and read back as the same names.
std::string_view check_uai_names(std::string_view bytes, bool& accepted) {
    const BayesianNetwork& network = network_of_four();
    accepted = false;
    try {
        const BayesianNetwork named = io::detail::with_uai_names(network, bytes, uai_options);
        accepted = true;
        return io::detail::with_uai_names(network, io::detail::uai_names(named), {}) == named
                   ? ""
                   : "the names read back as others";
    } catch (const Error& error) {
        return accepted ? "the names cannot be read back" : complaint_about_place(error);
    }
}

}  // namespace

std::vector<FuzzTarget> uai_targets() {
    return {{"uai_evidence", check_uai_evidence},
            {"uai_query", check_uai_query},
            {"uai_names", check_uai_names}};
}

}  // namespace pgm::tests
