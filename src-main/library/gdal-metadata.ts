import { readForeignNumber } from '../../src-preload/codecs/foreign-number.ts';
import type { TiffDirectory } from './tiff-directory.ts';

const metadataTag = 42_112;
const unescaped: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** The data that GDAL writes into a file about its samples, by their position. */
export interface GdalMetadata {
  descriptions: ReadonlyMap<number, string>;
  /** In lower case: `red`, `alpha`, `undefined` … They override the tags of TIFF. */
  colours: ReadonlyMap<number, string>;
  /** A sample times its scale plus its offset is the value that it stands for. */
  scales: ReadonlyMap<number, number>;
  offsets: ReadonlyMap<number, number>;
}

/** Reads the XML of GDAL's metadata with regular expressions, because it is flat; anything else in it is ignored. */
export async function readGdalMetadata(directory: TiffDirectory): Promise<GdalMetadata> {
  const descriptions = new Map<number, string>();
  const colours = new Map<number, string>();
  const scales = new Map<number, number>();
  const offsets = new Map<number, number>();
  const text = (await directory.text(metadataTag)) ?? '';
  for (const [, attributes = '', inner = ''] of text.matchAll(
    /<Item\b([^<>]{0,1000})>([^<]{0,1000})<\/Item>/g,
  )) {
    const sample = /\bsample="(\d{1,6})"/.exec(attributes)?.[1];
    const name = /\bname="(\w{1,40})"/.exec(attributes)?.[1]?.toLowerCase();
    const value = inner
      .replace(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => unescaped[entity] ?? '')
      .trim();
    if (sample === undefined || value === '') continue;
    if (name === 'description') descriptions.set(Number(sample), value);
    const number = readForeignNumber(value);
    if (number === null || !Number.isFinite(number)) continue;
    if (name === 'scale' && number !== 0) scales.set(Number(sample), number);
    if (name === 'offset') offsets.set(Number(sample), number);
    if (name === 'colorinterp') colours.set(Number(sample), value.toLowerCase());
  }
  return { descriptions, colours, scales, offsets };
}
