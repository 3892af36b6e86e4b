#pragma once

#include <apps/pgm/render/report.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace pgm::apps {

// What people see of a report, for the renderers of their forms.

/// Visits the facts that are shown of a report, and of the objects in it.
template <class Visit>
void for_each_shown(const Report& report, Visit&& visit) {
    for (const Fact& fact : report.facts()) {
        const auto* const object =
            fact.datum ? std::get_if<Report>(&fact.datum->value.content()) : nullptr;
        if (!std::holds_alternative<std::monostate>(fact.shown))
            visit(fact);
        else if (object != nullptr)
            for_each_shown(*object, visit);
    }
}

/// The facts that people see, in their order (Report::order_lines()).
std::vector<const Fact*> facts_for_people(const Report& report);

/// Calls `lines` with each run of neighbouring lines, and `other` with every form between them.
template <class Lines, class Other>
void for_each_form(const Report& report, Lines&& lines, Other&& other) {
    std::vector<Shown> run;
    const auto flush = [&] {
        if (!run.empty()) lines(std::exchange(run, {}));
    };
    for (const Fact* const fact : facts_for_people(report)) {
        if (const auto* const line = std::get_if<Shown>(&fact->shown)) {
            run.push_back(*line);
        } else {
            flush();
            other(fact->shown);
        }
    }
    flush();
}

/// The cells of a table that is shown as a whole, unlike render_text(), which takes millions of
/// rows. The labels of the first row are the headings.
struct ShownCells {
    std::vector<std::vector<Shown>> rows;  ///< as many as are shown
    std::size_t left_out = 0;              ///< rows beyond them

    bool has_headings() const;
    /// The name of the rows that are left out: "and 12 more".
    std::string rest() const { return "and " + std::to_string(left_out) + " more"; }
};
ShownCells shown_cells(const Section& table);

/// The name of a page: its first heading.
std::string page_title(const Report& page);

}  // namespace pgm::apps
