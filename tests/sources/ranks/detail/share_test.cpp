#include <sources/ranks/detail/share.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

using pgm::sources::detail::Share;
using pgm::sources::detail::share_of;

TEST_CASE("Shares of ranks: every part of every file belongs to exactly one rank") {
    for (std::size_t files = 1; files <= 9; ++files)
        for (std::size_t size = 1; size <= 9; ++size) {
            std::vector<std::vector<Share>> readers(files);
            for (std::size_t rank = 0; rank < size; ++rank) {
                const Share share = share_of(files, rank, size);
                for (std::size_t i = 0; i < share.files; ++i)
                    readers.at(share.first_file + i).push_back(share);
            }
            for (std::vector<Share>& of_file : readers) {
                INFO(files << " files, " << size << " ranks");
                REQUIRE_FALSE(of_file.empty());
                for (std::size_t part = 0; part < of_file.size(); ++part) {
                    CHECK(of_file[part].part == part);
                    CHECK(of_file[part].parts == of_file.size());
                }
            }
        }
}

TEST_CASE("Shares of ranks: files that follow each other go to one rank") {
    CHECK(share_of(4, 0, 2) == Share{0, 2, 0, 1});
    CHECK(share_of(4, 1, 2) == Share{2, 2, 0, 1});
    CHECK(share_of(1, 3, 4) == Share{0, 1, 3, 4});
    CHECK(share_of(2, 2, 4) == Share{1, 1, 0, 2});
}
