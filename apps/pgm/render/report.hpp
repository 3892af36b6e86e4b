#pragma once

#include <io/scene/scene.hpp>

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pgm::apps {

struct Fact;
class Value;

/// The answer of a command as a value: facts in order, each stated once. The renderers (render.hpp)
/// make of it an object of JSON, whose members are the facts that have a key, or the lines, tables
/// and sentences that people read. A report within a report is an object within an object; reports
/// as the rows of a table (Rows) are a list of objects, or a table whose headings are the labels.
///
///     Report({{"rows", "rows", data.rows()}, {"p", result.p, Shown{"p", "0.25"}}})
///
/// JSON: {"rows":150,"p":0.25}. Text: a line "rows  150" and, below it, "p     0.25".
class Report {
public:
    Report() = default;
    Report(std::initializer_list<Fact> facts);

    /// Appends a fact, made from the arguments of any of its constructors.
    template <class... Arguments>
    Report& add(Arguments&&... arguments);

    /// Appends the facts of another report.
    Report& append(Report other);

    /// Lines come to people in the order of these labels, then tables and sentences; a line that is
    /// not listed stays behind the one before it. JSON keeps the order of the facts.
    Report& order_lines(std::vector<std::string_view> labels);

    const std::vector<Fact>& facts() const { return facts_; }
    std::vector<Fact>& facts() { return facts_; }
    const std::vector<std::string_view>& line_order() const { return line_order_; }

private:
    std::vector<Fact> facts_;
    std::vector<std::string_view> line_order_;
};

/// Rows of a table, in which people see each Shown as a cell. They are made when they are visited,
/// and again whenever they are: a renderer holds one of them at a time, however many there are.
/// What they are made of has to outlive them.
class ReportRows {
public:
    using Visit = std::function<void(const Report& row)>;

    ReportRows(std::vector<Report> rows);
    template <std::invocable<const Visit&> ForEach>
    ReportRows(ForEach for_each) : for_each_(std::move(for_each)) {}

    void for_each(const Visit& visit) const { for_each_(visit); }

private:
    std::function<void(const Visit&)> for_each_;
};

/// An object of many members, which are made as rows are, some at a time.
struct Members {
    ReportRows parts;
};

/// A number that counts something, and may be too large for an integer: JSON has it without
/// exponent or fraction as long as it is exact in a double.
struct Count {
    double number = 0;
};

template <class T, class... Types>
concept OneOf = (std::same_as<T, Types> || ...);

/// The value of a fact, as programs read it: null, truth, count, number with all its digits, text,
/// list, object or table. Numbers that are not finite are null in JSON.
class Value {
public:
    using List = std::vector<Value>;
    using Content = std::variant<std::monostate, bool, std::uint64_t, Count, double, std::string,
                                 List, Report, ReportRows, Members>;

    Value() = default;  ///< null
    Value(std::same_as<bool> auto truth);
    Value(std::unsigned_integral auto count)
        requires(!std::same_as<decltype(count), bool>);
    Value(const std::convertible_to<std::string_view> auto& text);
    template <class T>
        requires OneOf<T, Count, double, Report, ReportRows, Members>
    Value(T content);
    /// null where there is nothing.
    template <class T>
    Value(const std::optional<T>& value);
    /// A list.
    template <std::ranges::input_range Range>
        requires(!std::convertible_to<const Range&, std::string_view>)
    Value(const Range& range);

    const Content& content() const { return content_; }
    Content& content() { return content_; }

private:
    Content content_;
};

enum class Align { left, right };

/// A fact as people see it: a line with a label in front, or a cell below a heading. The renderer
/// takes care of what the text holds.
struct Shown {
    std::string label;
    std::string text;
    Align align = Align::left;
};

/// A line of its own for people, which may be empty.
struct Sentence {
    std::string text;
};

/// A table for people: a line above it unless that is empty, and a row in a line each. Of more rows
/// than `most` the first ones are shown, and below them "and 12 more".
struct Section {
    std::string title;
    ReportRows rows;
    std::size_t indent = 2;
    std::size_t most = std::numeric_limits<std::size_t>::max();
};

/// The beginning of a part of a page; level 1 is the name of the page.
struct Heading {
    std::string text;
    std::size_t level = 2;
};

/// A picture of a page. A form without pictures has its title.
struct Figure {
    std::string title;
    io::Scene scene;
};

/// Text that a page of HTML keeps closed until the reader opens it, below its label. Other forms
/// print it, so that it stands at their end.
struct HiddenText {
    std::string label;
    std::vector<std::string> lines;
};

/// One fact: for programs a value under a key, for people one of several forms. The constructors
/// say which of the two there is. The facts of an object that is not shown itself are shown in its
/// place.
struct Fact {
    struct Datum {
        std::string key;
        Value value;
    };

    using Form =
        std::variant<std::monostate, Shown, Sentence, Section, Heading, Figure, HiddenText>;

    /// For programs and, unless there is no form, for people.
    Fact(std::string key, Value value, Form form = {});
    /// For both, people seeing the value: a text as shown_name() has it, a number with six
    /// digits, "-" for null.
    Fact(std::string key, std::string label, Value value, Align align = Align::left);
    /// For both, people seeing `words` after the value.
    Fact(std::string key, std::string label, Value value, const std::string& words);
    /// A list of objects, and a table.
    Fact(std::string key, Section table);
    /// For people only.
    template <class T>
        requires OneOf<T, Shown, Sentence, Section, Heading, Figure, HiddenText>
    Fact(T form) : shown(std::move(form)) {}

    std::optional<Datum> datum;
    Form shown;
};

/// A value of one word as people see it: see Fact.
std::string shown_text(const Value& value);

/// null for an empty text, and for 0, a line or column that is not known.
Value or_null(const std::string& text);
Value or_null(std::uint32_t number);

/// Numbers that count something.
std::vector<Count> counts(const std::vector<double>& numbers);

/// The answer to a question for a number: {"query":"E(X)","value":2.5}, for people "E(X) = 2.5".
/// A number that is not finite is null, and a word. A unit is a member "unit", and stands behind;
/// people see `words` at the end.
Report value_report(const std::string& query, double value, std::string_view unit = {},
                    std::string_view words = {});

/// A row per element of a range, made when it is visited; the elements have to outlive the rows.
template <std::ranges::borrowed_range Range, class Make>
ReportRows rows_over(Range&& range, Make make) {
    return [begin = range.begin(), end = range.end(), make](const ReportRows::Visit& visit) {
        for (auto element = begin; element != end; ++element) visit(make(*element));
    };
}

/// A row per element of a range, made at once.
template <class Range, class Make>
ReportRows rows_of(const Range& range, Make&& make) {
    std::vector<Report> rows;
    for (const auto& element : range) rows.push_back(make(element));
    return rows;
}

template <class... Arguments>
Report& Report::add(Arguments&&... arguments) {
    facts_.emplace_back(std::forward<Arguments>(arguments)...);
    return *this;
}

Value::Value(std::same_as<bool> auto truth) : content_(truth) {}

Value::Value(std::unsigned_integral auto count)
    requires(!std::same_as<decltype(count), bool>)
    : content_(std::uint64_t{count}) {}

Value::Value(const std::convertible_to<std::string_view> auto& text)
    : content_(std::string(text)) {}

template <class T>
    requires OneOf<T, Count, double, Report, ReportRows, Members>
Value::Value(T content) : content_(std::move(content)) {}

template <class T>
Value::Value(const std::optional<T>& value)
    : content_(value ? Value(*value).content_ : Content()) {}

template <std::ranges::input_range Range>
    requires(!std::convertible_to<const Range&, std::string_view>)
Value::Value(const Range& range) : content_(List()) {
    for (const auto& element : range) std::get<List>(content_).emplace_back(element);
}

}  // namespace pgm::apps
