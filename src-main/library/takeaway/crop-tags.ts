import type { PixelWindow } from '../../../src-preload/contract/takeaway.ts';
import { photometrics, type RasterImage } from '../raster-image.ts';
import type { TiffDirectory } from '../tiff-directory.ts';
import type { TiffEntry } from './tiff-entries.ts';

const tags = {
  photometric: 262,
  colourMap: 320,
  extraSamples: 338,
  scale: 33_550,
  tie: 33_922,
  matrix: 34_264,
  geoKeys: 34_735,
  geoDoubles: 34_736,
  geoTexts: 34_737,
  metadata: 42_112,
  nodata: 42_113,
  rational: 50_844,
} as const;
/** The positions of the first line and the first sample among the numbers of RPCCoefficientTag. */
const rationalLine = 2;
const rationalSample = 3;

async function doubles(directory: TiffDirectory, tag: number, change = (values: number[]) => values) {
  const values = [...(await directory.numbers(tag))];
  return values.length === 0 ? [] : [{ tag, type: 12 as const, values: change(values) }];
}

/** Returns control points with the same places, but with pixels counted from the corner of the crop. */
const movedTies =
  ({ column, row }: PixelWindow) =>
  (values: number[]) =>
    values.map((value, i) => (i % 6 === 0 ? value - column : i % 6 === 1 ? value - row : value));

/** Returns a single tie point with a scale, moved to the corner of the crop, where simple programs expect it. */
const movedCorner =
  ({ column, row }: PixelWindow, [scaleX = 0, scaleY = 0]: readonly number[]) =>
  ([i = 0, j = 0, , x = 0, y = 0, z = 0]: number[]) => [
    ...[0, 0, 0],
    ...[x + (column - i) * scaleX, y - (row - j) * Math.abs(scaleY), z],
  ];

/** Returns a matrix for the pixels of the crop: its origin is the corner of the crop. */
const movedMatrix =
  ({ column, row }: PixelWindow) =>
  (values: number[]) => {
    const moved = [...values];
    for (const at of [0, 4, 8])
      moved[at + 3] = (values[at + 3] ?? 0) + (values[at] ?? 0) * column + (values[at + 1] ?? 0) * row;
    return moved;
  };

/**
 * Returns the tags that place the crop: the numbers of the original, moved to the corner of the crop. The keys stay the same, so that a
 * pixel is still meant by its corner or its centre.
 */
async function placeTags(directory: TiffDirectory, window: PixelWindow): Promise<TiffEntry[]> {
  const keys = [...(await directory.numbers(tags.geoKeys))];
  const texts = await directory.bytes(tags.geoTexts);
  const scale = [...(await directory.numbers(tags.scale))];
  const hasScale = scale.length > 0;
  const isSingle = hasScale && (await directory.numbers(tags.tie)).length === 6;
  const matrix = await doubles(directory, tags.matrix, movedMatrix(window));
  return [
    ...(await doubles(directory, tags.scale)),
    ...(await doubles(directory, tags.tie, isSingle ? movedCorner(window, scale) : movedTies(window))),
    // With a scale and a tie point the matrix is ignored in the original, but GDAL would use the matrix of the crop.
    ...(hasScale ? [] : matrix),
    ...(keys.length === 0 ? [] : [{ tag: tags.geoKeys, type: 3 as const, values: keys }]),
    ...(await doubles(directory, tags.geoDoubles)),
    ...(texts === null ? [] : [{ tag: tags.geoTexts, type: 2 as const, bytes: texts }]),
    ...(await doubles(directory, tags.rational, (values) =>
      values.map((value, i) =>
        i === rationalLine ? value - window.row : i === rationalSample ? value - window.column : value,
      ),
    )),
  ];
}

const escaped = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? '',
  );

/** Returns a name escaped twice, as GDAL writes it, because GDAL unescapes it once more after its XML reader. */
const escapedTwice = (text: string) => escaped(escaped(text));

const zeroEnded = (text: string) => Buffer.from(`${text}\0`, 'utf8');

/**
 * Returns GDAL's metadata of the crop: those of the original without statistics, which would be wrong, and with names for bands that have
 * none.
 */
async function metadataTag(directory: TiffDirectory, bands: readonly string[]): Promise<TiffEntry[]> {
  const text = (await directory.text(tags.metadata)) ?? '';
  const items = [...text.matchAll(/<Item\b[^<>]{0,1000}>[^<]{0,100000}<\/Item>/g)]
    .map(([item]) => item)
    .filter((item) => !/\bname="STATISTICS_/.test(item));
  const named = new Set(
    items.flatMap((item) => (/\brole="description"/.test(item) ? [/\bsample="(\d+)"/.exec(item)?.[1]] : [])),
  );
  const added = bands.flatMap((name, i) =>
    named.has(String(i)) || name === ''
      ? []
      : [`<Item name="DESCRIPTION" sample="${i}" role="description">${escapedTwice(name)}</Item>`],
  );
  const all = [...items, ...added];
  if (all.length === 0) return [];
  return [
    { tag: tags.metadata, type: 2, bytes: zeroEnded(`<GDALMetadata>\n${all.join('\n')}\n</GDALMetadata>\n`) },
  ];
}

/** Returns the palette, filled up if its samples are stored with more bits, because it needs an entry for each value. */
function paletteTag({ photometric, colourMap, bits }: RasterImage): TiffEntry[] {
  if (photometric !== photometrics.palette || colourMap.length === 0) return [];
  const entries = colourMap.length / 3;
  const due = 2 ** (bits <= 8 ? 8 : 16);
  const values = [0, 1, 2].flatMap((channel) =>
    Array.from({ length: due }, (_, i) => (i < entries ? (colourMap[channel * entries + i] ?? 0) : 0)),
  );
  return [{ tag: tags.colourMap, type: 3, values }];
}

interface CropTagsOptions {
  directory: TiffDirectory;
  image: RasterImage;
  window: PixelWindow;
  /** The names of the samples; empty for one without a name. */
  bands: readonly string[];
}

/** Returns the tags of a crop for colours, placement, nodata and names; the writer adds those of the layout. */
export async function cropTags({ directory, image, window, bands }: CropTagsOptions): Promise<TiffEntry[]> {
  const nodata = await directory.bytes(tags.nodata);
  // YCbCr samples are red, green and blue after JPEG has unpacked them.
  const photometric = image.photometric === photometrics.yCbCr ? photometrics.rgb : image.photometric;
  return [
    { tag: tags.photometric, type: 3, values: [photometric] },
    ...paletteTag(image),
    ...(image.extraSamples.length === 0
      ? []
      : [{ tag: tags.extraSamples, type: 3 as const, values: image.extraSamples }]),
    ...(await placeTags(directory, window)),
    ...(await metadataTag(directory, bands)),
    ...(nodata === null ? [] : [{ tag: tags.nodata, type: 2 as const, bytes: nodata }]),
  ];
}
