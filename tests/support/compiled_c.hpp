#pragma once

#include <pgm/compile/c_source.hpp>
#include <tests/support/temporary_folder.hpp>

#include <string>
#include <vector>

namespace pgm::tests {

/// True if this machine has a compiler of C; a test that goes without one says SKIPPED.
bool has_c_compiler();

/// Printed C, compiled without a warning and loaded.
class CompiledC {
public:
    /// Throws std::runtime_error with what the compiler says.
    CompiledC(const CSource& program, const std::string& name);
    ~CompiledC();
    CompiledC(const CompiledC&) = delete;
    CompiledC& operator=(const CompiledC&) = delete;

    /// A function of the program; its type is the caller's to know.
    template <class Function>
    Function* function(const std::string& name) const {
        return reinterpret_cast<Function*>(symbol(name));
    }
    template <class Value>
    const Value* data(const std::string& name) const {
        return static_cast<const Value*>(symbol(name));
    }

    /// The complaints of another compiler about the program: "g++ -x c++ -std=c++17".
    std::string complaints_of(std::vector<std::string> compiler) const;

    const TemporaryFolder& folder() const { return folder_; }

private:
    void* symbol(const std::string& name) const;

    TemporaryFolder folder_;
    std::string name_;
    void* library_ = nullptr;
};

}  // namespace pgm::tests
