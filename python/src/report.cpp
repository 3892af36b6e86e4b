#include <python/src/detail/columns.hpp>
#include <python/src/detail/fitted_classifier.hpp>
#include <python/src/detail/listening.hpp>

#include <apps/pgm/render/render.hpp>
#include <apps/pgm/report/page/page_work.hpp>
#include <io/file/output_file.hpp>
#include <io/network_file.hpp>

#include <numeric>

namespace pgm::python {
namespace {

/// A page with the parts that it is made of.
class Page {
public:
    explicit Page(apps::PageParts parts)
        : parts_(std::make_unique<const apps::PageParts>(std::move(parts))),
          report_(apps::page_of(*parts_)) {}

    const apps::Report& report() const { return report_; }

private:
    std::unique_ptr<const apps::PageParts> parts_;
    apps::Report report_;
};

/// What a page is about, by name: title, source, class, structure, label, command, date. Those of
/// no meaning for it are left out.
using PageWords = std::map<std::string, std::string>;

struct PageCall {
    PageWords words;
    Words of_fit;
    std::size_t folds, replicates;
    std::uint64_t seed;
    std::size_t threads;
    std::optional<std::vector<std::string>> kept;  ///< null keeps columns that identify rows

    std::string word(const std::string& name) const {
        const auto found = words.find(name);
        return found == words.end() ? "" : found->second;
    }
};
using PageCallParts = std::tuple<PageWords, Words, std::size_t, std::size_t, std::uint64_t,
                                 std::size_t, std::optional<std::vector<std::string>>>;

/// A copy of the cells, which may be views of arrays that Python changes.
Dataset own_cells(const Dataset& data) {
    std::vector<std::uint32_t> rows(data.rows());
    std::iota(rows.begin(), rows.end(), 0u);
    return data.select_rows(rows);
}

apps::PageParts begun(const PageCall& call) {
    apps::PageParts parts{.subject = call.word("title"), .threads = call.threads};
    parts.methods.class_name = call.word("class");
    parts.methods.source = call.word("source");
    parts.methods.command = call.word("command");
    parts.methods.date = call.word("date");
    parts.methods.seed = call.seed;
    parts.methods.program = "pgm " PGM_VERSION;
    return parts;
}

/// (page, remarks on columns) of a table.
Parts page_of_table(const Frame& frame, PageCallParts given, nb::handle progress) {
    const PageCall call = std::make_from_tuple<PageCall>(std::move(given));
    apps::PageParts parts = begun(call);
    const std::string class_name = parts.methods.class_name;
    const bool has_class = !class_name.empty();
    parts.all = own_cells(frame.data());
    if (has_class) apps::require_classes(parts.all, class_name);
    std::optional<std::string> structure;
    if (has_class) structure = call.word("structure");
    NarrowedTable rest = columns_to_fit(frame, class_name, structure, call.kept);
    const Dataset varied = with_variation(rest.data);
    std::vector<ColumnId> used;
    for (const Column& column : varied.columns()) used.push_back(parts.all.id(column.name()));
    parts.data = parts.all.select_columns(used);
    const apps::PageTask task{call.word("label"), call.replicates, call.folds, {}};
    const auto work = [&](const learners::SearchControl& control) {
        const apps::PageControl same = [&](const char*) { return control; };
        if (has_class) {
            const learners::Fit common{.threads = control.threads, .stop = control.stop};
            const learners::Estimator estimator =
                structure->empty()
                    ? learners::default_learner(parts.data.schema(), parts.data.rows(), class_name,
                                                common)
                          .estimator
                    : learners::parse_learner(*structure, words_from(call.of_fit), common);
            apps::fit_for_page(parts, estimator, task, same);
        } else {
            apps::learn_for_page(parts, {{}, {.seed = call.seed}, {.threads = control.threads}},
                                 task, same);
        }
        return Page(std::move(parts));
    };
    return nb::make_tuple(listening(call.threads, progress, work), rest.remarks);
}

/// The page of a model, and of the rows that it is tested on, or None.
Page page_of_model(nb::handle model, nb::handle frame, PageCallParts given) {
    const PageCall call = std::make_from_tuple<PageCall>(std::move(given));
    apps::PageParts parts = begun(call);
    parts.methods.model = call.word("title");
    if (nb::isinstance<FittedClassifier>(model)) {
        const auto& fitted = nb::cast<const FittedClassifier&>(model);
        parts.methods.class_name = fitted.classifier().class_name();
        parts.members = io::members_of(fitted.classifier());
        parts.predictor = fitted.predictor();
    } else {
        parts.members = io::members_of(*nb::cast<const Network&>(model).built());
    }
    if (!frame.is_none()) {
        parts.all = own_cells(nb::cast<const Frame&>(frame).data());
        parts.data = with_variation(parts.all);
    }
    return listening(call.threads, nb::none(), [&](const learners::SearchControl& control) {
        if (parts.has_rows()) apps::test_for_page(parts, [&](const char*) { return control; });
        return Page(std::move(parts));
    });
}

std::string text_of(const Page& page, apps::PageForm form) {
    return apps::rendered_page(page.report(), form).bytes;
}

/// Writes a page; returns the texts that are not shown in full (io::PdfDocument::replaced).
std::vector<std::string> write_page(const Page& page, const std::string& path) {
    const std::optional<apps::PageForm> form = apps::page_form_of(path);
    if (!form)
        throw ArgumentError("a page is a .html, .pdf, .tex, .md or .txt file, not '" + path + "'");
    const io::PdfDocument file = apps::rendered_page(page.report(), *form);
    io::save_atomically(path, file.bytes);
    return file.replaced;
}

}  // namespace

void bind_report(nb::module_& module) {
    nb::class_<Page>(module, "Page")
        .def("html", [](const Page& page) { return text_of(page, apps::PageForm::html); })
        .def("markdown", [](const Page& page) { return text_of(page, apps::PageForm::markdown); })
        .def("json",
             [](const Page& page) {
                 std::string text;
                 apps::render_json(page.report(), [&](std::string_view piece) { text += piece; });
                 return text;
             })
        .def("write", &write_page);
    module.def("page_of_table", &page_of_table, nb::arg("frame"), nb::arg("call"),
               nb::arg("progress").none());
    module.def("page_of_model", &page_of_model, nb::arg("model"), nb::arg("frame").none(),
               nb::arg("call"));
}

}  // namespace pgm::python
