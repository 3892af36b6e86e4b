#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/manual/manual.hpp>
#include <apps/pgm/shell/errors.hpp>

#include <memory>

namespace pgm::apps {

Action set_up_completion(Options& options, Session& session) {
    const auto shell = std::make_shared<std::string>();
    options.argument("SHELL", *shell,
                     "bash, fish or zsh; 'source <(pgm completion bash)' tries it");
    return [shell, &session] {
        write_text(session, completion_script(all_commands(), *shell));
        return fine;
    };
}

}  // namespace pgm::apps
