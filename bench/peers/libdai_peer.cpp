// libDAI: junction trees by HUGIN. Compiled by compare_peers.py, which is given a folder of its
// sources.
//
//   libdai_peer PROBLEM SECONDS
//
// PROBLEM is what libdai_peer.py writes: numbers only. What is printed is as stopwatch.py says.
// Only answers are timed: making the tree counts for a first question and is kept for the others,
// copying it and entering evidence do not count.

#include <dai/alldai.h>
#include <dai/jtree.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using Evidence = std::map<size_t, size_t>;  // state by variable

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A table whose last variable is the fastest; in libDAI it is the variable of the lowest number.
dai::Factor factor_of(const std::vector<dai::Var>& scope, const std::vector<double>& numbers) {
    dai::Factor factor(dai::VarSet(scope.begin(), scope.end()), 0.0);
    for (size_t cell = 0; cell < numbers.size(); ++cell) {
        std::map<dai::Var, size_t> states;
        size_t rest = cell;
        for (size_t i = scope.size(); i-- > 0; rest /= scope[i].states())
            states[scope[i]] = rest % scope[i].states();
        factor.set(dai::calcLinearState(factor.vars(), states), numbers[cell]);
    }
    return factor;
}

class Problem {
public:
    explicit Problem(std::istream& in) {
        size_t count = 0;
        in >> count;
        for (size_t i = 0; i < count; ++i) {
            size_t states = 0;
            in >> states;
            variables.emplace_back(i, states);
        }
        std::vector<dai::Factor> factors;
        for (size_t i = 0; i < count; ++i) {
            size_t size = 0, cells = 1;
            in >> size;
            std::vector<dai::Var> scope;
            for (size_t k = 0, v = 0; k < size && in >> v; ++k) {
                scope.push_back(variables[v]);
                cells *= variables[v].states();
            }
            std::vector<double> numbers(cells);
            for (double& number : numbers) in >> number;
            factors.push_back(factor_of(scope, numbers));
        }
        graph = dai::FactorGraph(factors);
        fixed = sets(in);
        varying = sets(in);
    }

    std::vector<dai::Var> variables;
    dai::FactorGraph graph;
    std::vector<Evidence> fixed, varying;

private:
    static std::vector<Evidence> sets(std::istream& in) {
        size_t count = 0;
        in >> count;
        std::vector<Evidence> sets(count);
        for (Evidence& set : sets) {
            size_t size = 0;
            in >> size;
            for (size_t i = 0, v = 0, state = 0; i < size && in >> v >> state; ++i) set[v] = state;
        }
        return sets;
    }
};

class Session {
public:
    Session(const Problem& problem, double seconds) : problem_(problem), seconds_(seconds) {
        options_.set("verbose", size_t{0});
        options_.set("updates", std::string("HUGIN"));
    }

    void run() {
        const double fresh = first_question();
        print("fresh", fresh, {posteriors(tree_)});
        std::vector<double> times;
        for (const auto start = Clock::now();
             times.empty() || (seconds_since(start) < seconds_ && times.size() < 50);)
            times.push_back(first_question());
        print("first", median(times), {});
        ask("fixed", problem_.fixed);
        ask("varying", problem_.varying);
    }

private:
    using Answer = std::vector<std::vector<double>>;

    double first_question() {
        const auto start = Clock::now();
        tree_ = dai::JTree(problem_.graph, options_);
        answer(tree_);
        return seconds_since(start);
    }

    void answer(dai::JTree& tree) {
        tree.init();
        tree.run();
        for (size_t i = 0; i < problem_.variables.size(); ++i)
            sum_ += tree.belief(problem_.variables[i])[0];
    }

    void ask(const char* kind, const std::vector<Evidence>& sets) {
        std::vector<double> times;
        std::vector<Answer> answers;
        for (const auto start = Clock::now(); times.empty() || seconds_since(start) < seconds_;) {
            for (const Evidence& set : sets) {
                dai::JTree tree(tree_);
                for (const auto& finding : set)
                    tree.clamp(tree.findVar(problem_.variables[finding.first]), finding.second);
                const auto asked = Clock::now();
                answer(tree);
                times.push_back(seconds_since(asked));
                if (answers.size() < sets.size()) answers.push_back(posteriors(tree));
                if (seconds_since(start) > seconds_ && times.size() >= 5) break;
            }
        }
        print(kind, median(times), answers);
    }

    Answer posteriors(const dai::JTree& tree) const {
        Answer answer;
        for (const dai::Var& variable : problem_.variables) {
            const dai::Factor belief = tree.belief(variable);
            answer.emplace_back();
            for (size_t state = 0; state < variable.states(); ++state)
                answer.back().push_back(belief[state]);
        }
        return answer;
    }

    static double median(std::vector<double>& times) {
        std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
        return times[times.size() / 2];
    }

    template <class Value, class Print>
    static void print_list(const std::vector<Value>& values, Print print_value) {
        const char* before = "[";
        for (const Value& value : values) {
            std::printf("%s", before);
            print_value(value);
            before = ", ";
        }
        std::printf("]");
    }

    static void print(const char* kind, double seconds, const std::vector<Answer>& answers) {
        std::printf("{\"kind\": \"%s\", \"ms\": %.9g", kind, 1e3 * seconds);
        if (!answers.empty()) {
            std::printf(", \"posteriors\": ");
            print_list(answers, [](const Answer& answer) {
                print_list(answer, [](const std::vector<double>& states) {
                    print_list(states, [](double p) { std::printf("%.17g", p); });
                });
            });
        }
        std::printf("}\n");
        std::fflush(stdout);
    }

    const Problem& problem_;
    double seconds_;
    dai::PropertySet options_;
    dai::JTree tree_;
    double sum_ = 0;
};

}  // namespace

int main(int count, char** words) {
    if (count != 3) return 2;
    std::ifstream file(words[1]);
    const Problem problem(file);
    if (!file) {
        std::cerr << "the problem cannot be read\n";
        return 1;
    }
    Session(problem, std::stod(words[2])).run();
}
