import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns the code of the WebP decoder. In the build this file is replaced by one that contains it (electron.vite.config.ts). */
export const webpWasm = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve('@jsquash/webp/codec/dec/webp_dec.wasm'))));
