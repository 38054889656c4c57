import type { PixelWindow } from '../../../../src-preload/contract/takeaway.ts';
import { applyAffine } from '../../../../src-shared/geometry/pixel-models.ts';
import { type AuxiliaryMetadata, withAuxiliary } from '../../../raster/auxiliary-metadata.ts';
import { type GdalMetadata, readGdalMetadata } from '../../../raster/gdal-metadata.ts';
import type { PlaceFiles } from '../../../raster/placement/place-files.ts';
import { type FoundPlace, findPlace } from '../../../raster/placement/raster-place.ts';
import { isConverted } from '../../../raster/raster-colours.ts';
import { photometrics, type RasterImage } from '../../../raster/raster-image.ts';
import type { TiffDirectory } from '../../../raster/tiff-directory.ts';
import { CropRefusedError } from './crop-refused.ts';
import type { TiffEntry } from './tiff-entries.ts';
import { storedBits } from './tiled-tiff.ts';

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
/** What the file says of itself as text: document, description, program, date, author, computer and licence. */
const textTags = [269, 270, 305, 306, 315, 316, 33_432] as const;
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
    0,
    0,
    0,
    x + (column - i) * scaleX,
    y - (row - j) * Math.abs(scaleY),
    z,
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
async function ownPlaceTags(directory: TiffDirectory, window: PixelWindow): Promise<TiffEntry[]> {
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

const geoKey = { model: 1_024, raster: 1_025, geographic: 2_048, projected: 3_072 } as const;
const pixelIsArea = 1;

/** Returns the tags of the pixels of a place that a file beside the raster gives, counted from the corner of the crop. */
function pixelTags({ pixels }: FoundPlace, { column, row }: PixelWindow): TiffEntry[] {
  if (pixels.kind === 'points') {
    const values = pixels.points.flatMap((point) => [
      point.column - column,
      point.row - row,
      0,
      point.x,
      point.y,
      0,
    ]);
    return [{ tag: tags.tie, type: 12, values }];
  }
  if (pixels.kind === 'rational') {
    const { offsets, scales, ...model } = pixels.model;
    const [line = 0, sample = 0, ...others] = offsets;
    const { lineNumerator, lineDenominator, sampleNumerator, sampleDenominator } = model;
    // The first two are the errors of the model, which are not known.
    const values = [
      -1,
      -1,
      line - row,
      sample - column,
      ...others,
      ...scales,
      ...lineNumerator,
      ...lineDenominator,
      ...sampleNumerator,
      ...sampleDenominator,
    ];
    return [{ tag: tags.rational, type: 12, values }];
  }
  const [, b = 0, c = 0, , e = 0, f = 0] = pixels.geoTransform;
  const [x, y] = applyAffine(pixels.geoTransform, column, row);
  if (c === 0 && e === 0 && b > 0 && f < 0)
    return [
      { tag: tags.scale, type: 12, values: [b, -f, 0] },
      { tag: tags.tie, type: 12, values: [0, 0, 0, x, y, 0] },
    ];
  return [{ tag: tags.matrix, type: 12, values: [b, c, 0, x, e, f, 0, y, 0, 0, 0, 0, 0, 0, 0, 1] }];
}

/** Returns the keys of the system of a place: those of the raster if it gives the system, with pixels as areas, as the file beside it counts them. */
async function systemTags(directory: TiffDirectory, place: FoundPlace): Promise<TiffEntry[]> {
  if (place.pixels.kind === 'rational') return [];
  const { epsg, text } = place.projection;
  if (place.projectionFrom === null) {
    const keys = [...(await directory.numbers(tags.geoKeys))];
    const texts = await directory.bytes(tags.geoTexts);
    const values = keys.map((value, i) =>
      i % 4 === 3 && keys[i - 3] === geoKey.raster ? pixelIsArea : value,
    );
    return [
      { tag: tags.geoKeys, type: 3, values },
      ...(await doubles(directory, tags.geoDoubles)),
      ...(texts === null ? [] : [{ tag: tags.geoTexts, type: 2 as const, bytes: texts }]),
    ];
  }
  if (epsg === null) throw new CropRefusedError('place-beside');
  const isGeographic = text.includes('+proj=longlat');
  const values = [
    1,
    1,
    0,
    3,
    geoKey.model,
    0,
    1,
    isGeographic ? 2 : 1,
    geoKey.raster,
    0,
    1,
    pixelIsArea,
    isGeographic ? geoKey.geographic : geoKey.projected,
    0,
    1,
    epsg,
  ];
  return [{ tag: tags.geoKeys, type: 3, values }];
}

/** Returns the tags that place the crop: a place from a file beside the raster is written into the crop, which has no such file. */
async function placeTags(
  directory: TiffDirectory,
  window: PixelWindow,
  files: PlaceFiles,
): Promise<TiffEntry[]> {
  const place = await findPlace(directory, files);
  if ('reason' in place || (place.pixelsFrom === null && place.projectionFrom === null))
    return ownPlaceTags(directory, window);
  return [...pixelTags(place, window), ...(await systemTags(directory, place))];
}

const escaped = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? '',
  );

