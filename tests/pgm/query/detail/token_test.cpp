#include <pgm/query/detail/token.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/query_checks.hpp>

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::detail;

namespace {

/// "word@1 =@5 ...": texts and columns.
std::string cut(const std::string& text, std::size_t first_column = 1) {
    std::string result;
    for (const Token& token : tokenize(text, first_column))
        result += token.text + "@" + std::to_string(token.column) + " ";
    return result;
}

}  // namespace

TEST_CASE("A text is cut into words and signs, each with its column", "[query]") {
    CHECK(cut("") == "@1 ");
    CHECK(cut("  ab ") == "ab@3 @6 ");
    CHECK(cut("P(A<=b||c)") == "P@1 (@2 A@3 <=@4 b@6 ||@7 c@9 )@10 @11 ");
    CHECK(cut("a!=b!c", 10) == "a@10 !=@11 b@13 !@14 c@15 @16 ");
    CHECK(cut("é=ü≤1") == "é@1 =@3 ü@4 ≤@6 1@9 @10 ");
}

TEST_CASE("A word runs on over everything that is no sign", "[query]") {
    CHECK(cut("v0:40.5- 20-30 1e-3 a/b #7 [1;2]") ==
          "v0:40.5-@1 20-30@10 1e-3@16 a/b@21 #7@25 [1;2]@28 @33 ");
}

TEST_CASE("Quoted text is one piece, with its quote doubled inside", "[query]") {
    const std::vector<Token> tokens = tokenize("'a, b'=\"say \"\"x\"\"\"''");
    REQUIRE(tokens.size() == 5);
    CHECK(tokens[0].kind == TokenKind::quoted);
    CHECK(tokens[0].text == "a, b");
    CHECK(tokens[2].text == "say \"x\"");
    CHECK(tokens[3].text.empty());
    CHECK(tokens[3].column == 19);
}

TEST_CASE("Keywords are unquoted words in any letters", "[query]") {
    CHECK(is_keyword(tokenize("AnD").front(), "and"));
    CHECK_FALSE(is_keyword(tokenize("'and'").front(), "and"));
    CHECK_FALSE(is_keyword(tokenize("andy").front(), "and"));
    CHECK_FALSE(is_keyword(tokenize("").front(), "and"));
}

TEST_CASE("A query word is what is read back as one word", "[query]") {
    CHECK(is_query_word("v0:40.5-"));
    CHECK(is_query_word("größe"));
    CHECK_FALSE(is_query_word(""));
    CHECK_FALSE(is_query_word("<5"));
    CHECK_FALSE(is_query_word("a b"));
    CHECK_FALSE(is_query_word("it's"));
    CHECK_FALSE(is_query_word("a∧b"));
}

TEST_CASE("A cursor stays at the end", "[query]") {
    TokenCursor cursor(tokenize("a"));
    CHECK(cursor.peek_second().kind == TokenKind::end);
    CHECK(cursor.take().text == "a");
    CHECK(cursor.take().kind == TokenKind::end);
    CHECK(cursor.take().kind == TokenKind::end);
    CHECK(cursor.peek_second().kind == TokenKind::end);
    CHECK_THROWS_WITH(cursor.expect(TokenKind::comma, "','"),
                      "column 2: expected ',', found the end");
}

TEST_CASE("Quotes must close, and control characters have no place", "[query]") {
    tests::check_query_errors({
        {"P('Rain=yes)", 3, "this quote is not closed",
         "a quote inside a name is written twice, or the name put in \"...\""},
        {"P(Rain=\"yes)", 8, "this quote is not closed",
         "a quote inside a name is written twice, or the name put in '...'"},
        {"P(odd=it's)", 9, "this quote is not closed",
         "a quote inside a name is written twice, or the name put in \"...\""},
        {std::string("P(Rain\x01)"), 7, "a control character cannot stand in a query", ""},
        {std::string("P(Ra\0in)", 8), 5, "a control character cannot stand in a query", ""},
    });
}
