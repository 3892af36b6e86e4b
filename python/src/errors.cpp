#include <python/src/detail/bindings.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/words.hpp>

#include <exception>
#include <new>

namespace pgm::python {
namespace {

nb::object location_of(const nb::module_& errors, const Location& location) {
    return errors.attr("Location")(location.file, location.line, location.column, location.variable,
                                   location.row);
}

nb::object problem_object(const nb::module_& errors, const Problem& problem) {
    return errors.attr("Problem")(word_of(problem.severity), problem.message,
                                  location_of(errors, problem.location), problem.hint);
}

void raise(const Error& error) {
    const nb::module_ errors = nb::module_::import_("pgm._errors");
    const auto* const model = dynamic_cast<const ModelError*>(&error);
    const bool is_type = dynamic_cast<const ArgumentTypeError*>(&error) != nullptr;
    const nb::object instance = errors.attr("error")(
        is_type ? "argument_type" : word_of(error.code()), error.what(), error.message(),
        location_of(errors, error.location()), error.hint(),
        problem_list(model ? model->problems() : std::vector{problem_of(error)}));
    PyErr_SetObject(instance.type().ptr(), instance.ptr());
}

}  // namespace

nb::typed<nb::list, nb::any> problem_list(const std::vector<Problem>& problems) {
    const nb::module_ errors = nb::module_::import_("pgm._errors");
    nb::list list;
    for (const Problem& problem : problems) list.append(problem_object(errors, problem));
    return list;
}

void bind_errors(nb::module_& module) {
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const Error& error) {
            raise(error);
        } catch (const nb::cast_error&) {
            PyErr_SetString(PyExc_TypeError, "a value in the arguments has the wrong type");
        }
    });
    module.def("problems_of", [](const Network& network) {
        return problem_list(network.builder().check());
    });
}

}  // namespace pgm::python
