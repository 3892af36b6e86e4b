#include <io/explanation/explanation.hpp>

#include <io/scene/scene.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace pgm::io {
namespace {

using PieceKind = DerivationPiece::Kind;

/// Text for a terminal: what acts instead of being seen is a '?'.
std::string seen(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const char32_t c = take_code_point(text);
        append_code_point(result, is_invisible_control(c) ? U'?' : c);
    }
    return result;
}

std::string padded(std::string text, std::size_t width) {
    text.append(width - std::min(width, display_columns(text)), ' ');
    return text;
}

std::string plain(const DerivationPiece& piece) {
    switch (piece.kind) {
        case PieceKind::sum:
            return "sum over " + piece.text + ":";
        case PieceKind::maximum:
            return "max over " + piece.text + ":";
        case PieceKind::ratio:
            return piece.text + " / " + piece.below;
        default:
            return piece.text;
    }
}

std::string plain(const DerivationFormula& formula) {
    std::string text;
    for (const DerivationPiece& piece : formula.pieces) {
        const bool is_close = piece.text == "," || piece.text == ")" || text.ends_with('(');
        text.append(text.empty() || is_close ? "" : " ").append(plain(piece));
    }
    return text;
}

void append_plain(std::string& text, const DerivationCells& cells) {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < cells.headings.size(); ++i) {
        widths.push_back(display_columns(cells.headings[i]));
        for (const auto& row : cells.rows) widths[i] = std::max(widths[i], display_columns(row[i]));
    }
    const auto append_row = [&](const std::vector<std::string>& row) {
        std::string line = "   ";
        for (std::size_t i = 0; i < row.size(); ++i)
            line += " " + padded(seen(row[i]), widths[i] + (i + 1 < row.size() ? 1 : 0));
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    };
    append_row(cells.headings);
    for (const auto& row : cells.rows) append_row(row);
    if (cells.more > 0) text += "    and " + std::to_string(cells.more) + " more\n";
    text += "\n";
}

/// A sign of plain text as mathematics has it.
std::string_view typeset_sign(std::string_view sign, std::string_view times) {
    return sign == "x" ? times : sign;
}

std::string latex(const DerivationPiece& piece) {
    const std::string text = escape_latex(piece.text);
    switch (piece.kind) {
        case PieceKind::name:
            return "\\text{" + text + "}\\,\\allowbreak";
        case PieceKind::number:
            return piece.text;
        case PieceKind::sum:
            return "\\sum_{\\text{" + text + "}}";
        case PieceKind::maximum:
            return "\\max_{\\text{" + text + "}}";
        case PieceKind::ratio:
            return "\\frac{" + piece.text + "}{" + piece.below + "}";
        case PieceKind::sign:
            break;
    }
    constexpr std::string_view of_mathematics = "=+,()";
    const bool is_mathematics =
        piece.text.size() == 1 && of_mathematics.find(piece.text) != of_mathematics.npos;
    if (is_mathematics) return piece.text;
    return piece.text == "x" ? "\\times" : "\\text{" + text + "}\\ ";
}

void append_latex(std::string& text, const DerivationCells& cells) {
    text += "\\begin{center}\\small\\begin{tabular}{" +
            std::string(cells.headings.size() - 1, 'l') + "r}\n";
    const auto append_row = [&](const std::vector<std::string>& row) {
        for (std::size_t i = 0; i < row.size(); ++i)
            text += (i > 0 ? " & " : "") + escape_latex(row[i]);
        text += " \\\\\n";
    };
    append_row(cells.headings);
    text += "\\hline\n";
    for (const auto& row : cells.rows) append_row(row);
    text += "\\end{tabular}\\end{center}\n";
    if (cells.more > 0) text += "and " + std::to_string(cells.more) + " more cells\n\n";
}

std::string mathml_of(const DerivationPiece& piece) {
    const std::string text = escape_markup(piece.text);
    switch (piece.kind) {
        case PieceKind::name:
            return "<mtext>" + text + "</mtext>";
        case PieceKind::number:
            return "<mn>" + text + "</mn>";
        case PieceKind::sum:
            return "<munder><mo>&#x2211;</mo><mtext>" + text + "</mtext></munder>";
        case PieceKind::maximum:
            return "<munder><mo>max</mo><mtext>" + text + "</mtext></munder>";
        case PieceKind::ratio:
            return "<mfrac><mn>" + text + "</mn><mn>" + escape_markup(piece.below) +
                   "</mn></mfrac>";
        case PieceKind::sign:
            break;
    }
    if (text.size() > 1) return "<mtext>" + text + "</mtext>";
    return "<mo>" + std::string(typeset_sign(text, "&#xd7;")) + "</mo>";
}

/// A formula is broken between its pieces, where it is too long for a line.
std::string mathml(const DerivationPiece& piece) {
    return "<math displaystyle=\"true\">" + mathml_of(piece) + "</math>";
}

