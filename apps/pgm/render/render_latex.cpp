#include <apps/pgm/render/render.hpp>

#include <apps/pgm/render/shown_forms.hpp>
#include <apps/pgm/render/wording.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>

namespace pgm::apps {
namespace {

std::string escaped_latex(std::string_view text) {
    return io::escape_latex(visible(text));
}

class LatexWriter {
public:
    explicit LatexWriter(const TextSink& sink) : sink_(sink) {}

    void operator()(std::monostate) {}
    void operator()(const Shown&) {}  // lines come together

    void operator()(const Heading& heading) {
        const char* const command = heading.level == 1   ? "\\section*{"
                                    : heading.level == 2 ? "\\subsection*{"
                                                         : "\\subsubsection*{";
        sink_(command + escaped_latex(heading.text) + "}\n\n");
    }

    void operator()(const Sentence& sentence) {
        const std::string_view text = without_blanks_around(sentence.text);
        if (!text.empty()) sink_(escaped_latex(text) + "\n\n");
    }

    void operator()(const HiddenText& hidden) {
        sink_("\\paragraph{" + escaped_latex(hidden.label) + "}\n");
        for (const std::string& line : hidden.lines) sink_(escaped_latex(line) + "\n\n");
    }

    /// A picture that is wider than the page is made smaller.
    void operator()(const Figure& figure) {
        const std::string picture = io::tikz_text(figure.scene, io::TikzForm::picture);
        sink_("\\begin{center}\n\\sbox0{%\n" + picture +
              "}\\ifdim\\wd0>\\textwidth\\resizebox{\\textwidth}{!}{\\usebox0}\\else\\usebox0\\fi"
              "\\\\\n\\small " +
              escaped_latex(figure.title) + "\n\\end{center}\n\n");
    }

    void operator()(const std::vector<Shown>& lines) {
        begin_table("ll");
        for (const Shown& line : lines)
            sink_(escaped_latex(line.label) + " & " + escaped_latex(line.text) + " \\\\\n");
        end_table();
    }

    void operator()(const Section& table) {
        const ShownCells cells = shown_cells(table);
        if (cells.rows.empty()) return;
        if (!table.title.empty())
            sink_("\\noindent\\textbf{" + escaped_latex(table.title) + "}\\nopagebreak\n\n");
        std::string columns;
        for (const Shown& cell : cells.rows.front())
            columns += cell.align == Align::right ? 'r' : 'l';
        begin_table(columns);
        if (cells.has_headings()) {
            put_row(cells.rows.front(), &Shown::label);
            sink_("\\hline\n");
        }
        for (const std::vector<Shown>& row : cells.rows) put_row(row, &Shown::text);
        if (cells.left_out > 0)
            sink_("\\multicolumn{" + std::to_string(columns.size()) + "}{l}{" + cells.rest() +
                  "} \\\\\n");
        end_table();
    }

private:
    void begin_table(const std::string& columns) {
        sink_("\\noindent\\begin{tabular}{" + columns + "}\n");
    }
    void end_table() { sink_("\\end{tabular}\n\n\\medskip\n\n"); }

    void put_row(const std::vector<Shown>& row, std::string Shown::*text) {
        const char* between = "";
        for (const Shown& cell : row) {
            // An empty group keeps a bracket from being taken for an argument of the line before.
            sink_(between + std::string("{}") + escaped_latex(cell.*text));
            between = " & ";
        }
        sink_(" \\\\\n");
    }

    const TextSink& sink_;
};

}  // namespace

void render_latex(const Report& page, const TextSink& sink) {
    sink(
        "\\documentclass[a4paper]{article}\n\\usepackage[T1]{fontenc}\n"
        "\\usepackage[margin=25mm]{geometry}\n\\usepackage{tikz}\n"
        "\\setlength{\\parindent}{0pt}\n\\setlength{\\parskip}{1ex}\n\\begin{document}\n");
    LatexWriter writer(sink);
    for_each_form(page, writer, [&](const Fact::Form& form) { std::visit(writer, form); });
    sink("\\end{document}\n");
}

}  // namespace pgm::apps
