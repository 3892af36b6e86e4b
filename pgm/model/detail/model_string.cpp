#include <pgm/core/error.hpp>
#include <pgm/core/text/lexer.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/model/detail/network_text.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace pgm::detail {
namespace {

/// Reads "[A][S][B|A:S]". Parents may be declared after their children.
class ModelStringReader {
public:
    explicit ModelStringReader(std::string_view text) : text_(text) {}

    StructureGraph read() {
        for (skip_blanks(); at_ < text_.size(); skip_blanks()) read_node();
        for (const auto& [name, where] : mentioned_)
            if (!declared_.contains(name))
                fail("the parent '" + printable(name) + "' is no node of the model string", where);
        return std::move(structure_);
    }

private:
    static constexpr std::string_view signs = "[]|:";

    void skip_blanks() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    }

    void read_node() {
        if (text_[at_] != '[') fail("expected '['", at_);
        const std::size_t where = ++at_;
        const std::string name = take_name();
        if (!declared_.insert(name).second)
            fail("the node '" + printable(name) + "' is there twice", where);
        const VariableId child = id_of(name);
        for (char separator = '|'; at_ < text_.size() && text_[at_] == separator; separator = ':') {
            const std::size_t parent_at = ++at_;
            const std::string parent = take_name();
            mentioned_.emplace_back(parent, parent_at);
            const Arc arc{id_of(parent), child};
            if (!seen_arcs_.insert(arc).second)
                fail("the parent '" + printable(parent) + "' is there twice", parent_at);
            if (structure_.arcs.size() == most_arcs)
                throw TooLargeError("the structure has more than " + std::to_string(most_arcs) +
                                    " arcs");
            structure_.arcs.push_back(arc);
        }
        if (at_ == text_.size() || text_[at_] != ']') fail("expected ']', '|' or ':'", at_);
        ++at_;
    }

    std::string take_name() {
        const std::size_t end = std::min(text_.find_first_of(signs, at_), text_.size());
        if (end == at_) fail("expected a name", at_);
        std::string name(text_.substr(at_, end - at_));
        at_ = end;
        return name;
    }

    VariableId id_of(const std::string& name) {
        const auto [found, is_new] = ids_.try_emplace(name, structure_.nodes.size());
        if (is_new) structure_.nodes.push_back({name, {}, false});
        return found->second;
    }

    [[noreturn]] void fail(std::string message, std::size_t where) const {
        throw ParseError(std::move(message), location_in(text_, where, Dialect::structure));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    StructureGraph structure_;
    std::map<std::string, VariableId, std::less<>> ids_;
    std::set<std::string, std::less<>> declared_;
    std::vector<std::pair<std::string, std::size_t>> mentioned_;
    std::set<Arc> seen_arcs_;
};

}  // namespace

StructureGraph parse_model_string(std::string_view text) {
    return ModelStringReader(text).read();
}

}  // namespace pgm::detail
