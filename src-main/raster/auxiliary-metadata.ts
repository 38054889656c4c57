import { basename } from 'node:path';
import { readForeignNumber } from '../../src-shared/raster/foreign-number.ts';
import { openBeside } from './beside-files.ts';
import { readClassNames } from './class-names.ts';
import { type GdalMetadata, plainXml, readMetadataItems, unescapeXml } from './gdal-metadata.ts';
import { type AuxiliaryPlace, parseAuxiliaryPlace } from './placement/auxiliary-place.ts';
import { UndrawableError } from './undrawable.ts';

/** A longer file beside a raster is refused, because it is read as a whole. */
const maxTextBytes = 4 * 1_024 ** 2;

/** What GDAL keeps of a raster beside it, in a file `.aux.xml`. */
export interface AuxiliaryMetadata extends GdalMetadata {
  /** “No data” of the first band; null if none is declared. */
  nodata: string | null;
  /** “No data” of each band that declares one, by its sample. */
  nodatas: ReadonlyMap<number, string>;
  /** The names of classes by their values, in the first band. */
  classNames: ReadonlyMap<number, string>;
  /** Null if it does not say where the raster lies. */
  place: AuxiliaryPlace | null;
}

const textIn = (xml: string, name: string): string | null => {
  const inner = new RegExp(`<${name}\\b[^<>]{0,200}>([^<]{0,4000})</${name}>`).exec(xml)?.[1];
  return inner === undefined ? null : unescapeXml(inner).trim();
};

/** Reads the XML of GDAL's auxiliary metadata (PAM): bands count from 1. */
function parseAuxiliary(text: string, fileName: string): AuxiliaryMetadata {
  const xml = plainXml(text);
  const found = {
    descriptions: new Map<number, string>(),
    colours: new Map<number, string>(),
    scales: new Map<number, number>(),
    offsets: new Map<number, number>(),
    wavelengths: new Map<number, number>(),
    nodatas: new Map<number, string>(),
  };
  let classNames: ReadonlyMap<number, string> = new Map();
  for (const [, number = '', inner = ''] of xml.matchAll(
    /<PAMRasterBand band=["'](\d{1,6})["']>([\s\S]*?)<\/PAMRasterBand>/g,
  )) {
    const sample = Number(number) - 1;
    const put = <T>(map: Map<number, T>, value: T | null) =>
      value !== null && value !== '' && map.set(sample, value);
    put(found.descriptions, textIn(inner, 'Description'));
    put(found.colours, textIn(inner, 'ColorInterp')?.toLowerCase() ?? null);
    const scale = readForeignNumber(textIn(inner, 'Scale') ?? '');
    if (scale !== null && Number.isFinite(scale) && scale !== 0) put(found.scales, scale);
    const offset = readForeignNumber(textIn(inner, 'Offset') ?? '');
    if (offset !== null && Number.isFinite(offset)) put(found.offsets, offset);
    const micrometres = readMetadataItems(inner).find(({ key }) => key === 'CENTRAL_WAVELENGTH_UM');
    const wavelength = readForeignNumber(micrometres?.value ?? '');
    if (wavelength !== null && wavelength > 0) put(found.wavelengths, wavelength * 1_000);
    put(found.nodatas, textIn(inner, 'NoDataValue'));
    if (sample === 0) classNames = readClassNames(inner);
  }
  const nodata = found.nodatas.get(0) ?? null;
  return { ...found, nodata, classNames, place: parseAuxiliaryPlace(xml, fileName) };
}

/** Reads what GDAL keeps beside a raster (`a.tif.aux.xml`); null if there is no such file, or a longer one than GDAL writes. */
export async function readAuxiliary(path: string): Promise<AuxiliaryMetadata | null> {
  const file = await openBeside(`${path}.aux.xml`);
  if (file === null) return null;
  try {
    const info = await file.stat();
    if (!info.isFile() || info.size > maxTextBytes) throw new UndrawableError('file-beside', '.aux.xml');
    return parseAuxiliary(await file.readFile('utf8'), basename(`${path}.aux.xml`));
  } finally {
    await file.close();
  }
}

/**
 * Returns GDAL's metadata of a file with those beside it, as GDAL reads them: names and scales in the file count more, and the colours
 * beside it.
 */
export function withAuxiliary(metadata: GdalMetadata, beside: AuxiliaryMetadata | null): GdalMetadata {
  if (beside === null) return metadata;
  const join = <T>(under: ReadonlyMap<number, T>, over: ReadonlyMap<number, T>) =>
    new Map([...under, ...over]);
  const isScaled = (sample: number) => metadata.scales.has(sample) || metadata.offsets.has(sample);
  const unscaled = (of: ReadonlyMap<number, number>) =>
    new Map([...of].filter(([sample]) => !isScaled(sample)));
  return {
    descriptions: join(beside.descriptions, metadata.descriptions),
    colours: join(metadata.colours, beside.colours),
    scales: join(metadata.scales, unscaled(beside.scales)),
    offsets: join(metadata.offsets, unscaled(beside.offsets)),
    wavelengths: join(beside.wavelengths, metadata.wavelengths),
  };
}
