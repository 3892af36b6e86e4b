#include <apps/pgm/render/render.hpp>

#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace pgm::apps {
namespace {

/// "\u0085"; of a code point beyond the first 65,536 the pair of surrogates that JSON asks for.
std::string escape(char32_t c) {
    const auto code = static_cast<std::uint32_t>(c);
    if (code < 0x10000) return fmt::format("\\u{:04x}", code);
    const std::uint32_t rest = code - 0x10000;
    return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
}

void append_quoted(std::string& json, std::string_view text) {
    json += '"';
    while (!text.empty()) {
        const char32_t c = take_code_point(text);
        if (c == U'"' || c == U'\\') {
            json += '\\';
            json += static_cast<char>(c);
        } else if (is_invisible_control(c)) {
            json += escape(c);
        } else {
            append_code_point(json, c);
        }
    }
    json += '"';
}

std::string json_number(double value) {
    return std::isfinite(value) ? to_text(value) : "null";
}

std::string json_number(const Count& count) {
    const double value = count.number;
    const bool exact = value >= 0 && value < 0x1p53 && value == std::floor(value);
    return exact ? std::to_string(static_cast<std::uint64_t>(value)) : json_number(value);
}

void append_value(std::string& json, const Value& value, const TextSink& sink);

void append_comma(std::string& json, bool& is_first) {
    if (!std::exchange(is_first, false)) json += ',';
}

void append_members(std::string& json, const Report& report, bool& is_first, const TextSink& sink) {
    for (const Fact& fact : report.facts()) {
        if (!fact.datum) continue;
        append_comma(json, is_first);
        append_quoted(json, fact.datum->key);
        json += ':';
        append_value(json, fact.datum->value, sink);
    }
}

void append_object(std::string& json, const Report& report, const TextSink& sink) {
    bool is_first = true;
    json += '{';
    append_members(json, report, is_first, sink);
    json += '}';
}

/// Appends what `append` makes of each row, and hands over the text.
template <class Append>
void append_rows(std::string& json, const ReportRows& rows, const TextSink& sink, Append&& append) {
    rows.for_each([&](const Report& row) {
        append(row);
        sink(json);
        json.clear();
    });
}

void append_value(std::string& json, const Value& value, const TextSink& sink) {
    bool is_first = true;
    std::visit(Overloaded{[&](std::monostate) { json += "null"; },
                          [&](bool truth) { json += truth ? "true" : "false"; },
                          [&](std::uint64_t count) { json += std::to_string(count); },
                          [&](const Count& count) { json += json_number(count); },
                          [&](double number) { json += json_number(number); },
                          [&](const std::string& text) { append_quoted(json, text); },
                          [&](const Value::List& list) {
                              json += '[';
                              for (const Value& element : list) {
                                  append_comma(json, is_first);
                                  append_value(json, element, sink);
                              }
                              json += ']';
                          },
                          [&](const Report& object) { append_object(json, object, sink); },
                          [&](const ReportRows& rows) {
                              json += '[';
                              append_rows(json, rows, sink, [&](const Report& row) {
                                  append_comma(json, is_first);
                                  append_object(json, row, sink);
                              });
                              json += ']';
                          },
                          [&](const Members& members) {
                              json += '{';
                              append_rows(json, members.parts, sink, [&](const Report& part) {
                                  append_members(json, part, is_first, sink);
                              });
                              json += '}';
                          }},
               value.content());
}

}  // namespace

void render_json(const Value& value, const TextSink& sink) {
    std::string json;
    append_value(json, value, sink);
    sink(json);
}

std::string json_line(const Value& value) {
    std::string text;
    render_json(value, [&text](std::string_view piece) { text += piece; });
    return text += '\n';
}

JsonList::JsonList(TextSink sink, std::string_view key)
    : sink_(std::move(sink)), has_key_(!key.empty()) {
    std::string json;
    if (has_key_) append_quoted(json = "{", key);
    sink_(json + (has_key_ ? ":[" : "["));
}

void JsonList::add(const Value& value) {
    std::string json;
    append_comma(json, is_first_);
    append_value(json, value, sink_);
    sink_(json);
}

void JsonList::finish(const Report& rest) {
    std::string json = "]";
    bool is_first = false;
    append_members(json, rest, is_first, sink_);
    sink_(json + (has_key_ ? "}\n" : "\n"));
}

}  // namespace pgm::apps
