#include <pgm/core/text/lexer.hpp>

#include <pgm/core/text/name_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/query_checks.hpp>

#include <string>
#include <vector>

using namespace pgm;

namespace {

/// "word@1 =@5 ...": texts and columns.
std::string cut(const std::string& text, Dialect dialect = Dialect::logic) {
    std::string result;
    for (const Token& token : tokenize(text, dialect))
        result += token.text + "@" + std::to_string(token.column) + " ";
    return result;
}

}  // namespace

TEST_CASE("A text is cut into words and signs, each with its column", "[query]") {
    CHECK(cut("") == "@1 ");
    CHECK(cut("  ab ") == "ab@3 @6 ");
    CHECK(cut("P(A<=b||c)") == "P@1 (@2 A@3 <=@4 b@6 ||@7 c@9 )@10 @11 ");
    CHECK(cut("a!=b!c") == "a@1 !=@2 b@4 !@5 c@6 @7 ");
    CHECK(cut("é=ü≤1") == "é@1 =@3 ü@4 ≤@6 1@9 @10 ");
}

TEST_CASE("A word runs on over everything that is no sign", "[query]") {
    CHECK(cut("v0:40.5- 20-30 1e-3 a/b #7 [1]") ==
          "v0:40.5-@1 20-30@10 1e-3@16 a/b@21 #7@25 [1]@28 @31 ");
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

TEST_CASE("A plain word is what every grammar reads back as one name", "[lexer]") {
    for (const char* word : {"v0:40.5-", "größe", "20-30", "-x", "a/b", "50%"})
        CHECK(is_plain_word(word));
    for (const char* name :
         {"", "<5", "a b", "it's", "a∧b", "a;b", "a->b", "A⊥B", "*", "and", "Or", "do"})
        CHECK_FALSE(is_plain_word(name));
}

TEST_CASE("Each dialect adds its signs and changes no word", "[lexer]") {
    CHECK(cut("a<-b\n") == "a@1 <@2 -b@3 @6 ");
    CHECK(cut("a<-b\n", Dialect::structure) == "a@1 <-@2 b@4 \n@5 @6 ");
    CHECK(cut("a-->b") == "a-@1 ->@3 b@5 @6 ");
    CHECK(cut("A_||_B|C") == "A_@1 ||@3 _B@5 |@7 C@8 @9 ");
    CHECK(cut("A_||_B|C", Dialect::independence) == "A@1 _||_@2 B@6 |@7 C@8 @9 ");
}

namespace {

/// The name that a text begins with, "" where it begins with none.
std::string name(const std::string& text, Extent extent) {
    const TokenCursor cursor(text);
    const std::size_t length = cursor.name_length(extent);
    return length == 0 ? "" : cursor.joined(length).text;
}

}  // namespace

TEST_CASE("A name reaches as far as its extent says", "[lexer]") {
    CHECK(name("lower body=1", Extent::one_word) == "lower");
    CHECK(name("lower  body=1", Extent::words) == "lower  body");
    CHECK(name("f(x y) z", Extent::one_word) == "f(x y)");
    CHECK(name("f(x) (y)", Extent::words) == "f(x)");
    CHECK(name("<5, 6", Extent::words).empty());
    CHECK(name("<5, 6", Extent::value) == "<5");
    CHECK(name(">= 60)", Extent::value) == ">= 60");
    CHECK(name("(1-2], 6", Extent::value) == "(1-2]");
    CHECK(name("a=b", Extent::value) == "a");
    CHECK(name("<", Extent::value).empty());
    CHECK(name("a and b", Extent::value) == "a");
    CHECK(name("or b", Extent::value) == "or b");
    CHECK(name("or", Extent::words).empty());
    CHECK(name("sick in bed", Extent::list_item) == "sick in bed");
    CHECK(name("R&D (x=1), b", Extent::list_item) == "R&D (x=1)");
    CHECK(name("'a, b' c", Extent::list_item) == "a, b");
    CHECK(name("a 'b'", Extent::words) == "a");
}

TEST_CASE("A list has names between commas", "[lexer]") {
    std::vector<std::string> names;
    for (const Token& token : parse_name_list(" a b , 'it''s','c, d',R&D"))
        names.push_back(token.text);
    CHECK(names == std::vector<std::string>{"a b", "it's", "c, d", "R&D"});
    CHECK_THROWS_WITH(parse_name_list(""), "column 1: expected a name, found the end");
    CHECK_THROWS_WITH(parse_name_list("a,"), "column 3: expected a name, found the end");
    CHECK_THROWS_WITH(parse_name_list("a,,b"), "column 3: expected a name, found ','");
    CHECK_THROWS_WITH(parse_name_list("'a' b"), "column 5: expected ',', found 'b'");
    CHECK_THROWS_WITH(parse_name_list("a, ''"), "column 4: a name is empty");
}

TEST_CASE("A cursor stays at the end", "[query]") {
    TokenCursor cursor("a");
    CHECK(cursor.peek(1).kind == TokenKind::end);
    CHECK(cursor.take().text == "a");
    CHECK(cursor.take().kind == TokenKind::end);
    CHECK(cursor.take().kind == TokenKind::end);
    CHECK(cursor.peek(1).kind == TokenKind::end);
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
        {std::string("P(Rain\x01)"), 7, "a control character cannot stand here", ""},
        {std::string("P(Ra\0in)", 8), 5, "a control character cannot stand here", ""},
    });
}
