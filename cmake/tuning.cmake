# For learn/tune: copies of src/search/params.h and tunables.h in which the numbers named in learn/tune.csv are
# variables. They lie in FOLDER/search, to be found before the originals.
function(rocada_make_tunable folder)
  set(source ${PROJECT_SOURCE_DIR}/src/search/params.h)
  set(table ${PROJECT_SOURCE_DIR}/learn/tune.csv)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source} ${table})
  file(READ ${source} params)
  file(STRINGS ${table} rows REGEX "^k")
  set(entries "")
  foreach(row IN LISTS rows)
    string(REGEX MATCH "^[^,]+" name ${row})
    string(REGEX REPLACE "inline constexpr (int|Score) ${name} =" "inline int ${name} =" changed "${params}")
    if(changed STREQUAL params)
      message(FATAL_ERROR "learn/tune.csv names ${name}, which is no whole number of src/search/params.h")
    endif()
    set(params "${changed}")
    string(APPEND entries "    {\"${name}\", &params::${name}},\n")
  endforeach()
  # What is worked out of them is no constant either.
  string(REGEX REPLACE "\nconstexpr (int|Score) " "\ninline int " params "${params}")
  file(CONFIGURE OUTPUT ${folder}/search/params.h CONTENT "${params}" @ONLY)
  file(READ ${PROJECT_SOURCE_DIR}/src/search/tunables.h tunables)
  string(REPLACE "inline std::span<const Tunable> tunables() { return {}; }"
    "inline const Tunable kTunables[] = {\n${entries}};
inline std::span<const Tunable> tunables() { return kTunables; }"
    tunables "${tunables}")
  string(REPLACE "#include <span>" "#include \"search/params.h\"\n#include <span>" tunables "${tunables}")
  file(CONFIGURE OUTPUT ${folder}/search/tunables.h CONTENT "${tunables}" @ONLY)
endfunction()
