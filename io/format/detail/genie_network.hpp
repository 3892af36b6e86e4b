#pragma once

#include <io/format/detail/annotation.hpp>
#include <io/format/detail/network_assembly.hpp>
#include <pgm/model/network.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

// The networks of GeNIe as its two formats, XDSL and DSL, have them alike.

/// The names that GeNIe has for variables and their states: letters, digits and underscores.
struct GenieNames {
    explicit GenieNames(const BayesianNetwork& network);

    std::vector<std::string> variables;
    std::vector<std::vector<std::string>> states;

    std::string of(std::span<const VariableId> ids, std::string_view between) const;
};

/// The place of a node as XDSL has it, by two corners. Those of a middle and a size are rounded.
struct Rectangle {
    Position first, last;

    static Rectangle around(const Position& middle, const Position& size);
    /// Of the numbers that rounding lets the middle or the size be, those that are shortest as
    /// decimals: what they were, unless they had nearly all the digits that a double has.
    Position middle() const;
    Position size() const;
};

/// The annotations of a variable by the places that GeNIe has for them. The first line of a kind
/// that has one place takes it, and later ones are properties of the user.
struct GenieNode : LabelAndPosition {
    std::optional<Position> size;  ///< none: usual_size
    std::optional<std::string> interior, outline;
    std::vector<std::string> comments, documents;
    std::map<std::string, std::string> attributes;  ///< of diagnosis: diagtype, ranked, target
    std::vector<std::map<std::string, std::string>> of_states;  ///< by state: label, fault, ...
    std::vector<Attribute> properties;                          ///< of the user
    std::vector<std::string> others;  ///< no attributes, for which there is no place

    /// The width and height of a node where nothing else is said.
    static constexpr Position usual_size{80, 44};

    GenieNode() = default;
    explicit GenieNode(const Variable& variable);

    void set_rectangle(const Position& middle, const Position& extent);
    /// One that is too large to be measured leaves the node without a place.
    void set_rectangle(const Rectangle& rectangle);
    /// None where the node has no position, or one so large that a corner is no finite number.
    std::optional<Rectangle> rectangle() const;
    /// True if position and size are again what they were when they have been read as a rectangle.
    bool is_rectangle() const;
    void add(const std::string& line);
    std::vector<std::string> lines() const;
    /// The lines that cannot be written.
    std::vector<std::string> lost() const;

private:
    bool take_size(const Attribute& attribute);
    bool take_text(const std::string& kind, const std::string& text);
};

/// The states of each parent from the strongest cause on, as `strengths` lists them; each must be
/// there once. False after a report if they do not fit; `offset` is where the list begins.
bool match_order_of_causes(const std::vector<WrittenName>& strengths, std::size_t offset,
                           const WrittenFamily& family, NetworkAssembly& assembly,
                           WrittenNoisyMax& noisy);

/// The distribution as a noisy-MAX that GeNIe has, whose strongest state is the first; otherwise
/// null.
const NoisyMaxCpd* genie_noisy_max(const Cpd& cpd);

/// The strengths, with a text between them, and the numbers of a noisy-MAX: the rows of each parent
/// in the order of its states, the effects from the strongest on, then the leak.
std::string genie_order_of_causes(const NoisyMaxCpd& cpd, std::string_view between);
std::vector<double> genie_numbers(const NoisyMaxCpd& cpd);

/// Names that are no identifiers, annotations that are no attributes, and noisy-MAX distributions
/// whose absent state is first, which are written as tables; and the order of the variables, if a
/// child comes before a parent.
std::vector<std::string> losses_in_genie(const BayesianNetwork& network);

}  // namespace pgm::io::detail