/** Returns a name escaped twice, as GDAL writes it, because GDAL unescapes it once more after its XML reader. */
const escapedTwice = (text: string) => escaped(escaped(text));

const zeroEnded = (text: string) => Buffer.from(`${text}\0`, 'utf8');

const formatItem = (name: string, sample: number, attributes: string, value: string | number) =>
  `<Item name="${name}" sample="${sample}" ${attributes}>${escapedTwice(String(value))}</Item>`;

/** Returns the items of what is said of the samples beside the raster and not in it. */
function itemsBeside(own: GdalMetadata, { scales, offsets, colours, wavelengths }: GdalMetadata): string[] {
  const added = <T extends string | number>(
    all: ReadonlyMap<number, T>,
    before: ReadonlyMap<number, T>,
    format: (sample: number, value: T) => string,
  ) => [...all].flatMap(([sample, value]) => (before.get(sample) === value ? [] : [format(sample, value)]));
  return [
    ...added(scales, own.scales, (sample, value) => formatItem('SCALE', sample, 'role="scale"', value)),
    ...added(offsets, own.offsets, (sample, value) => formatItem('OFFSET', sample, 'role="offset"', value)),
    ...added(colours, own.colours, (sample, value) =>
      formatItem('COLORINTERP', sample, 'role="colorinterp"', value),
    ),
    ...added(wavelengths, own.wavelengths, (sample, value) =>
      formatItem('CENTRAL_WAVELENGTH_UM', sample, 'domain="IMAGERY"', value / 1_000),
    ),
  ];
}

/**
 * Returns GDAL's metadata of the crop: those of the original without statistics, which would be wrong, those beside it, and names for bands
 * that have none.
 */
