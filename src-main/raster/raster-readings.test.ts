import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { libraryFileIdSchema } from '../../src-preload/contract/ids.ts';
import { AppError } from '../core/app-error.ts';
import { createRasterReadings } from './raster-readings.ts';
import { type RasterRecord, rasterRecordSchema } from './raster-record.ts';

const fileId = libraryFileIdSchema.parse(1);
const record: RasterRecord = rasterRecordSchema.parse({
  widthPx: 9,
  heightPx: 9,
  bitsPerSample: 8,
  bands: ['grey'],
  stretch: [[0, 255]],
  nodata: null,
  placement: { kind: 'unplaced', reason: 'no-georeference', detail: '' },
  hasAlpha: false,
  display: false,
});
const early = { ...record, isEarly: true };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-readings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const jobIn = (place: string) => ({
  path: '/file.tif',
  displayPath: join(place, '1.tif'),
  bands: [],
  fileName: 'file.tif',
  mayBeOverviews: true,
});

/** A builder whose disk becomes full while it writes; after `makeRoom` it succeeds. */
function fullDisk() {
  let isFull = true;
  let begun = 0;
  return {
    begun: () => begun,
    makeRoom() {
      isFull = false;
    },
    async run({ displayPath }: { displayPath: string }) {
      begun += 1;
      writeFileSync(`${displayPath}.part`, 'a part');
      if (isFull) throw new AppError('DISK_FULL', { path: displayPath, neededBytes: null });
      return { ...record, overviews: true };
    },
  };
}

it('keeps drawing without overviews on a full disk, and leaves no part of them', async () => {
  const building = fullDisk();
  const readings = createRasterReadings({
    describing: { run: async () => early },
    building,
    onBuild: () => undefined,
  });
  const reading = readings.read(fileId, jobIn(folder));
  expect(await reading.early).toBe(early);
  await expect(reading.record).rejects.toMatchObject({ code: 'DISK_FULL' });
  expect(existsSync(join(folder, '1.tif.part'))).toBe(false);
  expect(readings.build(fileId)).toEqual({ kind: 'failed', reason: 'disk-full', path: folder });
  expect(readings.halted(fileId)?.early).toBe(early);
  building.makeRoom();
  readings.allow(fileId);
  expect(readings.build(fileId)).toEqual({ kind: 'none' });
  expect((await readings.read(fileId, jobIn(folder)).record).overviews).toBe(true);
  expect(building.begun()).toBe(2);
});

it('says why there can be no folder for overviews', async () => {
  const building = fullDisk();
  const readings = createRasterReadings({
    describing: { run: async () => null },
    building,
    onBuild: () => undefined,
  });
  writeFileSync(join(folder, 'a-file'), '');
  const reading = readings.read(fileId, jobIn(join(folder, 'a-file', 'below')));
  await expect(reading.record).rejects.toMatchObject({ code: 'FOLDER_NOT_WRITABLE' });
  expect(building.begun()).toBe(0);
  // Nothing can be drawn, so the error is what is shown, and the next look tries again.
  expect(readings.build(fileId)).toEqual({ kind: 'none' });
  mkdirSync(join(folder, 'there'));
  building.makeRoom();
  expect((await readings.read(fileId, jobIn(join(folder, 'there'))).record).overviews).toBe(true);
});

it('builds nothing for a raster that the page can draw as it is', async () => {
  const building = fullDisk();
  let told = 0;
  const readings = createRasterReadings({
    describing: { run: async () => record },
    building,
    onBuild: () => {
      told += 1;
    },
  });
  expect(await readings.read(fileId, jobIn(folder)).record).toBe(record);
  expect([building.begun(), told, readings.build(fileId)]).toEqual([0, 0, { kind: 'none' }]);
});
