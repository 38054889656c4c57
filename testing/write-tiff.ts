import { writeFileSync } from 'node:fs';

export interface TiffTag {
  tag: number;
  /** 2 text, 3 short, 4 long, 12 double. */
  type: 2 | 3 | 4 | 12;
  values: readonly number[] | string;
}

export interface TiffImage {
  widthPx: number;
  heightPx: number;
  samplesPerPixel?: number;
  bitsPerSample?: number;
  /** 1 unsigned, 2 signed, 3 float. */
  sampleFormat?: number;
  /** As the file says that it is packed: 1, nothing, unless it is said. */
  compression?: number;
  /** Pixel-interleaved, little-endian. */
  data: Uint8Array;
  /** In addition to the usual tags, or instead of those with the same numbers. */
  tags?: readonly TiffTag[];
  /** The numbers of usual tags that are left out. */
  without?: readonly number[];
}

const sizes = { 2: 1, 3: 2, 4: 4, 12: 8 } as const;

function bytesOf({ type, values }: TiffTag): Buffer {
  if (typeof values === 'string') return Buffer.from(`${values}\0`, 'latin1');
  const bytes = Buffer.alloc(values.length * sizes[type]);
  for (const [i, value] of values.entries()) {
    if (type === 3) bytes.writeUInt16LE(value, i * 2);
    else if (type === 4) bytes.writeUInt32LE(value, i * 4);
    else bytes.writeDoubleLE(value, i * 8);
  }
  return bytes;
}

/** A plain TIFF 6 in one uncompressed strip, with the tags that a test wants. */
export function writeTiff(path: string, image: TiffImage): void {
  const { widthPx, heightPx, samplesPerPixel = 1, bitsPerSample = 8, sampleFormat = 1, data } = image;
  const each = (value: number) => Array.from({ length: samplesPerPixel }, () => value);
  const extra: TiffTag[] = samplesPerPixel > 1 ? [{ tag: 338, type: 3, values: each(0).slice(1) }] : [];
  const usual: TiffTag[] = [
    ...extra,
    { tag: 256, type: 4, values: [widthPx] },
    { tag: 257, type: 4, values: [heightPx] },
    { tag: 258, type: 3, values: each(bitsPerSample) },
    { tag: 259, type: 3, values: [image.compression ?? 1] },
    { tag: 262, type: 3, values: [1] },
    { tag: 273, type: 4, values: [8] },
    { tag: 277, type: 3, values: [samplesPerPixel] },
    { tag: 278, type: 4, values: [heightPx] },
    { tag: 279, type: 4, values: [data.length] },
    { tag: 284, type: 3, values: [1] },
    { tag: 339, type: 3, values: each(sampleFormat) },
  ];
  const own = image.tags ?? [];
  const isReplaced = ({ tag }: TiffTag) =>
    own.some((each) => each.tag === tag) || image.without?.includes(tag) === true;
  const tags = [...usual.filter((each) => !isReplaced(each)), ...own].toSorted((a, b) => a.tag - b.tag);
  const directoryAt = 8 + data.length + (data.length % 2);
  const head = Buffer.alloc(8);
  head.write('II', 'latin1');
  head.writeUInt16LE(42, 2);
  head.writeUInt32LE(directoryAt, 4);
  const table = Buffer.alloc(2 + tags.length * 12 + 4);
  table.writeUInt16LE(tags.length, 0);
  const outside: Buffer[] = [];
  let outsideAt = directoryAt + table.length;
  for (const [i, tag] of tags.entries()) {
    const bytes = bytesOf(tag);
    const at = 2 + i * 12;
    table.writeUInt16LE(tag.tag, at);
    table.writeUInt16LE(tag.type, at + 2);
    table.writeUInt32LE(bytes.length / sizes[tag.type], at + 4);
    if (bytes.length <= 4) bytes.copy(table, at + 8);
    else {
      table.writeUInt32LE(outsideAt, at + 8);
      const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)]);
      outside.push(padded);
      outsideAt += padded.length;
    }
  }
  writeFileSync(path, Buffer.concat([head, data, Buffer.alloc(data.length % 2), table, ...outside]));
}

/** The tags of a projected raster: `geo` replaces scale and tie point. */
export function geoTags(
  options: { epsg?: number; pixelIsPoint?: boolean; geo?: readonly TiffTag[] } = {},
): TiffTag[] {
  const { epsg = 32_631, pixelIsPoint = false } = options;
  const keys = [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, pixelIsPoint ? 2 : 1, 3072, 0, 1, epsg];
  return [
    { tag: 34_735, type: 3, values: keys },
    ...(options.geo ?? [
      { tag: 33_550, type: 12, values: [0.7, 0.7, 0] },
      { tag: 33_922, type: 12, values: [0, 0, 0, 500_000, 5_000_000, 0] },
    ]),
  ];
}
