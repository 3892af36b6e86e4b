#pragma once

#include <io/format/xml/detail/xml_reader.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// A field of the data dictionary: continuous without states.
struct PmmlField {
    FileVariable variable;
    bool is_used = false;
};

/// A PMML document with its data dictionary, which the readers of its models share.
class PmmlSource : public XmlReader {
public:
    using XmlReader::XmlReader;

    std::vector<PmmlField> fields;

    /// Reads the dictionary, and returns the only model.
    pugi::xml_node open();

    /// The field of that name, which is marked as used. Reports one that is unknown or used before,
    /// and returns null.
    PmmlField* use_field(const WrittenName& name);

    /// Makes variables of the used fields.
    void add_variables();

    /// The lines of the extensions of an element: `name = value`.
    void read_extensions(pugi::xml_node element, std::vector<std::string>& lines);

    /// A number in an attribute. Throws ParseError.
    double number(pugi::xml_node element, std::string_view attribute);

    /// Throws ModelError: "'x' is ..., which cannot be read".
    [[noreturn]] void refuse(pugi::xml_node element, const std::string& message,
                             std::string hint = {});

private:
    void read_field(pugi::xml_node node);

    std::map<std::string, std::size_t, std::less<>> by_name_;
};

/// Reads the nodes of a BayesianNetworkModel, or the inputs and the output of a NaiveBayesModel.
void read_pmml_network(PmmlSource& source, pugi::xml_node model);
void read_pmml_naive_bayes(PmmlSource& source, pugi::xml_node model);

}  // namespace pgm::io::detail
