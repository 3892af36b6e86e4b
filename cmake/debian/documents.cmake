# Script of CPack: each of Debian's packages has the licence, a changelog in Debian's form and the
# changes of all versions (NEWS), and what people read beside a program is compressed.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # SOURCE_DATE_EPOCH, if it is set
foreach(component ${CPACK_COMPONENTS_ALL})
  string(TOUPPER ${component} part)
  set(root ${CPACK_TEMPORARY_DIRECTORY}/${component})
  set(documents ${root}/usr/share/doc/${CPACK_DEBIAN_${part}_PACKAGE_NAME})
  configure_file(${CMAKE_CURRENT_LIST_DIR}/../../LICENSE ${documents}/copyright COPYONLY)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/../../CHANGELOG.md ${documents}/NEWS COPYONLY)
  file(WRITE ${documents}/changelog
    "pgm (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium\n\n"
    "  * NEWS.gz has the changes of this version.\n\n"
    " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
  file(GLOB pages ${root}/usr/share/man/man1/*.1)
  execute_process(COMMAND gzip --best --no-name ${documents}/changelog ${documents}/NEWS ${pages}
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
