#include <python/src/detail/bindings.hpp>

#include <io/network_file.hpp>
#include <pgm/core/text/name_text.hpp>

#include <string_view>
#include <utility>

namespace pgm::python {
namespace {

/// "averages 3 networks, each with tables of its own"
std::string reason_for_several(const io::SavedModel& model, std::size_t networks) {
    const auto* const classifier = std::get_if<Classifier>(&model);
    const Ensemble* const ensemble = classifier ? classifier->ensemble() : nullptr;
    if (ensemble)
        return "is an ensemble of " + std::to_string(ensemble->classifiers().size()) +
               " classifiers and has no joint distribution";
    return "averages " + std::to_string(networks) + " networks, each with tables of its own";
}

/// Throws ArgumentError where a classifier is no single network, unless one of its networks is
/// named, counted from 1.
Network network_in(const io::ModelResult& read, const std::string& name,
                   std::optional<std::size_t> member) {
    const io::SavedModel& model = read.model;
    const auto* const classifier = std::get_if<Classifier>(&model);
    const std::vector<WeightedNetwork> networks =
        classifier ? all_networks(*classifier) : io::members_of(model);
    const std::string count = std::to_string(networks.size());
    if (!member && networks.size() > 1)
        throw ArgumentError(in_quotes(name) + " " + reason_for_several(model, networks.size()),
                            "member=1 reads the first of its " + count + " networks");
    if (member && (*member == 0 || *member > networks.size()))
        throw ArgumentError("member is " + std::to_string(*member) + ", and " + in_quotes(name) +
                            " has " + count + (networks.size() == 1 ? " network" : " networks"));
    return Network(networks[member ? *member - 1 : 0].network, read.source);
}

/// (network, what its reader noticed)
Parts parts_of(const io::ModelResult& read, const std::string& name,
               std::optional<std::size_t> member) {
    return nb::make_tuple(network_in(read, name, member), problem_list(read.remarks));
}

Parts read_file(const std::string& path, std::optional<std::size_t> member) {
    const io::ModelResult read = [&] {
        const nb::gil_scoped_release release;
        return io::read_model(path);
    }();
    return parts_of(read, path, member);
}

Parts read_bytes(const nb::bytes& bytes, const std::string& name, const std::string& suffix,
                 std::optional<std::size_t> member) {
    const std::string_view text(static_cast<const char*>(bytes.data()), bytes.size());
    const io::ModelResult read = [&] {
        const nb::gil_scoped_release release;
        io::ByteSource source(text, name, Limits{}.max_file_bytes);
        return io::read_model(source, {}, io::TablesToLearn::refuse, suffix);
    }();
    return parts_of(read, name, member);
}

nb::bytes written(const Network& network, const std::string& path) {
    const std::string bytes = io::network_bytes(*network.built(), path, network.source());
    return nb::bytes(bytes.data(), bytes.size());
}

}  // namespace

void bind_network_file(nb::module_& module) {
    module.def("read", &read_file, nb::arg("path"), nb::arg("member").none());
    module.def("read_bytes", &read_bytes, nb::arg("bytes"), nb::arg("name"), nb::arg("suffix"),
               nb::arg("member").none());
    module.def("write", [](const Network& network, const std::string& path) {
        const auto built = network.built();
        const nb::gil_scoped_release release;
        io::write_network(*built, path, network.source());
    });
    module.def("written", &written);
    module.def("losses", [](const Network& network, const std::string& path) {
        const auto built = network.built();
        std::vector<std::string> lost = io::losses(*built, path, network.source());
        for (std::string& part : io::lost_looks(*built, path, network.source()))
            lost.push_back(std::move(part));
        return lost;
    });
}

}  // namespace pgm::python
