#pragma once

#include <io/format/detail/network_assembly.hpp>
#include <io/format/xml/detail/xml_document.hpp>
#include <io/options/read_options.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pgm::io::detail {

/// The beginning that the readers of all XML formats share: the document, and the network that is
/// made of it. BlockReader is its sibling for the formats of blocks.
class XmlReader {
protected:
    /// The bytes and the options must outlive the reader.
    XmlReader(std::string_view bytes, const ReadOptions& options)
        : document_(bytes, options.name, options.limits), assembly_(document_.cursor(), options) {}

    /// Calls use(node) for each element of that name in another one.
    template <class Use>
    static void for_each(pugi::xml_node parent, std::string_view name, const Use& use) {
        for (const pugi::xml_node node : parent.children())
            if (is_element(node, name)) use(node);
    }

    /// The one element of that name, as messages have it, in another one. Throws ParseError where
    /// there is none or a second one.
    pugi::xml_node only(pugi::xml_node parent, const std::string& name) {
        std::vector<pugi::xml_node> found;
        for_each(parent, name, [&](pugi::xml_node node) { found.push_back(node); });
        if (found.size() == 1) return found.front();
        document_.cursor().fail(
            document_.offset(found.empty() ? parent : found[1]),
            "expected one <" + name + ">, found " + std::to_string(found.size()));
    }

    /// The name that an attribute of an element gives, and where the element stands.
    WrittenName named(pugi::xml_node node, std::string_view attribute) {
        return {document_.attribute(node, attribute), document_.offset(node)};
    }

    /// Leaves an element in the file, with a warning that says why: "is no part of XMLBIF".
    void leave_with_warning(pugi::xml_node node, std::string_view why) {
        if (node.type() != pugi::node_element) return;
        const std::string element = "<" + std::string(node.name()) + ">";
        assembly_.leave_in_file(NetworkAssembly::Part::told_contents, element + " element",
                                document_.offset(node));
        assembly_.warn(document_.offset(node),
                       shown(element) + " " + std::string(why) + " and was left out");
    }

    /// The network; comments stay in the file.
    ReadResult finish() {
        assembly_.leave_comments(document_.comments());
        return std::move(assembly_).finish(NetworkAssembly::End::marked);
    }

    XmlDocument document_;
    NetworkAssembly assembly_;
};

}  // namespace pgm::io::detail
