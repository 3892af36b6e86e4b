#pragma once

#include <apps/pgm/render/report.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace pgm::apps {

/// Takes a text piece by piece.
using TextSink = std::function<void(std::string_view)>;

/// The renderers of reports, one per form: they alone know of commas, quotes, indents and the width
/// of columns. Rows of a table leave one by one.

/// JSON in one line, without its end. Numbers are the shortest decimals that read back as the same
/// double. Strings are UTF-8, bytes that are not become U+FFFD; what acts instead of being seen is
/// escaped (is_invisible_control() of pgm/core/text/characters.hpp), so that a document is one line
/// for any reader and steers no terminal. nlohmann::json, which reads JSON here, would need the
/// whole document in memory and sorts keys.
void render_json(const Value& value, const TextSink& sink);

/// JSON as one text, with the end of the line.
std::string json_line(const Value& value);

/// Lines for people. Neighbouring lines form two columns, a label and a text; tables are as wide as
/// their widest cells, with two blanks between columns and none at the end of a line. What acts on
/// a terminal instead of being seen is shown as an escape (wording.hpp).
void render_text(const Report& report, const TextSink& sink);

/// A page of HTML that needs no other file and no script, light or dark as the reader's system is.
/// Texts are escaped, numbers at the right of tables stand with their points one below the other.
/// The first heading is its title; links to those of level 2 stand before the first of these.
void render_html(const Report& page, const TextSink& sink);

/// The same in Markdown, with tables as GitHub has them, and in place of pictures their titles.
void render_markdown(const Report& page, const TextSink& sink);

/// The same on pages of A4 (io/scene/page_setting.hpp).
io::PdfDocument render_pdf(const Report& page);

/// A document of LaTeX (class article), with pictures in TikZ.
void render_latex(const Report& page, const TextSink& sink);

/// The forms of a page, by the suffix of its file.
enum class PageForm { html, markdown, pdf, latex, text };
/// That of .html, .md, .pdf, .tex and .txt; null for other names.
std::optional<PageForm> page_form_of(std::string_view path);
/// The file of a page; only PDF replaces texts.
io::PdfDocument rendered_page(const Report& page, PageForm form);

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
    bool is_first_ = true;
};

}  // namespace pgm::apps
