#include <apps/pgm/report/render.hpp>

#include <pgm/core/overloaded.hpp>

#include <utility>

namespace pgm::apps {
namespace {

void append(JsonText& json, const Value& value, const TextSink& sink);

void append_members(JsonText& json, const Report& report, const TextSink& sink) {
    for (const Fact& fact : report.facts())
        if (fact.datum) append(json.key(fact.datum->key), fact.datum->value, sink);
}

void append_object(JsonText& json, const Report& report, const TextSink& sink) {
    append_members(json.begin_object(), report, sink);
    json.end_object();
}

void append(JsonText& json, const Value& value, const TextSink& sink) {
    std::visit(
        Overloaded{[&](std::monostate) { json.null(); }, [&](bool truth) { json.boolean(truth); },
                   [&](std::uint64_t count) { json.count(std::size_t{count}); },
                   [&](const Count& count) { json.count(count.number); },
                   [&](double number) { json.number(number); },
                   [&](const std::string& text) { json.string(text); },
                   [&](const Value::List& list) {
                       json.begin_array();
                       for (const Value& element : list) append(json, element, sink);
                       json.end_array();
                   },
                   [&](const Report& object) { append_object(json, object, sink); },
                   [&](const Rows& rows) {
                       json.begin_array();
                       rows.for_each([&](const Report& row) {
                           append_object(json, row, sink);
                           sink(json.take());
                       });
                       json.end_array();
                   },
                   [&](const Members& members) {
                       json.begin_object();
                       members.parts.for_each([&](const Report& part) {
                           append_members(json, part, sink);
                           sink(json.take());
                       });
                       json.end_object();
                   }},
        value.content());
}

}  // namespace

void render_json(const Value& value, const TextSink& sink) {
    JsonText json;
    append(json, value, sink);
    sink(json.take());
}

JsonList::JsonList(TextSink sink, std::string_view key)
    : sink_(std::move(sink)), has_key_(!key.empty()) {
    if (has_key_) json_.begin_object().key(key);
    json_.begin_array();
}

void JsonList::add(const Value& value) {
    append(json_, value, sink_);
    sink_(json_.take());
}

void JsonList::finish(const Report& rest) {
    json_.end_array();
    append_members(json_, rest, sink_);
    if (has_key_) json_.end_object();
    sink_(json_.take() + "\n");
}

}  // namespace pgm::apps
