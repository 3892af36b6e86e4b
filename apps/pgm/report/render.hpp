#pragma once

#include <apps/pgm/report/report.hpp>
#include <apps/pgm/shell/json_text.hpp>
#include <apps/pgm/shell/session.hpp>

#include <functional>
#include <string_view>

namespace pgm::apps {

/// Takes a text piece by piece.
using TextSink = std::function<void(std::string_view)>;

/// The renderers of reports, one per form: they alone know of commas, quotes, indents and the width
/// of columns. Rows of a table leave one by one.

/// JSON, in one line without its end. Keys and texts are whole and escaped (json_text.hpp).
void render_json(const Value& value, const TextSink& sink);

/// Lines for people. Neighbouring lines form two columns, a label and a text; tables are as wide as
/// their widest cells, with two blanks between columns and none at the end of a line. What acts on
/// a terminal instead of being seen is shown as an escape (output.hpp).
void render_text(const Report& report, const TextSink& sink);

/// Standard output.
TextSink sink_of(Session& session);

/// The report on standard output in the form that the session asks for.
void write(Session& session, const Report& report);

/// A list of JSON whose elements come one after the other, such as the answers to many evidence
/// sets: [..], or, with a key, the first member of an object that ends with other facts.
class JsonList {
public:
    explicit JsonList(TextSink sink, std::string_view key = {});

    void add(const Value& value);
    /// Closes the list, then the object, and ends the line.
    void finish(const Report& rest = {});

private:
    TextSink sink_;
    bool has_key_;
    JsonText json_;
};

}  // namespace pgm::apps
