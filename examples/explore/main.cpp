// explore_examples FOLDER writes pages to click of the textbook examples, FOLDER/sprinkler.html and
// so on, and of ALARM, which `pgm example learning` samples from, as FOLDER/monitoring.html.
#include <examples/explore/page_to_click.hpp>
#include <examples/networks.hpp>
#include <io/file/output_file.hpp>
#include <pgm/core/error.hpp>

#include <exception>
#include <filesystem>
#include <iostream>
#include <set>

namespace {

using namespace pgm::examples;

/// Two examples about one model have one page, that of the first.
void write_pages(const std::filesystem::path& folder) {
    std::set<ExampleModel (*)()> seen;
    const auto write = [&](const Example& example) {
        if (!seen.insert(example.model).second) return;
        std::string page;
        try {
            page = page_to_click(example);
        } catch (const pgm::Error& error) {
            std::cout << "no page of " << example.name << ": " << error.message() << '\n';
            return;
        }
        const std::string path = (folder / example.name).string() + ".html";
        pgm::io::save_atomically(path, page);
        std::cout << path << '\n';
    };
    for (const Example& example : textbook_examples()) write(example);
    write({.name = "monitoring",
           .title = "ALARM: monitoring of anaesthesia",
           .run = nullptr,
           .model = [] { return ExampleModel(monitoring_network()); }});
}

}  // namespace

int main(int count, char** arguments) try {
    if (count != 2) {
        std::cerr << "usage: explore_examples FOLDER\n";
        return 2;
    }
    std::filesystem::create_directories(arguments[1]);
    write_pages(arguments[1]);
    return 0;
} catch (const std::exception& error) {
    std::cerr << "explore_examples: " << error.what() << '\n';
    return 1;
}
