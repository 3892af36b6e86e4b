#include <examples/examples.hpp>

#include <examples/classifiers.hpp>
#include <examples/networks.hpp>
#include <examples/pages.hpp>

#include <array>

namespace pgm::examples {
namespace {

template <auto make>
ExampleModel model_of() {
    return make();
}

}  // namespace

std::span<const Example> textbook_examples() {
    static constexpr std::array examples = {
        Example{"census", "Any question of a joint table: gender, hours worked, wealth", run_census,
                model_of<census_joint>},
        Example{"fruit", "Banana, orange or other: the full joint table and naive Bayes disagree",
                run_fruit, model_of<fruit_joint>},
        Example{"heart", "Heart disease by naive Bayes, and two misprints", run_heart,
                model_of<heart_naive_bayes>},
        Example{"loan", "Loan default: three structures for the same ten cases", run_loan,
                model_of<loan_naive_bayes>},
        Example{"weather", "Shall we play? Naive Bayes next to a tree learned from fourteen days",
                run_weather, model_of<weather_naive_bayes>},
        Example{"diabetes", "A blood value, then two: Gaussian classes and what is not measured",
                run_diabetes, model_of<diabetes_cells>},
        Example{"boundary", "Two Gaussian classes in the plane, one covariance matrix or two",
                run_boundary, model_of<boundary_shared>},
        Example{"density", "Kernel densities, and points no class accounts for", run_density,
                model_of<density_gaussian>},
        Example{"conflict", "A friend or the rules? A mixture of two hidden kinds, learned by EM",
                run_conflict, model_of<conflict_types>},
        Example{"loss", "What a mistake costs: decisions by least expected loss", run_loss,
                model_of<diabetes_cells>},
        Example{"sprinkler", "The wet lawn: explaining away, seeing and doing", run_sprinkler,
                model_of<sprinkler_network>},
        Example{"alarm", "Burglary or earthquake? Two neighbours call", run_alarm,
                model_of<alarm_network>},
        Example{"monty-hall", "Three doors, one prize, and a host who knows", run_monty_hall,
                model_of<monty_hall_network>},
        Example{"cancer", "Reasoning forwards, backwards and sideways about lung cancer",
                run_cancer, model_of<cancer_network>},
        Example{"fever", "Fever and its causes: a noisy-OR instead of a table", run_fever,
                model_of<fever_network>},
        Example{"student", "Grades, intelligence and a letter: how influence flows", run_student,
                model_of<student_network>},
        Example{"asia", "The chest clinic: diagnosis with several diseases", run_asia,
                model_of<asia_network>},
        Example{"waste", "A waste incinerator: continuous variables, discrete ones and intervals",
                run_waste, model_of<waste_network>},
        Example{"simpson", "Simpson's paradox: kidney stones, seen, adjusted and done", run_simpson,
                model_of<kidney_network>},
        Example{"smoking", "Smoking, tar and cancer: an effect by the front door", run_smoking,
                model_of<smoking_network>},
        Example{"napkin", "The napkin: an effect beyond back door and front door", run_napkin,
                model_of<napkin_network>},
        Example{"equivalence", "What data leave open: chains, a fork and a collider",
                run_equivalence, model_of<fire_network>},
        Example{"umbrella", "Take the umbrella? One decision, after a forecast", run_umbrella,
                model_of<umbrella_diagram>},
        Example{"oil", "The oil wildcatter: test first, then drill or not", run_oil,
                model_of<oil_diagram>},
        Example{"clinic", "The chest clinic decides: an X-ray, and then the hospital?", run_clinic,
                model_of<clinic_diagram>},
        Example{"pigs", "Treat the pig? Decisions of someone who forgets", run_pigs,
                model_of<pigs_diagram>},
        Example{"learning", "The chest clinic and ALARM, learned back from samples", run_learning,
                model_of<asia_network>},
    };
    return examples;
}

}  // namespace pgm::examples
