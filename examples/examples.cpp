#include <examples/examples.hpp>
#include <examples/pages.hpp>

#include <array>

namespace pgm::examples {

std::span<const Example> textbook_examples() {
    static constexpr std::array examples = {
        Example{"census", "Any question of a joint table: gender, hours worked, wealth",
                run_census},
        Example{"fruit", "Banana, orange or other: the full joint table and naive Bayes disagree",
                run_fruit},
        Example{"heart", "Heart disease by naive Bayes, and two misprints", run_heart},
        Example{"loan", "Loan default: three structures for the same ten cases", run_loan},
        Example{"weather", "Shall we play? Naive Bayes next to a tree learned from fourteen days",
                run_weather},
        Example{"diabetes", "A blood value, then two: Gaussian classes and what is not measured",
                run_diabetes},
        Example{"boundary", "Two Gaussian classes in the plane, one covariance matrix or two",
                run_boundary},
        Example{"density", "Kernel densities, and points no class accounts for", run_density},
        Example{"conflict", "A friend or the rules? A mixture of two hidden kinds, learned by EM",
                run_conflict},
        Example{"loss", "What a mistake costs: decisions by least expected loss", run_loss},
        Example{"sprinkler", "The wet lawn: explaining away, seeing and doing", run_sprinkler},
        Example{"alarm", "Burglary or earthquake? Two neighbours call", run_alarm},
        Example{"monty-hall", "Three doors, one prize, and a host who knows", run_monty_hall},
        Example{"cancer", "Reasoning forwards, backwards and sideways about lung cancer",
                run_cancer},
        Example{"student", "Grades, intelligence and a letter: how influence flows", run_student},
        Example{"asia", "The chest clinic: diagnosis with several diseases", run_asia},
        Example{"simpson", "Simpson's paradox: kidney stones, seen, adjusted and done",
                run_simpson},
        Example{"equivalence", "What data leave open: chains, a fork and a collider",
                run_equivalence},
        Example{"learning", "The chest clinic and ALARM, learned back from samples", run_learning},
    };
    return examples;
}

}  // namespace pgm::examples
