#include <tests/support/compiled_c.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/child_process.hpp>

#include <dlfcn.h>

#include <stdexcept>

namespace pgm::tests {
namespace {

const std::vector<std::string> strict_c{"cc",         "-std=c99", "-Wall", "-Wextra",
                                        "-Wpedantic", "-Werror",  "-O1"};

}  // namespace

bool has_c_compiler() {
    try {
        return run_child({"cc", "--version"}, "").exit_status == 0;
    } catch (const IoError&) {
        WARN("SKIPPED: there is no C compiler");
        return false;
    }
}

CompiledC::CompiledC(const CSource& program, const std::string& name) : name_(name) {
    folder_.write(name + ".h", program.header);
    folder_.write(name + ".c", program.source);
    std::vector<std::string> compiler = strict_c;
    for (const std::string& argument :
         {std::string("-shared"), std::string("-fPIC"), folder_.file(name + ".c"),
          std::string("-o"), folder_.file(name + ".so"), std::string("-lm")})
        compiler.push_back(argument);
    const ChildResult compiled = run_child(compiler, "");
    if (compiled.exit_status != 0) throw std::runtime_error(compiled.errors);
    library_ = ::dlopen(folder_.file(name + ".so").c_str(), RTLD_NOW);
    if (library_ == nullptr) throw std::runtime_error(::dlerror());
}

CompiledC::~CompiledC() {
    if (library_ != nullptr) ::dlclose(library_);
}

std::string CompiledC::complaints_of(std::vector<std::string> compiler) const {
    for (const std::string& argument :
         {std::string("-Wall"), std::string("-Wextra"), std::string("-Wpedantic"),
          std::string("-fsyntax-only"), folder_.file(name_ + ".c")})
        compiler.push_back(argument);
    return run_child(compiler, "").errors;
}

void* CompiledC::symbol(const std::string& name) const {
    void* const found = ::dlsym(library_, name.c_str());
    if (found == nullptr) throw std::runtime_error("the program has no " + name);
    return found;
}

}  // namespace pgm::tests
