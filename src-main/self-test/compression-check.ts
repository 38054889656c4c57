import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { type Check, failed, ok } from './check.ts';

type Convert = (bytes: Uint8Array) => Promise<Uint8Array>;

/** A way to pack bytes, and back. */
export interface Packing {
  name: string;
  pack: Convert;
  unpack: Convert;
}

const packings: readonly Packing[] = [
  { name: 'zstd', pack: promisify(zlib.zstdCompress), unpack: promisify(zlib.zstdDecompress) },
  { name: 'deflate', pack: promisify(zlib.deflateRaw), unpack: promisify(zlib.inflateRaw) },
  { name: 'gzip', pack: promisify(zlib.gzip), unpack: promisify(zlib.gunzip) },
];

/** The ways to pack bytes that rasters and archives come in. */
export function compressionCheck(tried: readonly Packing[] = packings): Check {
  return {
    name: 'compression',
    proves: 'Rasters and archives that are packed by zstd and deflate can be read.',
    async run() {
      const bytes = Buffer.from('The same bytes come back. '.repeat(40_000));
      const wrong: string[] = [];
      for (const { name, pack, unpack } of tried) {
        const back = await pack(bytes)
          .then(unpack, () => null)
          .catch(() => null);
        if (back === null || !bytes.equals(back)) wrong.push(name);
      }
      return wrong.length === 0
        ? ok(tried.map(({ name }) => name).join(', '))
        : failed(`other bytes come back: ${wrong.join(', ')}. Install Nadir again, or report this.`);
    },
  };
}
