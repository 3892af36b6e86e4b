// The program of one example; PGM_EXAMPLE is its name, given by the build.
#include <examples/examples.hpp>

#include <exception>
#include <iostream>
#include <string_view>

int main() {
    try {
        for (const auto& example : pgm::examples::textbook_examples()) {
            if (std::string_view(example.name) == PGM_EXAMPLE) example.run(std::cout);
        }
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
