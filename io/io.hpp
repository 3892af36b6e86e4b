#pragma once

/// Everything of pgm::io on one page: files and pictures.

#include <io/arc_confidence_file.hpp>    // how sure arcs are, as CSV
#include <io/arff/arff.hpp>              // tables of data in Weka's format
#include <io/bif/bif.hpp>                // networks in the Bayesian interchange format
#include <io/classifier_file.hpp>        // classifiers in the native format
#include <io/csv/csv.hpp>                // tables of data as CSV
#include <io/data_file.hpp>              // tables by the suffix of the file
#include <io/network_file.hpp>           // networks by the suffix of the file
#include <io/picture/picture.hpp>        // pictures of networks
#include <io/plot/plot_calibration.hpp>  // calibration curves as SVG
#include <io/plot/plot_confusion.hpp>    // confusion matrices as SVG
#include <io/plot/plot_mean_ranks.hpp>   // critical differences of mean ranks as SVG
#include <io/plot/plot_regions.hpp>      // decision regions as SVG
#include <io/plot/plot_roc.hpp>          // ROC curves as SVG
