#include <io/network_file.hpp>

#include <io/format/block/bif.hpp>
#include <io/format/block/bn.hpp>
#include <io/format/block/detail/block_formats.hpp>
#include <io/format/detail/genie_network.hpp>
#include <io/format/detail/network_writing.hpp>
#include <io/format/record/archive.hpp>
#include <io/format/record/detail/json.hpp>
#include <io/format/uai/detail/uai_names.hpp>
#include <io/format/uai/uai.hpp>
#include <io/format/xml/detail/xml_formats.hpp>
#include <io/picture/picture.hpp>

#include <array>
#include <ostream>

namespace pgm::io {
namespace {

void write_dot(const BayesianNetwork& network, std::ostream& out) {
    out << dot_text(network);
}

std::vector<std::string> lost_in_pictures(const BayesianNetwork& network) {
    if (network.size() == 0) return {};
    return {"the probabilities: a picture cannot be read back as a network"};
}

Classifier read_classifier_in_archive(std::string_view bytes, const ReadOptions& options,
                                      std::vector<Problem>& remarks) {
    return read_classifier_archive(bytes, options, &remarks);
}

constexpr std::array formats = {
    NetworkFormat{.suffixes = {".bif"},
                  .read = read_bif,
                  .check = check_bif,
                  .write = write_bif,
                  .losses = detail::lost_distributions,
                  .recognise = is_bif,
                  .keeps_text = true},
    NetworkFormat{.suffixes = {".bn"},
                  .read = read_bn,
                  .write = write_bn,
                  .losses = losses_of_bn,
                  .recognise = is_bn,
                  .keeps_text = true},
    NetworkFormat{.suffixes = {".xmlbif", ".bifxml", ".xml"},
                  .read = detail::read_xmlbif,
                  .write = detail::write_xmlbif,
                  .losses = detail::lost_distributions,
                  .recognise = detail::is_xmlbif,
                  .keeps_text = true},
    NetworkFormat{.suffixes = {".xdsl"},
                  .read = detail::read_xdsl,
                  .write = detail::write_xdsl,
                  .losses = detail::losses_of_xdsl,
                  .recognise = detail::is_xdsl,
                  .keeps_text = true},
    NetworkFormat{.suffixes = {".dsl"},
                  .read = detail::read_dsl,
                  .write = detail::write_dsl,
                  .losses = detail::losses_in_genie,
                  .recognise = detail::is_dsl,
                  .keeps_text = true},
    NetworkFormat{.suffixes = {".dne", ".dnet"},
                  .read = detail::read_dne,
                  .write = detail::write_dne,
                  .losses = detail::losses_of_dne,
                  .recognise = detail::is_dne,
                  .keeps_text = true},
    NetworkFormat{.suffixes = {".dsc"},
                  .read = detail::read_dsc,
                  .write = detail::write_dsc,
                  .losses = detail::losses_of_dsc,
                  .recognise = detail::is_dsc,
                  .keeps_text = true},
    NetworkFormat{.suffixes = {".net", ".hugin", ".oobn"},
                  .read = detail::read_net,
                  .write = detail::write_net,
                  .losses = detail::losses_of_net,
                  .recognise = detail::is_net,
                  .keeps_text = true},
    NetworkFormat{.suffixes = {".pgmx"},
                  .read = detail::read_pgmx,
                  .write = detail::write_pgmx,
                  .losses = detail::losses_of_pgmx,
                  .recognise = detail::is_pgmx,
                  .keeps_text = true},
    NetworkFormat{.suffixes = {".xbn"},
                  .read = detail::read_xbn,
                  .write = detail::write_xbn,
                  .losses = detail::lost_distributions,
                  .recognise = detail::is_xbn,
                  .keeps_text = true},
    NetworkFormat{.suffixes = {".elv"},
                  .read = detail::read_elv,
                  .write = detail::write_elv,
                  .losses = detail::losses_of_elv,
                  .recognise = detail::is_elv,
                  .keeps_text = true},
    NetworkFormat{.suffixes = {".pmml"},
                  .read = detail::read_pmml,
                  .write = detail::write_pmml,
                  .losses = detail::lost_distributions,
                  .recognise = detail::is_pmml,
                  .keeps_text = true,
                  .classifiers = NetworkFormat::Classifiers{.write = detail::write_pmml_naive_bayes,
                                                            .holds = detail::is_pmml_naive_bayes}},
    NetworkFormat{.suffixes = {".uai"},
                  .read = read_uai,
                  .write = write_uai,
                  .losses = losses_of_uai,
                  .recognise = is_uai,
                  .beside = {detail::with_names_beside, detail::write_names_beside}},
    NetworkFormat{.suffixes = {".json"},
                  .read = detail::read_json,
                  .write = detail::write_json,
                  .recognise = detail::is_json,
                  .classifiers = NetworkFormat::Classifiers{.write = detail::write_classifier_json,
                                                            .recognise = detail::is_classifier_json,
                                                            .read = detail::read_classifier_json}},
    NetworkFormat{.suffixes = {".pgmodel"},
                  .read = read_archive,
                  .write = write_archive,
                  .recognise = is_archive,
                  .keeps_replicates = true,
                  .classifiers = NetworkFormat::Classifiers{.write = write_classifier_archive,
                                                            .recognise = is_classifier_archive,
                                                            .read = read_classifier_in_archive}},
    NetworkFormat{.suffixes = {".dot"}, .write = write_dot, .losses = lost_in_pictures},
};

}  // namespace

std::span<const NetworkFormat> network_formats() {
    return formats;
}

}  // namespace pgm::io
