#pragma once

#include <io/text/detail/encoding.hpp>
#include <io/text/detail/text_parts.hpp>
#include <io/text/text_cursor.hpp>

#include <pugixml.hpp>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// An XML file, and where its parts stand.
///
/// Document types are skipped, and their entities are never expanded: only the five of XML and
/// numbers of characters are. Nothing outside the file is opened. The text is decoded by the
/// encoding that the first line names. Names of elements and attributes are compared without regard
/// to letter case, as the programs that write these files differ in it.
class XmlDocument {
public:
    /// Throws ParseError where the text is no XML, and TooLargeError beyond the limits.
    XmlDocument(std::string_view bytes, const std::string& name, const Limits& limits);
    XmlDocument(const XmlDocument&) = delete;
    XmlDocument& operator=(const XmlDocument&) = delete;

    TextCursor& cursor() { return cursor_; }
    /// The number of comments.
    std::size_t comments() const;

    /// The outermost element. Throws ParseError unless it has this name.
    pugi::xml_node root(std::string_view name);

    /// The offset at which an element or a piece of text begins.
    std::size_t offset(pugi::xml_node node) const;

    /// The text of an element without blanks around it and with entities replaced, and where it
    /// stands. Throws ParseError for an entity that XML does not know.
    WrittenName text(pugi::xml_node element);
    /// The text of an attribute of an element; empty where there is none.
    std::string attribute(pugi::xml_node element, std::string_view name);
    /// The text of an attribute that was found, without a search for it.
    std::string value(pugi::xml_node element, pugi::xml_attribute attribute);

    /// Calls use(word, offset) for the words of an element between blanks.
    template <class Use>
    void for_each_word(pugi::xml_node element, const Use& use) const {
        for (const pugi::xml_node piece : element.children()) {
            if (!is_text(piece)) continue;
            const std::string_view text = piece.value();
            const std::size_t begin = offset(piece);
            for (std::size_t at = 0; at < text.size();) {
                const std::size_t first = at;
                while (at < text.size() && !is_blank(text[at])) ++at;
                if (at > first) use(text.substr(first, at - first), begin + first);
                while (at < text.size() && is_blank(text[at])) ++at;
            }
        }
    }

    /// The words of an element.
    std::vector<WrittenName> names(pugi::xml_node element);
    /// The numbers of an element. Throws ParseError that begins with `what`, "the table of 'x'".
    WrittenNumbers numbers(pugi::xml_node element, const std::string& what);

private:
    static bool is_text(pugi::xml_node node) {
        return node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata;
    }
    std::string decoded(std::string_view text, std::size_t offset);

    DecodedText decoded_;
    TextCursor cursor_;
    pugi::xml_document document_;
};

/// True if the element has this name, letter case aside.
bool is_element(pugi::xml_node node, std::string_view name);

/// The elements at the end of a path of names below another one: those of the second name in those
/// of the first, and so on.
std::vector<pugi::xml_node> elements(pugi::xml_node parent,
                                     std::initializer_list<std::string_view> path);

/// True if a text of XML begins with this element, in small letters, document type and comments
/// aside.
bool begins_with_element(std::string_view first_bytes, std::string_view name);

/// A text as the contents of an element or the value of an attribute; blanks at the ends and
/// control characters are written by their numbers, so that readers keep them.
std::string xml_text(std::string_view text);

/// ` name="text"`, with a blank before it.
std::string xml_attribute(std::string_view name, std::string_view text);

/// An element that holds one text: "<NAME>wet &amp; cold</NAME>".
std::string xml_element(const std::string& name, std::string_view text);

}  // namespace pgm::io::detail
