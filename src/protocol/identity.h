// Who we are, as both protocols tell it.
#pragma once

#include <string_view>

#ifndef ROCADA_VERSION
#define ROCADA_VERSION "dev"
#endif

namespace rocada::protocol {

inline constexpr std::string_view kEngineName = "Rocada";
inline constexpr std::string_view kEngineVersion = ROCADA_VERSION;
inline constexpr std::string_view kEngineAuthor = "the Rocada authors";

}  // namespace rocada::protocol
