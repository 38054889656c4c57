/** A shapefile with one point and one attribute, as bytes: for tests that damage it. */
export function writeShapefile({
  name,
  position: [x, y],
}: {
  name: string;
  position: readonly [number, number];
}): Record<string, Buffer> {
  const shp = Buffer.alloc(100 + 8 + 20);
  shp.writeUInt32BE(0x270a, 0);
  shp.writeUInt32BE(shp.length / 2, 24);
  shp.writeInt32LE(1_000, 28);
  shp.writeInt32LE(1, 32);
  shp.writeInt32BE(1, 100);
  shp.writeInt32BE(10, 104);
  shp.writeInt32LE(1, 108);
  shp.writeDoubleLE(x, 112);
  shp.writeDoubleLE(y, 120);
  const width = 20;
  const dbf = Buffer.alloc(32 + 32 + 1 + 1 + width, ' ');
  dbf.fill(0, 0, 64);
  dbf[0] = 3;
  dbf.writeUInt32LE(1, 4);
  dbf.writeUInt16LE(65, 8);
  dbf.writeUInt16LE(1 + width, 10);
  dbf.write('NAME', 32);
  dbf.write('C', 43);
  dbf[48] = width;
  dbf[64] = 0x0d;
  dbf.write(name, 66);
  return { 'a.shp': shp, 'a.dbf': dbf };
}
