# The scripts, the style and the elements of the page that `pgm draw --explore` writes (io/page/), as
# constants of the library, with the digests by which a page allows no other script.
set(page ${PROJECT_SOURCE_DIR}/io/page)
set(page_scripts program words graph densities evidence view card derivation panel page)

function(pgm_read_text variable file)
  file(READ ${page}/${file} text)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${page}/${file})
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# Pages have the scripts without comments and indentation, a quarter of their bytes: lines of comments
# begin with one of // /** *, and no other line does.
function(pgm_read_script variable)
  set(all "")
  foreach(script ${ARGN})
    pgm_read_text(text ${script}.js)
    string(REGEX REPLACE "\n *(//|/\\*|\\*)[^\n]*" "" text "\n${text}")
    string(REGEX REPLACE "\n +" "\n" text "${text}")
    string(APPEND all "${text}")
  endforeach()
  set(${variable} "${all}" PARENT_SCOPE)
endfunction()

pgm_read_script(page_script ${page_scripts})
pgm_read_script(page_start start)
pgm_read_text(program_script program.js)
pgm_read_text(module_script module.js)
pgm_read_text(page_style page.css)
string(REGEX REPLACE "\n +" "\n" page_style "${page_style}")
pgm_read_text(page_body page.html)
string(SHA256 page_script_digest "${page_script}")
string(SHA256 page_start_digest "${page_start}")
string(SHA256 page_style_digest "${page_style}")
configure_file(${page}/detail/page_texts.cpp.in ${PROJECT_BINARY_DIR}/page_texts.cpp @ONLY)
target_sources(pgm_io PRIVATE ${PROJECT_BINARY_DIR}/page_texts.cpp)
