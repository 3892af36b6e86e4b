// One side of bench/compare_sklearn.py: fits a classifier, predicts the rows of a table, says in
// JSON how long each step took, and leaves the probabilities as raw doubles (row after row) for the
// other side to compare.
//
//   compare_sklearn FIT PREDICT STRUCTURE SMOOTHING CONTINUOUS THREADS OUT
//
// FIT and PREDICT are tables in CSV, or in files of 8-byte doubles called NAME.ROWSxCOLUMNS.f64,
// column after column. The class is called `class`; in a raw file it is the last column and holds
// 0, 1, ...
#include <learners/fit/fit.hpp>

#include <pgm/classify/predictions.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <io/data_file.hpp>
#include <iostream>
#include <string>
#include <vector>

namespace {

using namespace pgm;

class Stopwatch {
public:
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// "points.10000x2.f64"
Dataset read_raw(const std::string& path) {
    const std::string shape = std::filesystem::path(path).stem().extension().string().substr(1);
    const std::size_t cross = shape.find('x');
    const std::size_t rows = std::stoull(shape.substr(0, cross));
    const std::size_t columns = std::stoull(shape.substr(cross + 1));
    std::ifstream file(path, std::ios::binary);
    std::vector<Column> all;
    for (std::size_t i = 0; i < columns; ++i) {
        std::vector<double> values(rows);
        file.read(reinterpret_cast<char*>(values.data()),
                  static_cast<std::streamsize>(rows * sizeof(double)));
        const bool is_class = i + 1 == columns;
        all.push_back(
            continuous_column(is_class ? "class" : "x" + std::to_string(i + 1), std::move(values)));
    }
    if (!file) throw ArgumentError("cannot read " + path);
    all.back() = as_discrete(all.back());
    return Dataset(std::move(all));
}

Dataset read(const std::string& path) {
    return path.ends_with(".f64") ? read_raw(path) : io::read_data(path);
}

void write_raw(const RowsByStates& matrix, const std::string& path) {
    std::ofstream file(path, std::ios::binary);
    file.write(
        reinterpret_cast<const char*>(matrix.data()),
        static_cast<std::streamsize>(static_cast<std::size_t>(matrix.size()) * sizeof(double)));
}

void run(const std::vector<std::string>& arguments) {
    const std::size_t threads = std::stoull(arguments[5]);
    const learners::Fit options{.structure = arguments[2],
                                .smoothing = learners::parse_smoothing(arguments[3]),
                                .continuous = learners::parse_continuous(arguments[4]),
                                .class_prior = learners::ClassProportions{},
                                .keep_statistics = false,
                                .threads = threads};
    const Stopwatch reading;
    const Dataset training = read(arguments[0]);
    const double read_seconds = reading.seconds();
    const Dataset queries = arguments[1] == arguments[0] ? Dataset() : read(arguments[1]);

    const Stopwatch fitting;
    const Classifier classifier = learners::fit(training, "class", options);
    const double fit_seconds = fitting.seconds();

    const Predictor predictor(classifier);
    const Stopwatch predicting;
    const Predictions predictions =
        predictor.predict(queries.rows() > 0 ? queries : training, {.threads = threads});
    const double predict_seconds = predicting.seconds();

    write_raw(predictions.probabilities, arguments[6]);
    std::cout << "{\"read\":" << to_text(read_seconds) << ",\"fit\":" << to_text(fit_seconds)
              << ",\"predict\":" << to_text(predict_seconds) << "}\n";
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 8) {
        std::cerr << "compare_sklearn FIT PREDICT STRUCTURE SMOOTHING CONTINUOUS THREADS OUT\n";
        return 2;
    }
    try {
        run({argv + 1, argv + argc});
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
