// The main program of all tests. Version 2 of Catch2 is compiled here, version 3 is linked.
#define CATCH_CONFIG_RUNNER
#include <tests/support/catch.hpp>

int main(int argc, char* argv[]) { return Catch::Session().run(argc, argv); }
