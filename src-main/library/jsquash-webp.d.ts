declare module '@jsquash/webp/codec/dec/webp_dec.js' {
  interface WebpModule {
    /** The picture as the browser's `ImageData`; null if the bytes are no WebP. */
    decode(bytes: Uint8Array): unknown;
  }
  export default function createModule(options: {
    noInitialRun: boolean;
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance) => void,
    ): WebAssembly.Exports;
  }): Promise<WebpModule>;
}
