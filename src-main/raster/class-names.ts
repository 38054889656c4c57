import { readForeignNumber } from '../../src-shared/raster/foreign-number.ts';
import { unescapeXml } from './gdal-metadata.ts';

/** The uses of a column in GDAL's raster attribute tables (GDALRATFieldUsage). */
const usages = { name: '2', minAndMax: '5' } as const;

const textsOf = (xml: string, element: RegExp): string[] =>
  Array.from(xml.matchAll(element), ([, text = '']) => unescapeXml(text).trim());

/** Returns the position of the column that has a usage, else of the one whose name fits; -1 if there is none. */
function findColumn(xml: string, usage: string, name: RegExp): number {
  const columns = Array.from(
    xml.matchAll(/<FieldDefn\b[^<>]{0,200}>([\s\S]*?)<\/FieldDefn>/g),
    ([, inner = '']) => ({
      usage: textsOf(inner, /<Usage>([^<]{0,20})<\/Usage>/g)[0],
      name: textsOf(inner, /<Name>([^<]{0,400})<\/Name>/g)[0] ?? '',
    }),
  );
  const used = columns.findIndex((column) => column.usage === usage);
  return used >= 0 ? used : columns.findIndex((column) => name.test(column.name));
}

/** Reads the names of a raster attribute table; none if it has no column of values or none of names. */
function readAttributeTable(xml: string): Map<number, string> {
  const names = new Map<number, string>();
  const valueAt = findColumn(xml, usages.minAndMax, /^value$/i);
  const nameAt = findColumn(xml, usages.name, /^(class_?names?|class|name|label)$/i);
  if (valueAt < 0 || nameAt < 0) return names;
  for (const [, row = ''] of xml.matchAll(/<Row\b[^<>]{0,200}>([\s\S]*?)<\/Row>/g)) {
    const cells = textsOf(row, /<F(?:\s*\/>|>([^<]{0,4000})<\/F>)/g);
    const value = readForeignNumber(cells[valueAt] ?? '');
    const name = cells[nameAt] ?? '';
    if (value !== null && name !== '') names.set(value, name);
  }
  return names;
}

/**
 * Reads the names of classes that GDAL's auxiliary metadata (PAM) has for a band: its categories, which count from 0, else its raster
 * attribute table.
 */
export function readClassNames(band: string): Map<number, string> {
  const categories = textsOf(band, /<Category(?:\s*\/>|>([^<]{0,4000})<\/Category>)/g);
  if (categories.length > 0) return new Map([...categories.entries()].filter(([, name]) => name !== ''));
  return readAttributeTable(band);
}
