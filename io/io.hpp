#pragma once

/// Everything of pgm::io on one page: files and pictures.

#include <io/arc_confidence_file.hpp>      // how sure arcs are, as CSV
#include <io/arff/arff.hpp>                // data sets in Weka's format
#include <io/cost_file.hpp>                // what seeing variables costs, as CSV
#include <io/csv/csv.hpp>                  // data sets as CSV
#include <io/data_file.hpp>                // tables by the suffix of the file
#include <io/explanation/explanation.hpp>  // derivations as text, LaTeX and HTML
#include <io/file/byte_source.hpp>         // the bytes of a file, block by block
#include <io/file/file_bytes.hpp>          // the bytes of a file at once
#include <io/file/output_file.hpp>         // files that are replaced as a whole
#include <io/file/suffix.hpp>              // formats by the ends of names
#include <io/format/block/bif.hpp>         // networks in the Bayesian interchange format
#include <io/format/block/bn.hpp>          // networks as a person types them
#include <io/format/record/archive.hpp>    // the native format, from and to bytes
#include <io/format/uai/uai.hpp>           // models, evidence and results of the UAI competitions
#include <io/loss_matrix_file.hpp>         // losses of actions, as CSV
#include <io/network_file.hpp>             // networks and classifiers by the suffix of the file
#include <io/options/data_options.hpp>     // how tables are read, and remarks on them
#include <io/options/read_options.hpp>     // how networks are read
#include <io/page/module.hpp>              // networks as modules of JavaScript
#include <io/page/page.hpp>                // networks as pages to ask with clicks
#include <io/page/page_request.hpp>        // what readers ask of such pages, in words
#include <io/picture/picture.hpp>          // pictures of networks, pages to zoom, DOT
#include <io/picture/picture_file.hpp>     // pictures of networks by the suffix of the file
#include <io/plot/plot.hpp>                // pictures of curves, matrices and regions
#include <io/scene/page_setting.hpp>       // texts, tables and pictures on pages
#include <io/scene/scene.hpp>              // pictures as SVG, PDF and TikZ
#include <io/scene/scene_file.hpp>         // pictures by the suffix of the file
#include <io/strategy_file.hpp>            // strategies, as CSV
#include <io/table/date_columns.hpp>       // dates as days, months, weekdays and hours
#include <io/table/table_blocks.hpp>       // tables, block by block
#include <io/table_memory.hpp>             // tables that may be larger than memory
#include <io/text/text_cursor.hpp>         // lines and columns of a text
