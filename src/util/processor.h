// What the processor we run on has beyond the least of its kind, where only the system knows.
//
// util/system holds the code.
#pragma once

namespace rocada::util {

// Of 64-bit ARM: one instruction for four products of bytes and their sum, in every lane. False on any other processor.
bool has_arm_dot_products();

}  // namespace rocada::util
