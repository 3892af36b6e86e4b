#include <io/format/record/detail/classifier_fields.hpp>
#include <io/format/record/detail/network_fields.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>

#include <nlohmann/json.hpp>

#include <fstream>

using namespace pgm;
using namespace pgm::io::detail;
using Json = nlohmann::ordered_json;

namespace {

Json reference_to(const std::string& definition) {
    return {{"$ref", "#/$defs/" + definition}};
}

/// Types that are described once.
template <class T>
const std::string definition = "";
template <>
const std::string definition<NetworkFields> = "network";
template <>
const std::string definition<VariableFields> = "variable";
template <>
const std::string definition<ClassifierParts> = "classifier_of_networks";
template <>
const std::string definition<ClassifierFile> = "classifier";
template <>
const std::string definition<Provenance> = "fit";
template <>
const std::string definition<StatisticsFields> = "statistics";

/// Makes the schema of JSON of types from their fields.
class SchemaMaker {
public:
    explicit SchemaMaker(Json& definitions) : definitions_(definitions) {}

    template <HasFields T>
    Json schema_of(const T& value) {
        if (definition<T>.empty()) return object(value);
        if (!definitions_.contains(definition<T>)) {
            definitions_[definition<T>] = {};  // its place, among those that it refers to
            definitions_[definition<T>] = object(value);
        }
        return reference_to(definition<T>);
    }
    Json schema_of(const std::string&) { return {{"type", "string"}}; }
    Json schema_of(const WrittenName&) { return {{"type", "string"}}; }
    Json schema_of(const double&) { return {{"type", "number"}}; }
    Json schema_of(const bool&) { return {{"type", "boolean"}, {"default", false}}; }
    template <std::unsigned_integral Count>
    Json schema_of(const Count&) {
        return reference_to("count");
    }
    Json schema_of(const WrittenNumbers&) { return reference_to("numbers"); }
    Json schema_of(const std::vector<double>&) { return reference_to("numbers"); }
    Json schema_of(const std::vector<std::string>&) { return reference_to("texts"); }
    Json schema_of(const std::vector<WrittenName>&) { return reference_to("texts"); }
    Json schema_of(const GivenStates&) { return reference_to("texts"); }
    Json schema_of(const WeightSum&) { return reference_to("weight"); }
    Json schema_of(const FormatName& format) { return {{"const", format.expected}}; }
    Json schema_of(const FormatVersion& version) { return {{"const", version.number}}; }
    Json schema_of(const CellCode&) { return {{"type", "integer"}, {"minimum", -1}}; }
    Json schema_of(const ExactSum&) { return schema_of(SumFields{}); }
    Json schema_of(const BayesianNetwork&) { return schema_of(NetworkFields{}); }
    Json schema_of(const Sums&) { return schema_of(StatisticsFields{}); }
    Json schema_of(const FamilyCounts::CountedCell&) {
        return {{"type", "array"}, {"minItems", 2}, {"maxItems", 2}};
    }
    template <class T>
    Json schema_of(const std::optional<T>&) {
        return schema_of(T{});
    }
    template <class T>
    Json schema_of(const Stored<T>&) {
        return schema_of(T{});
    }
    template <class T>
    Json schema_of(const Deferred<T>&) {
        return schema_of(T{});
    }
    template <class T>
    Json schema_of(const std::vector<T>&) {
        return {{"type", "array"}, {"items", schema_of(T{})}};
    }
    template <class T>
    Json schema_of(const Sequence<T>&) {
        return {{"type", "array"}, {"items", schema_of(T{})}};
    }
    template <class T>
    Json schema_of(const std::vector<Named<T>>&) {
        return {{"type", "object"}, {"additionalProperties", schema_of(T{})}};
    }

private:
    /// Collects the members of an object. One of the deferred ones must be there.
    struct Members {
        template <class T>
        void operator()(const Field& field, const T& value) {
            const std::string name(field.name);
            Json schema = maker.schema_of(value);
            if (!field.description.empty()) schema["description"] = field.description;
            schema.update(Json::parse("{" + std::string(field.constraints) + "}"));
            properties[name] = std::move(schema);
            if (field.presence == Presence::required) required.push_back(name);
            if constexpr (requires { value.offset.has_value(); })
                alternatives.push_back({{"required", {name}}});
        }
        SchemaMaker& maker;
        Json properties = Json::object(), required = Json::array(), alternatives = Json::array();
    };

    template <class T>
    Json object(const T& value) {
        Members members{*this};
        fields(members, value);
        Json schema{{"type", "object"}, {"properties", std::move(members.properties)}};
        if (!members.required.empty()) schema["required"] = std::move(members.required);
        if (!members.alternatives.empty()) schema["oneOf"] = std::move(members.alternatives);
        if constexpr (std::same_as<T, ReplacementFields>)
            schema.update({{"minProperties", 1}, {"maxProperties", 1}});
        schema["additionalProperties"] = false;
        return schema;
    }

    Json& definitions_;
};

std::string schema_of_models() {
    Json definitions = Json::parse(R"({
      "texts": {"type": "array", "items": {"type": "string"}},
      "numbers": {"type": "array", "items": {"type": "number"}},
      "count": {"type": "integer", "minimum": 0},
      "weight": {
        "description": "A sum of weights: a number, or [whole, rest] for whole + rest / 2^64.",
        "oneOf": [
          {"$ref": "#/$defs/count"},
          {"type": "array", "items": {"$ref": "#/$defs/count"}, "minItems": 2, "maxItems": 2}
        ]
      }
    })");
    SchemaMaker maker(definitions);
    const Json network = maker.schema_of(NetworkFields{});
    Json classifier = maker.schema_of(ClassifierFile{});
    classifier["required"] = {"format"};
    const Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                      {"title", "A model of pgm: a Bayesian network or a classifier"},
                      {"oneOf", {network, classifier}},
                      {"$defs", definitions}};
    return schema.dump(2) + "\n";
}

}  // namespace

TEST_CASE("The schema of models in docs says what their fields are", "[io]") {
    const std::string documented = tests::read_file(tests::source_file("docs/model.schema.json"));
    const std::string made = schema_of_models();
    const std::string path = tests::binary_file("model.schema.json");
    if (documented != made) std::ofstream(path) << made;
    INFO("what it should be is in " << path);
    CHECK((documented == made));
}
