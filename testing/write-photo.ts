/** A photo as a camera writes it, but without a picture: JPEG with the position, time and camera in its Exif. */
export function writePhoto({
  longitude,
  latitude,
  altitudeMetres,
  latitudeReference = latitude < 0 ? 'S' : 'N',
  status = null,
}: {
  longitude: number;
  latitude: number;
  altitudeMetres: number;
  latitudeReference?: string;
  /** `A` for a measured position, `V` for none; without it the tag is left out. */
  status?: string | null;
}): Buffer {
  const rational = (value: number): [number, number] => [Math.round(value * 1_000_000), 1_000_000];
  const degrees = (value: number) => [rational(Math.abs(value)), [0, 1], [0, 1]] as const;
  const ascii = (text: string) => Buffer.from(`${text}\0`);
  type Tag = { tag: number; type: number; count: number; data: Buffer };
  const rationals = (tag: number, values: readonly (readonly [number, number])[]): Tag => {
    const data = Buffer.alloc(8 * values.length);
    for (const [i, [above, under]] of values.entries()) {
      data.writeUInt32LE(above, 8 * i);
      data.writeUInt32LE(under, 8 * i + 4);
    }
    return { tag, type: 5, count: values.length, data };
  };
  const text = (tag: number, value: string): Tag => ({
    tag,
    type: 2,
    count: value.length + 1,
    data: ascii(value),
  });
  const long = (tag: number, value: number): Tag => {
    const data = Buffer.alloc(4);
    data.writeUInt32LE(value);
    return { tag, type: 4, count: 1, data };
  };
  /** A directory of tags at an offset; values of more than four bytes follow it. */
  const directory = (tags: Tag[], at: number): Buffer => {
    const head = Buffer.alloc(2 + 12 * tags.length + 4);
    const rest: Buffer[] = [];
    let next = at + head.length;
    head.writeUInt16LE(tags.length);
    for (const [i, { tag, type, count, data }] of tags.entries()) {
      const entry = 2 + 12 * i;
      head.writeUInt16LE(tag, entry);
      head.writeUInt16LE(type, entry + 2);
      head.writeUInt32LE(count, entry + 4);
      if (data.length <= 4) data.copy(head, entry + 8);
      else {
        head.writeUInt32LE(next, entry + 8);
        rest.push(data);
        next += data.length;
      }
    }
    return Buffer.concat([head, ...rest]);
  };
  const exif = [text(0x9003, '2024:05:06 07:08:09')];
  const gps: Tag[] = [
    text(1, latitudeReference),
    rationals(2, degrees(latitude)),
    text(3, longitude < 0 ? 'W' : 'E'),
    rationals(4, degrees(longitude)),
    { tag: 5, type: 1, count: 1, data: Buffer.from([altitudeMetres < 0 ? 1 : 0]) },
    rationals(6, [rational(Math.abs(altitudeMetres))]),
    ...(status === null ? [] : [text(9, status)]),
    rationals(17, [rational(271.5)]),
  ];
  const main = (exifAt: number, gpsAt: number) => [
    text(0x010f, 'Maker'),
    text(0x0110, 'Model 7'),
    long(0x8769, exifAt),
    long(0x8825, gpsAt),
  ];
  const exifAt = 8 + directory(main(0, 0), 8).length;
  const gpsAt = exifAt + directory(exif, exifAt).length;
  const tiff = Buffer.concat([
    Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]),
    directory(main(exifAt, gpsAt), 8),
    directory(exif, exifAt),
    directory(gps, gpsAt),
  ]);
  const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  const segment = Buffer.alloc(4);
  segment.writeUInt16BE(0xffe1);
  segment.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), segment, body, Buffer.from([0xff, 0xd9])]);
}
