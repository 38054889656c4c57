import { z } from 'zod';

const pictureSchema = z
  .object({ data: z.instanceof(Uint8ClampedArray), width: z.number(), height: z.number() })
  .nullable();
/** A decoded picture: red, green, blue and opacity of each pixel. */
export type Picture = NonNullable<z.infer<typeof pictureSchema>>;

/** The class of decoded pictures: the decoders expect the browser's `ImageData`. */
class PlainImageData {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    [this.data, this.width, this.height] = [data, width, height];
  }
}

const isFunction = (value: unknown) => typeof value === 'function';
/** WebAssembly, which Node's types lack. */
const wasmSchema = z.object({
  Module: z.custom<new (code: Uint8Array<ArrayBuffer>) => object>(isFunction),
  Instance: z.custom<new (module: object, imports: object) => { readonly exports: object }>(isFunction),
});

/** The options with which the emscripten program is started. */
export interface CodecOptions {
  noInitialRun: boolean;
  instantiateWasm(imports: object, done: (instance: object) => void): object;
}

interface WasmCodec {
  code(): Promise<Uint8Array<ArrayBuffer>>;
  create(options: CodecOptions): Promise<(bytes: Uint8Array) => unknown>;
}

/**
 * Returns a decoder whose WebAssembly is compiled when the first block needs it, once for each thread. The decoder returns null for
 * bytes that it cannot read. A decoder that failed is not used again, because its memory may be damaged.
 */
export function createWasmDecoder({ code, create }: WasmCodec) {
  let loaded: Promise<(bytes: Uint8Array) => unknown> | null = null;

  async function load() {
    if (!('ImageData' in globalThis))
      Object.defineProperty(globalThis, 'ImageData', { value: PlainImageData, configurable: true });
    const wasm = wasmSchema.parse(Reflect.get(globalThis, 'WebAssembly'));
    const compiled = new wasm.Module(await code());
    return create({
      noInitialRun: true,
      instantiateWasm(imports, done) {
        const instance = new wasm.Instance(compiled, imports);
        done(instance);
        return instance.exports;
      },
    });
  }

  return async function decode(bytes: Uint8Array): Promise<Picture | null> {
    loaded ??= load();
    const run = await loaded;
    try {
      return pictureSchema.parse(run(bytes));
    } catch {
      loaded = null;
      return null;
    }
  };
}
