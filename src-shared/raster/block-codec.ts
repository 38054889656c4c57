import { codecsWasm } from './codecs-wasm.ts';

/** Thrown for packed data that is damaged. */
export class CodecError extends Error {}

/** The compressions that are unpacked here: the LZW of TIFF 6, and deflate in a zlib stream. */
export type CodecKind = 'lzw' | 'deflate';

/** The rows of a block whose samples are stored as differences (TIFF 6, predictor 2). */
export interface RowDifferences {
  /** The bytes of one row. */
  rowBytes: number;
  /** The number of samples of one pixel. */
  samples: number;
  /** 1, 2 or 4. */
  sampleBytes: number;
}

/** The types of WebAssembly are in no library that both sides have. */
declare const WebAssembly: {
  Module: new (code: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

interface CodecExports {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  heapBase: { readonly value: number };
  lzw(source: number, sourceBytes: number, target: number, targetBytes: number): number;
  inflate(source: number, sourceBytes: number, target: number, targetBytes: number): number;
  undoDifferences(target: number, rows: number, rowBytes: number, samples: number, sampleBytes: number): void;
}

const isCodec = (exports: unknown): exports is CodecExports =>
  typeof exports === 'object' && exports !== null && 'undoDifferences' in exports;

const pageBytes = 65_536;
/** The decoders read and write words of eight bytes, some of them beyond the data. */
const spareBytes = 512;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Both sides have another way to read Base64; neither is in the other's types. */
function bytesOfText(text: string): Uint8Array<ArrayBuffer> {
  const plain = text.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((plain.length * 3) / 4));
  let [word, bits, filled] = [0, 0, 0];
  for (const letter of plain) {
    word = ((word << 6) | alphabet.indexOf(letter)) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[filled] = (word >> bits) & 255;
    filled += 1;
  }
  return bytes;
}

/** Compiles the decoders; one for a thread is enough, because each call ends before the next. */
function createBlockCodec() {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytesOfText(codecsWasm)), {});
  if (!isCodec(exports)) throw new Error('the decoders are not what they should be');
  const { memory, lzw, inflate, undoDifferences } = exports;
  const source = exports.heapBase.value;
  let bytes = new Uint8Array(memory.buffer);

  /** Places the packed data and returns the place of what is unpacked from it. */
  function place(packed: Uint8Array, dueBytes: number): number {
    const target = (source + packed.length + spareBytes) & ~15;
    const missing = target + dueBytes + spareBytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
    // Memory that has grown is another buffer.
    if (bytes.buffer !== memory.buffer) bytes = new Uint8Array(memory.buffer);
    bytes.set(packed, source);
    bytes.fill(0, source + packed.length, source + packed.length + 64);
    return target;
  }

  /** Undoes the differences of the whole rows among so many bytes. */
  function undoRows(target: number, length: number, { rowBytes, samples, sampleBytes }: RowDifferences) {
    undoDifferences(target, Math.floor(length / rowBytes), rowBytes, samples, sampleBytes);
  }

  return {
    unpack(
      kind: CodecKind,
      packed: Uint8Array,
      { dueBytes, differences }: { dueBytes: number; differences: RowDifferences | null },
    ): Uint8Array<ArrayBuffer> {
      const target = place(packed, dueBytes);
      const run = kind === 'lzw' ? lzw : inflate;
      const length = run(source, packed.length, target, dueBytes);
      if (length < 0) throw new CodecError(`damaged ${kind} data`);
      if (differences !== null) undoRows(target, length, differences);
      return bytes.slice(target, target + length);
    },
    undo(plain: Uint8Array, differences: RowDifferences): Uint8Array<ArrayBuffer> {
      const target = place(new Uint8Array(), plain.length);
      bytes.set(plain, target);
      undoRows(target, plain.length, differences);
      return bytes.slice(target, target + plain.length);
    },
  };
}

let codec: ReturnType<typeof createBlockCodec> | null = null;

/**
 * Unpacks a block into at most `dueBytes` bytes and undoes the differences of its rows. Data that ends early gives less.
 * @throws CodecError if the data is damaged.
 */
export function unpackBlock(
  kind: CodecKind,
  packed: Uint8Array,
  { dueBytes, differences = null }: { dueBytes: number; differences?: RowDifferences | null },
): Uint8Array<ArrayBuffer> {
  codec ??= createBlockCodec();
  return codec.unpack(kind, packed, { dueBytes, differences });
}

/** Returns the samples of rows whose differences are undone. */
export function undoDifferences(plain: Uint8Array, differences: RowDifferences): Uint8Array<ArrayBuffer> {
  codec ??= createBlockCodec();
  return codec.undo(plain, differences);
}

/** Undoes the predictor for floats in one row: differences of bytes, with the bytes of all samples grouped by significance, highest first. */
export function undoFloatPredictor(row: Uint8Array, perPixel: number, size: number): void {
  for (let i = perPixel; i < row.length; i += 1) row[i] = (row[i] ?? 0) + (row[i - perPixel] ?? 0);
  const planes = row.slice();
  const count = row.length / size;
  for (let i = 0; i < count; i += 1)
    for (let byte = 0; byte < size; byte += 1)
      row[i * size + byte] = planes[(size - 1 - byte) * count + i] ?? 0;
}
