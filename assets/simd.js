// Says so where the page cannot start. The smallest module that uses SIMD:
// (func (result v128) i32.const 0 i8x16.splat).
"use strict";
const smallest = [0,97,115,109,1,0,0,0,1,5,1,96,0,1,123,3,2,1,0,10,8,1,6,0,65,0,253,15,11];
if (typeof WebAssembly !== "object" || !WebAssembly.validate(new Uint8Array(smallest))) {
  document.getElementById("loading").hidden = true;
  document.getElementById("no-simd").hidden = false;
}
