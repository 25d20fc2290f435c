// What a browser has to have.

// (module (func (result v128) (i8x16.splat (i32.const 0)))): a browser without SIMD does not take it.
const kModuleWithSimd = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0], // "\0asm", version 1
  ...[1, 5, 1, 96, 0, 1, 123], // the type () -> v128
  ...[3, 2, 1, 0], // one function of this type
  ...[10, 8, 1, 6, 0, 65, 0, 253, 15, 11], // its code
);

/** @returns {string | null} why Rocada cannot run here */
export function whyNotHere() {
  if (typeof WebAssembly !== 'object') return 'it has no WebAssembly.';
  if (!WebAssembly.validate(kModuleWithSimd)) {
    return 'its WebAssembly has no SIMD, which Chrome has since version 91, Firefox since 89 and Safari since 16.4.';
  }
  return null;
}
