/** The parts of WebAssembly that the decoders need; the types of Node have none. */
declare namespace WebAssembly {
  class Module {
    constructor(code: Uint8Array<ArrayBuffer>);
  }
  class Instance {
    constructor(module: Module, imports: object);
    readonly exports: object;
  }
}

interface CodecOptions {
  noInitialRun: boolean;
  instantiateWasm(imports: object, done: (instance: WebAssembly.Instance) => void): object;
}

declare module '@jsquash/webp/codec/dec/webp_dec.js' {
  interface WebpModule {
    /** The picture as the browser's `ImageData`; null if the bytes are no WebP. */
    decode(bytes: Uint8Array): unknown;
  }
  export default function createModule(options: CodecOptions): Promise<WebpModule>;
}

declare module '@jsquash/jpeg/codec/dec/mozjpeg_dec.js' {
  interface JpegModule {
    /** The picture as the browser's `ImageData`, or null. */
    decode(bytes: Uint8Array, preserveOrientation: boolean): unknown;
  }
  export default function createModule(options: CodecOptions): Promise<JpegModule>;
}
