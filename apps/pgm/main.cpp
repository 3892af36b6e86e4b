#include <apps/pgm/commands/commands.hpp>

int main(int argc, char** argv) {
    return pgm::apps::run_command_line(argc, argv);
}
