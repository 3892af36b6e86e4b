#pragma once

#include <iosfwd>

/// The page of each example; examples.cpp lists them with names and titles.
namespace pgm::examples {

void run_alarm(std::ostream& out);
void run_asia(std::ostream& out);
void run_boundary(std::ostream& out);
void run_cancer(std::ostream& out);
void run_census(std::ostream& out);
void run_clinic(std::ostream& out);
void run_conflict(std::ostream& out);
void run_density(std::ostream& out);
void run_diabetes(std::ostream& out);
void run_equivalence(std::ostream& out);
void run_fever(std::ostream& out);
void run_fruit(std::ostream& out);
void run_heart(std::ostream& out);
void run_learning(std::ostream& out);
void run_loan(std::ostream& out);
void run_loss(std::ostream& out);
void run_monty_hall(std::ostream& out);
void run_napkin(std::ostream& out);
void run_oil(std::ostream& out);
void run_pigs(std::ostream& out);
void run_simpson(std::ostream& out);
void run_smoking(std::ostream& out);
void run_sprinkler(std::ostream& out);
void run_student(std::ostream& out);
void run_umbrella(std::ostream& out);
void run_waste(std::ostream& out);
void run_weather(std::ostream& out);

}  // namespace pgm::examples
