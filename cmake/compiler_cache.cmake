# Where ccache is installed, it spares what has been compiled before. The header that the tests have compiled for all of
# them changes with what it includes, which is all that ccache need know of it.
find_program(ROCADA_CCACHE ccache NO_CMAKE_FIND_ROOT_PATH)
if(ROCADA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${ROCADA_CCACHE})
endif()
