// Takes the code out of pages of the documentation, for the tests that compile it.
//
//   documented_code blocks PAGE FOLDER COUNT
//   writes the blocks "```cpp" of the page to FOLDER/1.inc, FOLDER/2.inc, ..., which must be COUNT
//
//   documented_code follow SOURCE TREE LIST PAGE...
//   copies the source tree SOURCE to TREE and does there what the pages say: writes the files that
//   their blocks "```cpp PATH" are, and makes the changes of their blocks "```diff". To the file
//   LIST go the sources that have to be compiled for the pages' tests, one a line: those that the
//   pages write or change, and those that include such a header, however indirectly. Each page has
//   tests and can be followed without the others. What is up to date is left alone.
#include <tests/support/documented_page.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

using namespace pgm::tests;
namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw std::runtime_error("cannot read " + path.string());
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Keeps the time of a file that is as it should be, so that nothing is compiled again.
void write_if_different(const fs::path& path, const std::string& text) {
    if (fs::is_regular_file(path) && contents(path) == text) return;
    fs::create_directories(path.parent_path());
    std::ofstream out(path, std::ios::binary);
    out << text;
    if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
}

void write_blocks(const fs::path& page, const fs::path& folder, std::size_t count) {
    const std::vector<DocumentedBlock> blocks = documented_blocks(contents(page), "cpp");
    if (blocks.size() != count) {
        throw std::runtime_error(page.string() + " has " + std::to_string(blocks.size()) +
                                 " blocks of C++, and tests include " + std::to_string(count));
    }
    for (std::size_t i = 0; i < count; ++i) {
        const std::string where =
            "#line " + std::to_string(blocks[i].line) + " \"" + page.generic_string() + "\"\n";
        write_if_different(folder / (std::to_string(i + 1) + ".inc"), where + blocks[i].text);
    }
}

/// Every file of a tree, by its path in it.
using Tree = std::map<std::string, std::string>;

Tree source_tree(const fs::path& source) {
    Tree tree;
    for (const char* top : {"CMakeLists.txt", "cmake", "docs", "pgm", "learners", "io", "sources",
                            "examples", "apps", "tests"}) {
        if (fs::is_regular_file(source / top)) tree[top] = contents(source / top);
        if (!fs::is_directory(source / top)) continue;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(source / top)) {
            if (!entry.is_regular_file()) continue;
            tree[fs::relative(entry.path(), source).generic_string()] = contents(entry.path());
        }
    }
    return tree;
}

/// A page names each file in its text: whoever reads it does not see what stands behind a fence.
void require_named(const std::string& page, const std::string& file) {
    if (page.find("`" + file + "`") == std::string::npos)
        throw std::runtime_error("the text does not say that a block is the file `" + file + "`");
}

void follow(const std::string& page, Tree& tree, std::set<std::string>& touched) {
    for (const DocumentedBlock& block : documented_blocks(page)) {
        if (!block.name.empty()) {
            require_named(page, block.name);
            if (tree.contains(block.name)) throw std::runtime_error(block.name + " exists already");
            tree[block.name] = block.text;
            touched.insert(block.name);
        } else if (block.language == "diff") {
            for (const DocumentedChange& change : documented_changes(block)) {
                const auto file = tree.find(change.file);
                if (file == tree.end()) throw std::runtime_error("there is no file " + change.file);
                require_named(page, change.file);
                file->second = changed_text(file->second, change);
                touched.insert(change.file);
            }
        }
    }
}

/// The files of the tree that an include of a source names.
std::vector<std::string> included(const std::string& text, const Tree& tree) {
    std::vector<std::string> files;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("#include <")) continue;
        const std::string file = line.substr(10, line.find('>') - 10);
        if (tree.contains(file)) files.push_back(file);
    }
    return files;
}

/// The touched files and all that include one of them, however indirectly.
std::set<std::string> affected(const Tree& tree, std::set<std::string> touched) {
    for (std::size_t before = 0; before != touched.size();) {
        before = touched.size();
        for (const auto& [path, text] : tree) {
            for (const std::string& file : included(text, tree))
                if (touched.contains(file)) touched.insert(path);
        }
    }
    return touched;
}

bool is_source(const std::string& file) {
    return file.ends_with(".cpp");
}

/// Every source that a page affects, so that the page has to name all that a change breaks. Of the
/// tests only those that it writes or changes: the others are not its subject.
std::string sources_to_compile(const Tree& tree, const std::set<std::string>& touched) {
    std::string lines;
    for (const std::string& file : affected(tree, touched)) {
        const bool is_test = file.starts_with("tests/") && !file.starts_with("tests/support/");
        const bool is_program = file.starts_with("apps/") || file.starts_with("bench/") ||
                                file.ends_with("/main.cpp");
        if (is_source(file) && !is_program && (!is_test || touched.contains(file)))
            lines += file + "\n";
    }
    return lines;
}

void write_tree(const Tree& tree, const fs::path& folder) {
    for (const auto& [path, text] : tree) write_if_different(folder / path, text);
    std::vector<fs::path> old;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        const std::string path = fs::relative(entry.path(), folder).generic_string();
        if (entry.is_regular_file() && !tree.contains(path)) old.push_back(entry.path());
    }
    for (const fs::path& path : old) fs::remove(path);
}

/// A page has a test, and includes nothing that another one of those followed adds.
void require_complete(const std::string& page, Tree alone, const Tree& followed) {
    std::set<std::string> touched;
    follow(page, alone, touched);
    for (const std::string& file : touched) {
        for (const std::string& header : included(alone.at(file), followed)) {
            if (!alone.contains(header))
                throw std::runtime_error(file + " includes " + header + " of another page");
        }
    }
    const auto is_test = [](const std::string& file) { return file.ends_with("_test.cpp"); };
    if (std::ranges::none_of(touched, is_test)) throw std::runtime_error("there is no test");
}

void follow_pages(const fs::path& source, const fs::path& folder, const fs::path& list,
                  const std::vector<std::string>& pages) {
    const Tree before = source_tree(source);
    Tree tree = before;
    std::set<std::string> touched;
    const auto for_each_page = [&](const auto& use) {
        for (const std::string& page : pages) {
            try {
                use(contents(source / page));
            } catch (const std::runtime_error& error) {
                throw std::runtime_error(page + " cannot be followed: " + error.what());
            }
        }
    };
    for_each_page([&](const std::string& page) { follow(page, tree, touched); });
    for_each_page([&](const std::string& page) { require_complete(page, before, tree); });
    write_tree(tree, folder);
    write_if_different(list, sources_to_compile(tree, touched));
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    try {
        if (arguments.size() == 4 && arguments[0] == "blocks") {
            write_blocks(arguments[1], arguments[2], std::stoul(arguments[3]));
        } else if (arguments.size() > 4 && arguments[0] == "follow") {
            follow_pages(arguments[1], arguments[2], arguments[3],
                         {arguments.begin() + 4, arguments.end()});
        } else {
            std::cerr << "usage: documented_code blocks PAGE FOLDER COUNT\n"
                         "       documented_code follow SOURCE TREE LIST PAGE...\n";
            return 2;
        }
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
}
