import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogScene, putFiles } from '../../testing/catalog-scene.ts';
import { createFaultyProcess, installFaultySystem } from '../../testing/fault-runs/faulty-system.ts';
import { runLibrary } from '../../testing/fault-runs/library.ts';
import { createLooseDrive, type LooseDrive } from '../../testing/fault-runs/loose-drive.ts';
import { openImportWorld, putRaster } from '../../testing/import-world.ts';
import { sampleReview } from '../../testing/sample-review.ts';
import { walkCatalog } from '../../testing/stac/check-catalog.ts';
import { writeZip } from '../../testing/write-zip.ts';
import { createDisk } from '../features/library/holdings/disk/disk.ts';
import { writeHoldings } from '../features/library/holdings/disk/write-holdings.ts';
import { readBeside } from '../features/reviews/disk/read-reviews.ts';
import { writeReviews } from '../features/reviews/disk/write-reviews.ts';

it('short runs of faults: nothing that was said to be done is lost, and the catalog is valid after each step', async () => {
  const { failures, imported, statements, ended, walked } = await runLibrary({ seed: 10, rounds: 3 });
  expect(failures).toEqual([]);
  expect(Math.min(imported, statements, ended, walked)).toBeGreaterThan(1);
});

/** What is done by a process that ends before or after one of its operations of the disk, and again by another one. */
describe('after a process that ended anywhere, and a drive that was pulled out then', () => {
  let system: ReturnType<typeof installFaultySystem>;
  let room: string;
  beforeAll(() => {
    system = installFaultySystem();
  });
  afterAll(() => system.restore());
  beforeEach(() => {
    room = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'nadir-pulled-'));
  });
  afterEach(() => rmSync(room, { recursive: true, force: true }));

  /** Does it in a process that ends at an operation; resolves with whether it ended. */
  async function endAt(drive: LooseDrive, after: number, work: () => Promise<unknown>): Promise<boolean> {
    const process = createFaultyProcess([drive]);
    process.begin({ kind: 'kill', after });
    await system.run(process, () => Promise.race([work(), process.died]));
    return process.isDead();
  }

  /** Does work twice on a drive for every second operation at which the first process can end, and judges what the drive has kept. */
  async function endAnywhere(
    work: (library: string) => Promise<unknown>,
    judge: (library: string) => Promise<void>,
  ) {
    for (let after = 0, hasEnded = true; hasEnded; after += 2) {
      const library = join(room, `library-${after}`);
      mkdirSync(library);
      putFiles(library, catalogScene(1));
      const drive = createLooseDrive(library);
      hasEnded = await endAt(drive, after, () => work(library));
      if (hasEnded) await endAt(drive, Number.POSITIVE_INFINITY, () => work(library));
      drive.lose();
      await judge(library);
    }
  }

  it('each link of the catalog leads to a file, and the scene is in it', async () => {
    const scene = catalogScene(1);
    const entry = { sceneRow: 1, scene, source: scene.source, itemPath: null, pagePath: null };
    await endAnywhere(
      (library) => writeHoldings({ disk: createDisk(), library, instance: 'a' }, [entry]),
      async (library) => {
        const { problems, items } = await walkCatalog(library);
        expect(problems).toEqual([]);
        expect(items).toHaveLength(1);
      },
    );
  });

  it('a review is in its file', async () => {
    const entry = { seq: 1, folder: 'Coast/S1', review: sampleReview() };
    await endAnywhere(
      (library) => writeReviews({ disk: createDisk(), library, writer: 'b00000000001' }, [entry]),
      async (library) => {
        const { reviews, problems } = await readBeside(createDisk(), join(library, 'Coast/S1'));
        expect(problems).toEqual([]);
        expect(reviews.map(({ review }) => review)).toEqual([sampleReview()]);
      },
    );
  });

  it('an imported scene has all its files', async () => {
    const raster = readFileSync(putRaster(join(room, 'r.tif')));
    const zip = writeZip([
      { name: 'IMG/v.tif', data: raster },
      { name: 'meta.xml', data: Buffer.from('<a/>') },
    ]);
    for (let after = 0, hasEnded = true; hasEnded; after += 4) {
      const world = openImportWorld();
      const drive = createLooseDrive(world.library);
      writeFileSync(join(world.source, 'Z.zip'), zip);
      await world.read(join(world.source, 'Z.zip'));
      hasEnded = await endAt(drive, after, world.carryOut);
      if (hasEnded) {
        world.restart();
        await endAt(drive, Number.POSITIVE_INFINITY, async () => {
          await world.parts.imports.recover();
          if (world.newest().state === 'paused') await world.carryOut();
        });
      }
      drive.lose();
      expect(world.newest()).toMatchObject({ state: 'done', counts: { imported: 1, failed: 0 } });
      const folder = join(world.library, 'Imported/Z');
      expect(readFileSync(join(folder, 'IMG/v.tif')).equals(raster)).toBe(true);
      expect(readFileSync(join(folder, 'meta.xml'), 'utf8')).toBe('<a/>');
      await world.remove();
    }
  });

  it('so has one whose files a page has sent', async () => {
    const world = openImportWorld();
    const drive = createLooseDrive(world.library);
    const raster = readFileSync(putRaster(join(room, 'r.tif')));
    await endAt(drive, Number.POSITIVE_INFINITY, async () => {
      const { imports, received } = world.parts;
      const id = await received.begin({ name: 'r.tif', sizeBytes: raster.length });
      await received.add(id, raster.toString('base64'));
      await imports.readCopies([id]);
      await imports.idle();
      await world.carryOut();
    });
    drive.lose();
    expect(readFileSync(join(world.library, 'Imported/r/r.tif')).equals(raster)).toBe(true);
    await world.remove();
  });
});
