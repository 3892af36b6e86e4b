#include <apps/pgm/report/page_file.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/evaluation_plots.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <io/file/output_file.hpp>

namespace pgm::apps {

PageForm form_of_page(const std::string& path) {
    if (path.empty() || is_standard_output(path)) return PageForm::markdown;
    if (const std::optional<PageForm> form = page_form_of(path)) return *form;
    throw UsageError("a page is a .html, .pdf, .tex, .md or .txt file, not " + quoted_name(path),
                     "or Markdown on standard output");
}

void write_page(Session& session, const std::string& path, const Report& page) {
    const io::PdfDocument file = rendered_page(page, form_of_page(path));
    say_replaced(file.replaced);
    const bool to_output = path.empty() || is_standard_output(path);
    if (!to_output) io::save_atomically(path, file.bytes);
    if (session.json)
        write(session, page);
    else if (to_output)
        session.out.write(file.bytes);
    else
        write(session, Report{{"written", "written", path}});
}

}  // namespace pgm::apps
