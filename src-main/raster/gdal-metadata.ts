import { readForeignNumber } from '../../src-shared/raster/foreign-number.ts';
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
  /** The centre of the wavelengths of a sample, in nanometres. */
  wavelengths: ReadonlyMap<number, number>;
}

/** An item of the XML: a property of a sample, or of the whole file if `sample` is null. */
interface MetadataItem {
  sample: number | null;
  name: string;
  /** What GDAL uses the item for; the items that people and programs add have none, and are only text. */
  role: string;
  /** A group of names; items of the usual one have ''. */
  domain: string;
  value: string;
}

/** Undoes the escaping of XML once. */
export const unescapeXml = (text: string): string =>
  text.replace(
    /&(?:(lt|gt|quot|apos|amp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
    (whole, entity, decimal, hexadecimal) => {
      if (typeof entity === 'string') return unescaped[entity.toLowerCase()] ?? whole;
      const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hexadecimal), 16);
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    },
  );

const escapes: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** Returns XML without its comments, which may hold items that no longer count, and with the text of its character data escaped like any other. */
export function plainXml(xml: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (;;) {
    const at = xml.slice(from).search(/<!--|<!\[CDATA\[/);
    if (at < 0) break;
    const start = from + at;
    const isComment = xml.startsWith('<!--', start);
    const end = xml.indexOf(isComment ? '-->' : ']]>', start);
    if (end < 0) break;
    pieces.push(xml.slice(from, start));
    if (!isComment) pieces.push(xml.slice(start + 9, end).replace(/[<>&]/g, (each) => escapes[each] ?? each));
    from = end + 3;
  }
  return pieces.length === 0 ? xml : pieces.join('') + xml.slice(from);
}

/** Reads the items with regular expressions, because the XML is flat; anything else in it is ignored. */
function itemsOf(text: string): MetadataItem[] {
  return Array.from(
    plainXml(text).matchAll(/<Item\b([^<>]{0,1000})>([^<]{0,4000})<\/Item>/g),
    ([, attributes = '', inner = '']) => {
      const attribute = (name: string) =>
        unescapeXml(
          new RegExp(`\\b${name}=(?:"([^"]{0,200})"|'([^']{0,200})')`)
            .exec(attributes)
            ?.slice(1)
            .find((value) => value !== undefined) ?? '',
        );
      const sample = attribute('sample');
      return {
        sample: /^\d{1,6}$/.test(sample) ? Number(sample) : null,
        name: attribute('name').toLowerCase(),
        role: attribute('role').toLowerCase(),
        domain: attribute('domain').toLowerCase(),
        // GDAL escapes the value before it writes it into the XML, where it is escaped again.
        value: unescapeXml(unescapeXml(inner)).trim(),
      };
    },
  );
}

/** Returns the number of nanometres of each unit of a wavelength that programs write; null for another unit. */
function nanometresPer(unit: string): number | null {
  if (/^(nm|nano)/i.test(unit)) return 1;
  return /^(um|µm|μm|micro)/i.test(unit) ? 1_000 : null;
}

/** Returns the wavelengths of samples: GDAL's own item in micrometres, else those that it copies from headers of ENVI. */
function wavelengthsOf(items: readonly MetadataItem[]): Map<number, number> {
  const units = new Map(
    items.flatMap(({ sample, name, value }) => (name === 'wavelength_units' ? [[sample, value]] : [])),
  );
  const wavelengths = new Map<number, number>();
  for (const { sample, name, domain, value } of items) {
    const number = readForeignNumber(value);
    if (sample === null || number === null || !(number > 0)) continue;
    if (name === 'central_wavelength_um' && domain === 'imagery') wavelengths.set(sample, number * 1_000);
    const factor = nanometresPer(units.get(sample) ?? units.get(null) ?? '');
    if (name === 'wavelength' && factor !== null && !wavelengths.has(sample))
      wavelengths.set(sample, number * factor);
  }
  return wavelengths;
}

/** Reads the XML of GDAL's metadata. Only an item whose role GDAL knows names, scales or colours a sample. */
export async function readGdalMetadata(directory: Pick<TiffDirectory, 'text'>): Promise<GdalMetadata> {
  const items = itemsOf((await directory.text(metadataTag)) ?? '');
  const descriptions = new Map<number, string>();
  const colours = new Map<number, string>();
  const scales = new Map<number, number>();
  const offsets = new Map<number, number>();
  for (const { sample, role, value } of items) {
    if (sample === null || value === '') continue;
    if (role === 'description') descriptions.set(sample, value);
    if (role === 'colorinterp') colours.set(sample, value.toLowerCase());
    const number = readForeignNumber(value);
    if (number === null || !Number.isFinite(number)) continue;
    if (role === 'scale' && number !== 0) scales.set(sample, number);
    if (role === 'offset') offsets.set(sample, number);
  }
  return { descriptions, colours, scales, offsets, wavelengths: wavelengthsOf(items) };
}

/**
 * Resolves with true if the first image of a file of masks says whose masks they are, as GDAL writes it (`INTERNAL_MASK_FLAGS_1`). GDAL uses
 * no other file as a mask.
 */
export async function hasMaskFlags(directory: Pick<TiffDirectory, 'text'>): Promise<boolean> {
  const items = itemsOf((await directory.text(metadataTag)) ?? '');
  return items.some(({ sample, name }) => sample === null && name === 'internal_mask_flags_1');
}

/** Returns the plain items of metadata beside a file, `<MDI key="…">…</MDI>`. */
export function readMetadataItems(xml: string): { key: string; value: string }[] {
  return Array.from(
    xml.matchAll(/<MDI key="([^"<>]{1,200})">([^<]{0,4000})<\/MDI>/g),
    ([, key = '', value = '']) => ({
      key: unescapeXml(key),
      value: unescapeXml(value).trim(),
    }),
  );
}
