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
public:
    /// The bytes and the options must outlive the reader.
    XmlReader(std::string_view bytes, const ReadOptions& options)
        : limits(options.limits),
          document(bytes, options.name, options.limits),
          assembly(document.cursor(), options) {}

    const Limits& limits;
    XmlDocument document;
    NetworkAssembly assembly;

    /// The one element of that name, as messages have it, in another one. Throws ParseError where
    /// there is none or a second one.
    pugi::xml_node only(pugi::xml_node parent, const std::string& name) {
        const std::vector<pugi::xml_node> found = elements(parent, {name});
        if (found.size() == 1) return found.front();
        document.cursor().fail(
            document.offset(found.empty() ? parent : found[1]),
            "expected one <" + name + ">, found " + std::to_string(found.size()));
    }

    /// The name that an attribute of an element gives, and where the element stands.
    WrittenName named(pugi::xml_node node, std::string_view attribute) {
        return {document.attribute(node, attribute), document.offset(node)};
    }

    /// Leaves an element in the file, with a warning that says why: "is no part of XMLBIF".
    void leave_with_warning(pugi::xml_node node, std::string_view why) {
        if (node.type() != pugi::node_element) return;
        const std::string element = "<" + std::string(node.name()) + ">";
        assembly.leave_in_file(NetworkAssembly::Part::told_contents, element + " element",
                               document.offset(node));
        assembly.warn(document.offset(node),
                      shown(element) + " " + std::string(why) + " and was left out");
    }

    /// The network; comments stay in the file.
    ReadResult finish() {
        assembly.leave_comments(document.comments());
        return std::move(assembly).finish(NetworkAssembly::End::marked);
    }
};

}  // namespace pgm::io::detail
