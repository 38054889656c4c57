interface Entry {
  tag: number;
  type: 2 | 3 | 4 | 12;
  values: readonly number[] | string;
}

/** The properties of a GeoTIFF that its directories contain. */
export interface TiffImage {
  bands: readonly string[];
  bitsPerSample: 8 | 16;
  /** Tiles of `tileSize` with a predictor, or strips of `rowsPerStrip` without one. */
  layout: 'tiles' | 'strips';
  tileSize: number;
  rowsPerStrip: number;
  epsg: number;
  originX: number;
  originY: number;
  gsdMetres: number;
  nodata: number | null;
}

/** One resolution of the image, with the positions of its tiles or strips in the file. */
export interface TiffLevel {
  widthPx: number;
  heightPx: number;
  offsets: readonly number[];
  byteCounts: readonly number[];
}

const typeBytes = { 2: 1, 3: 2, 4: 4, 12: 8 } as const;

function entryBytes(entry: Entry): Buffer {
  if (typeof entry.values === 'string') return Buffer.from(`${entry.values}\0`, 'latin1');
  const bytes = Buffer.alloc(entry.values.length * typeBytes[entry.type]);
  entry.values.forEach((value, i) => {
    if (entry.type === 3) bytes.writeUInt16LE(value, i * 2);
    else if (entry.type === 4) bytes.writeUInt32LE(value, i * 4);
    else bytes.writeDoubleLE(value, i * 8);
  });
  return bytes;
}

function blockEntries({ layout, tileSize, rowsPerStrip }: TiffImage, level: TiffLevel): Entry[] {
  return layout === 'tiles'
    ? [
        { tag: 317, type: 3, values: [2] },
        { tag: 322, type: 3, values: [tileSize] },
        { tag: 323, type: 3, values: [tileSize] },
        { tag: 324, type: 4, values: level.offsets },
        { tag: 325, type: 4, values: level.byteCounts },
      ]
    : [
        { tag: 273, type: 4, values: level.offsets },
        { tag: 278, type: 4, values: [rowsPerStrip] },
        { tag: 279, type: 4, values: level.byteCounts },
      ];
}

function geoEntries({ bands, gsdMetres, originX, originY, epsg }: TiffImage): Entry[] {
  const items = bands
    .map((name, i) => `<Item name="DESCRIPTION" sample="${i}" role="description">${name}</Item>`)
    .join('');
  return [
    { tag: 33_550, type: 12, values: [gsdMetres, gsdMetres, 0] },
    { tag: 33_922, type: 12, values: [0, 0, 0, originX, originY, 0] },
    // Projected coordinates, pixel is area, code of the UTM zone, metres.
    {
      tag: 34_735,
      type: 3,
      values: [1, 1, 0, 4, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, epsg, 3076, 0, 1, 9001],
    },
    { tag: 42_112, type: 2, values: `<GDALMetadata>${items}</GDALMetadata>` },
  ];
}

/** Returns the entries of a level, by tag; only the first level, the image itself, is georeferenced. */
function entriesOf(image: TiffImage, level: TiffLevel, index: number): Entry[] {
  const { bands, bitsPerSample, nodata } = image;
  const isMain = index === 0;
  const entries: Entry[] = [
    { tag: 254, type: 4, values: [isMain ? 0 : 1] },
    { tag: 256, type: 4, values: [level.widthPx] },
    { tag: 257, type: 4, values: [level.heightPx] },
    { tag: 258, type: 3, values: bands.map(() => bitsPerSample) },
    { tag: 259, type: 3, values: [5] },
    { tag: 262, type: 3, values: [bands.length === 3 && bitsPerSample === 8 ? 2 : 1] },
    { tag: 277, type: 3, values: [bands.length] },
    { tag: 284, type: 3, values: [1] },
    { tag: 339, type: 3, values: bands.map(() => 1) },
    ...blockEntries(image, level),
  ];
  if (bands.length === 4) entries.push({ tag: 338, type: 3, values: [0, 0, 0] });
  if (isMain) entries.push(...geoEntries(image));
  if (nodata !== null) entries.push({ tag: 42_113, type: 2, values: String(nodata) });
  return entries.sort((a, b) => a.tag - b.tag);
}

/**
 * Returns the directory of level `index` for this position in the file, and where the position of the next directory must be
 * written (TIFF 6; GeoTIFF 1.1; GDAL's metadata tags 42112 and 42113).
 */
export function encodeDirectory(
  image: TiffImage,
  { level, index, position }: { level: TiffLevel; index: number; position: number },
): { bytes: Buffer; nextLinkAt: number } {
  const entries = entriesOf(image, level, index);
  const table = Buffer.alloc(2 + entries.length * 12 + 4);
  table.writeUInt16LE(entries.length, 0);
  let outside = position + table.length;
  const blobs: Buffer[] = [];
  entries.forEach((entry, i) => {
    const bytes = entryBytes(entry);
    const at = 2 + i * 12;
    table.writeUInt16LE(entry.tag, at);
    table.writeUInt16LE(entry.type, at + 2);
    table.writeUInt32LE(bytes.length / typeBytes[entry.type], at + 4);
    if (bytes.length <= 4) bytes.copy(table, at + 8);
    else {
      table.writeUInt32LE(outside, at + 8);
      const padded = bytes.length % 2 === 1 ? Buffer.concat([bytes, Buffer.alloc(1)]) : bytes;
      blobs.push(padded);
      outside += padded.length;
    }
  });
  return { bytes: Buffer.concat([table, ...blobs]), nextLinkAt: position + table.length - 4 };
}
