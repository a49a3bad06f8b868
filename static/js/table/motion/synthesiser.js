// The one place that names the vendored synthesiser. To import it opens an audio context.

// @ts-types="../../types/zzfx.d.ts"
export { ZZFX, zzfx } from "../../../vendor/zzfx/zzfx.js";
