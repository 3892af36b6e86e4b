#include <examples/examples.hpp>
#include <examples/pages.hpp>

#include <array>

namespace pgm::examples {

std::span<const Example> textbook_examples() {
    static constexpr std::array examples = {
        Example{"census", "Any question of a joint table: gender, hours worked, wealth", run_census},
        Example{"fruit", "Banana, orange or other: the full joint table and naive Bayes disagree", run_fruit},
        Example{"heart", "Heart disease by naive Bayes, and two misprints", run_heart},
        Example{"loan", "Loan default: three structures for the same ten cases", run_loan},
        Example{"sprinkler", "The wet lawn: explaining away, seeing and doing", run_sprinkler},
        Example{"alarm", "Burglary or earthquake? Two neighbours call", run_alarm},
        Example{"monty-hall", "Three doors, one prize, and a host who knows", run_monty_hall},
        Example{"cancer", "Reasoning forwards, backwards and sideways about lung cancer", run_cancer},
        Example{"student", "Grades, intelligence and a letter: how influence flows", run_student},
        Example{"asia", "The chest clinic: diagnosis with several diseases", run_asia},
    };
    return examples;
}

}  // namespace pgm::examples
