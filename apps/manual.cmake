# cmake -P script: writes what PROGRAM prints about itself, manual pages and completions, into
# FOLDER, below the names under which `man` and the shells look for them.
#
#   ZSH  the folder of zsh's completions: Debian's packages have one of their own
function(write path)
  get_filename_component(folder ${FOLDER}/${path} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_FILE ${FOLDER}/${path}
    COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${FOLDER})
write(man/man1/pgm.1 help --man)
file(READ ${FOLDER}/man/man1/pgm.1 overview)
# roff writes the hyphen as \-.
string(REGEX MATCHALL "pgm.-[a-z]+.fR.1." commands "${overview}")
list(TRANSFORM commands REPLACE "pgm.-([a-z]+).*" "\\1")
foreach(command ${commands})
  write(man/man1/pgm-${command}.1 help --man ${command})
endforeach()
write(bash-completion/completions/pgm completion bash)
write(fish/vendor_completions.d/pgm.fish completion fish)
write(zsh/${ZSH}/_pgm completion zsh)
