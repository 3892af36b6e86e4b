#include <io/format/xml/detail/pmml_source.hpp>

#include <io/format/detail/annotation.hpp>
#include <io/format/xml/detail/xml_formats.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <utility>

namespace pgm::io::detail {

pugi::xml_node PmmlSource::open() {
    const pugi::xml_node root = document.root("PMML");
    pugi::xml_node model;
    for (const pugi::xml_node part : root.children()) {
        if (part.type() != pugi::node_element || is_element(part, "header") ||
            is_element(part, "miningbuildtask") || is_element(part, "extension"))
            continue;
        if (is_element(part, "datadictionary")) {
            for (const pugi::xml_node field : elements(part, {"datafield"})) read_field(field);
        } else if (is_element(part, "transformationdictionary")) {
            if (part.first_child()) refuse(part, "the <TransformationDictionary> cannot be read");
        } else if (model) {
            refuse(part, "the file has a second model, " + shown(part.name()));
        } else {
            model = part;
        }
    }
    if (!model)
        document.cursor().fail(document.offset(root),
                               "expected a BayesianNetworkModel or a NaiveBayesModel, found none");
    if (!is_element(model, "bayesiannetworkmodel") && !is_element(model, "naivebayesmodel"))
        refuse(model, "the model is a " + shown(model.name()) + ", which cannot be read",
               "a BayesianNetworkModel or a NaiveBayesModel can be read");
    assembly.set_name({document.attribute(model, "modelName"), document.offset(model)});
    std::vector<std::string> lines;
    read_extensions(model, lines);
    for (std::string& line : lines) assembly.builder().annotate(std::move(line));
    return model;
}

void PmmlSource::read_field(pugi::xml_node node) {
    PmmlField field{{named(node, "name"), {}, {}}};
    read_extensions(node, field.variable.annotations);
    for (const pugi::xml_node part : elements(node, {"value"})) {
        const std::string property = document.attribute(part, "property");
        if (property.empty() || property == "valid")
            field.variable.states.push_back(named(part, "value"));
    }
    if (!by_name_.emplace(field.variable.name.text, fields.size()).second)
        assembly.error(field.variable.name.offset,
                       "field " + shown(field.variable.name.text) + " is declared twice");
    fields.push_back(std::move(field));
}

void PmmlSource::read_extensions(pugi::xml_node element, std::vector<std::string>& lines) {
    for (const pugi::xml_node part : elements(element, {"extension"}))
        if (!part.first_child())
            lines.push_back(
                property_line(document.attribute(part, "name"), document.attribute(part, "value")));
}

PmmlField* PmmlSource::use_field(const WrittenName& name) {
    const auto found = by_name_.find(name.text);
    if (found == by_name_.end()) {
        assembly.builder().add_unknown(name.offset, "there is no field " + shown(name.text),
                                       name.text, [&] {
                                           std::vector<std::string> known;
                                           for (const PmmlField& field : fields)
                                               known.push_back(field.variable.name.text);
                                           return known;
                                       });
        return nullptr;
    }
    PmmlField& field = fields[found->second];
    if (!std::exchange(field.is_used, true)) return &field;
    assembly.error(name.offset, "the field " + shown(name.text) + " is in the model twice");
    return nullptr;
}

void PmmlSource::add_variables() {
    for (PmmlField& field : fields) {
        if (field.is_used)
            assembly.add_variable(std::move(field.variable));
        else
            assembly.note(field.variable.name.offset, "field " + shown(field.variable.name.text) +
                                                          " is not in the model and was left out");
    }
}

double PmmlSource::number(pugi::xml_node element, std::string_view attribute) {
    const std::string text = document.attribute(element, attribute);
    const std::optional<double> number = parse_number(text);
    if (!number)
        document.cursor().fail(document.offset(element),
                               "expected a number as the " + std::string(attribute) + " of <" +
                                   element.name() + ">, found " + shown(text));
    return *number;
}

void PmmlSource::refuse(pugi::xml_node element, const std::string& message, std::string hint) {
    throw ModelError(message, document.cursor().locate(document.offset(element)), std::move(hint));
}

ReadResult read_pmml(std::string_view bytes, const ReadOptions& options) {
    PmmlSource source(bytes, options);
    const pugi::xml_node model = source.open();
    if (is_element(model, "naivebayesmodel"))
        read_pmml_naive_bayes(source, model);
    else
        read_pmml_network(source, model);
    return source.finish();
}

bool is_pmml(std::string_view first_bytes) {
    return begins_with_element(first_bytes, "pmml");
}

}  // namespace pgm::io::detail