async function metadataTag(
  directory: TiffDirectory,
  bands: readonly string[],
  auxiliary: AuxiliaryMetadata | null,
): Promise<TiffEntry[]> {
  const text = (await directory.text(tags.metadata)) ?? '';
  const own = await readGdalMetadata(directory);
  const joined = withAuxiliary(own, auxiliary);
  const isRecoloured = (item: string) => {
    const sample = Number(/\bsample="(\d+)"/.exec(item)?.[1] ?? Number.NaN);
    return /\brole="colorinterp"/.test(item) && joined.colours.get(sample) !== own.colours.get(sample);
  };
  const items = [...text.matchAll(/<Item\b[^<>]{0,1000}>[^<]{0,100000}<\/Item>/g)]
    .map(([item]) => item)
    .filter((item) => !/\bname="STATISTICS_/.test(item) && !isRecoloured(item));
  const named = new Set(
    items.flatMap((item) => (/\brole="description"/.test(item) ? [/\bsample="(\d+)"/.exec(item)?.[1]] : [])),
  );
  const added = bands.flatMap((name, i) =>
    named.has(String(i)) || name === '' ? [] : [formatItem('DESCRIPTION', i, 'role="description"', name)],
  );
  const all = [...items, ...itemsBeside(own, joined), ...added];
  if (all.length === 0) return [];
  return [
    { tag: tags.metadata, type: 2, bytes: zeroEnded(`<GDALMetadata>\n${all.join('\n')}\n</GDALMetadata>\n`) },
  ];
}

async function ownTexts(directory: TiffDirectory): Promise<TiffEntry[]> {
  const found: TiffEntry[] = [];
  for (const tag of textTags) {
    const bytes = await directory.bytes(tag);
    if (bytes !== null && bytes.length > 0) found.push({ tag, type: 2, bytes });
  }
  return found;
}

/** Returns the palette, filled up if its samples are stored with more bits, because it needs an entry for each value. */
function paletteTag({ photometric, colourMap, bits }: RasterImage): TiffEntry[] {
  if (photometric !== photometrics.palette || colourMap.length === 0) return [];
  const entries = colourMap.length / 3;
  const due = 2 ** storedBits({ sampleFormat: 1, bits });
  const values = [0, 1, 2].flatMap((channel) =>
    Array.from({ length: due }, (_, i) => (i < entries ? (colourMap[channel * entries + i] ?? 0) : 0)),
  );
  return [{ tag: tags.colourMap, type: 3, values }];
}

/** The largest value of a class whose name is written: the list has an entry for each value up to it. */
const mostCategories = 65_536;

/**
 * Returns the text of the file beside a crop with the names of its classes, which a TIFF has no place for; null if there are none. The
 * categories of GDAL count from 0, and those without a name are empty.
 */
export function classNamesBeside(names: ReadonlyMap<number, string>): string | null {
  const values = [...names.keys()].filter(
    (value) => Number.isInteger(value) && value >= 0 && value < mostCategories,
  );
  if (values.length === 0) return null;
  const categories = Array.from(
    { length: Math.max(...values) + 1 },
    (_, value) => `<Category>${escaped(names.get(value) ?? '')}</Category>`,
  );
  return `<PAMDataset>
  <PAMRasterBand band="1">
    <CategoryNames>
${categories.map((category) => `      ${category}`).join('\n')}
    </CategoryNames>
  </PAMRasterBand>
</PAMDataset>
`;
}

interface CropTagsOptions {
  directory: TiffDirectory;
  image: RasterImage;
  window: PixelWindow;
  /** The names of the samples; empty for one without a name. */
  bands: readonly string[];
  /** What the files beside the raster say, which the crop has in itself. */
  auxiliary: AuxiliaryMetadata | null;
  placeFiles: PlaceFiles;
}

/**
 * Returns the tags of a crop for colours, placement, nodata, names and texts; the writer adds those of the layout. Throws CropRefusedError for
 * a place that the crop would lose.
 */
export async function cropTags(options: CropTagsOptions): Promise<TiffEntry[]> {
  const { directory, image, window, bands, auxiliary, placeFiles } = options;
  const beside = auxiliary?.nodata ?? null;
  const nodata = beside === null ? await directory.bytes(tags.nodata) : zeroEnded(beside);
  // YCbCr samples are red, green and blue after JPEG has unpacked them.
  const photometric = image.photometric === photometrics.yCbCr ? photometrics.rgb : image.photometric;
  return [
    { tag: tags.photometric, type: 3, values: [photometric] },
    ...paletteTag(image),
    ...(image.extraSamples.length === 0
      ? []
      : [{ tag: tags.extraSamples, type: 3 as const, values: image.extraSamples }]),
    ...(await placeTags(directory, window, placeFiles)),
    // The colours that a palette or inks stand for are no bands of the file: their names would name samples that do not exist.
    ...(await metadataTag(directory, isConverted(image) ? [] : bands, auxiliary)),
    ...(await ownTexts(directory)),
    ...(nodata === null ? [] : [{ tag: tags.nodata, type: 2 as const, bytes: nodata }]),
  ];
}
