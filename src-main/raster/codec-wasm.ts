import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const read = (url: string) => new Uint8Array(readFileSync(fileURLToPath(url)));

// The build replaces this file by one that contains the code itself (electron.vite.config.ts).
/** Returns the WebAssembly code of the WebP decoder. */
export const webpWasm = (): Uint8Array<ArrayBuffer> =>
  read(import.meta.resolve('@jsquash/webp/codec/dec/webp_dec.wasm'));
/** Returns the WebAssembly code of the JPEG decoder. */
export const jpegWasm = (): Uint8Array<ArrayBuffer> =>
  read(import.meta.resolve('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'));