void append_html(std::string& text, const DerivationCells& cells) {
    text += "<table><thead><tr>";
    for (const std::string& heading : cells.headings)
        text += "<th scope=\"col\">" + escape_markup(heading) + "</th>";
    text += "</tr></thead><tbody>\n";
    for (const auto& row : cells.rows) {
        text += "<tr>";
        for (const std::string& cell : row) text += "<td>" + escape_markup(cell) + "</td>";
        text += "</tr>\n";
    }
    text += "</tbody></table>\n";
    if (cells.more > 0) text += "<p>and " + std::to_string(cells.more) + " more cells</p>\n";
}

constexpr std::string_view html_style = R"(
:root { color-scheme: light dark; }
body { max-width: 47rem; margin: 0 auto; padding: 3rem 1.25rem; line-height: 1.6;
  font-family: Helvetica, Arial, 'Liberation Sans', sans-serif; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; }
p { overflow-wrap: anywhere; } .formula { margin: .75rem 0 .75rem 1.5rem; line-height: 2; }
table { border-collapse: collapse; margin: 1rem 0 1rem 1.5rem; font-size: .9rem;
  font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .15rem 1.25rem .15rem 0; }
th { border-bottom: 1px solid; } td:last-child { text-align: right; }
@media print { h2 { break-after: avoid; } table { break-inside: avoid; } }
)";

/// The pieces of a formula, one after the other.
std::string pieces_text(const DerivationFormula& formula,
                        std::string (*of)(const DerivationPiece&)) {
    std::string text;
    for (const DerivationPiece& piece : formula.pieces) text.append(of(piece)).append(" ");
    return text;
}

}  // namespace

std::vector<std::string> derivation_lines(const DerivationPage& page) {
    std::vector<std::string> lines;
    for (const auto& part : page.parts)
        lines.push_back(
            std::visit(Overloaded{[](const DerivationHeading& heading) { return heading.text; },
                                  [](const DerivationLine& line) { return line.text; },
                                  [](const DerivationFormula& formula) { return plain(formula); },
                                  [](const DerivationCells& cells) {
                                      std::string text, between = ": ";
                                      for (const auto& row : cells.rows) {
                                          text += std::exchange(between, "; ");
                                          for (std::size_t i = 0; i < row.size(); ++i)
                                              text += (i > 0 ? " " : "") + row[i];
                                      }
                                      if (cells.more > 0)
                                          text += "; and " + std::to_string(cells.more) + " more";
                                      return cells.headings.back() + text;
                                  }},
                       part));
    return lines;
}

std::string derivation_text(const DerivationPage& page) {
    std::string text = seen(page.title) + "\n";
    for (const auto& part : page.parts)
        std::visit(
            Overloaded{[&](const DerivationHeading& heading) {
                           text += text.ends_with("\n\n") ? "" : "\n";
                           text += seen(heading.text) + "\n\n";
                       },
                       [&](const DerivationLine& line) { text += "  " + seen(line.text) + "\n"; },
                       [&](const DerivationFormula& formula) {
                           text += "  " + seen(plain(formula)) + "\n";
                       },
                       [&](const DerivationCells& cells) { append_plain(text, cells); }},
            part);
    return text;
}

std::string derivation_latex(const DerivationPage& page) {
    std::string text =
        "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}\n"
        "\\usepackage{amsmath}\n\\usepackage[margin=25mm]{geometry}\n"
        "\\setlength{\\parindent}{0pt}\n\\raggedright\n"
        "\\begin{document}\n\\section*{" +
        escape_latex(page.title) + "}\n";
    for (const auto& part : page.parts)
        std::visit(Overloaded{[&](const DerivationHeading& heading) {
                                  text += "\n\\subsection*{" + escape_latex(heading.text) + "}\n";
                              },
                              [&](const DerivationLine& line) {
                                  text += escape_latex(line.text) + "\n\n";
                              },
                              [&](const DerivationFormula& formula) {
                                  text += "$\\displaystyle " + pieces_text(formula, latex) +
                                          "$\\par\\smallskip\n";
                              },
                              [&](const DerivationCells& cells) { append_latex(text, cells); }},
                   part);
    return text + "\\end{document}\n";
}

std::string derivation_html(const DerivationPage& page) {
    const std::string title = escape_markup(page.title);
    std::string text =
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta "
        "name=\"viewport\" content=\"width=device-width\">\n<title>" +
        title + "</title>\n<style>" + std::string(html_style) + "</style></head><body>\n<h1>" +
        title + "</h1>\n";
    for (const auto& part : page.parts)
        std::visit(Overloaded{[&](const DerivationHeading& heading) {
                                  text += "<h2>" + escape_markup(heading.text) + "</h2>\n";
                              },
                              [&](const DerivationLine& line) {
                                  text += "<p>" + escape_markup(line.text) + "</p>\n";
                              },
                              [&](const DerivationFormula& formula) {
                                  text += "<p class=\"formula\">" + pieces_text(formula, mathml) +
                                          "</p>\n";
                              },
                              [&](const DerivationCells& cells) { append_html(text, cells); }},
                   part);
    return text + "</body></html>\n";
}

}  // namespace pgm::io
