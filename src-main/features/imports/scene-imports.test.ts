import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogFile, catalogScene } from '../../../testing/catalog-scene.ts';
import {
  foreignItem,
  type ImportWorld,
  openImportWorld,
  putRaster,
  putText,
} from '../../../testing/import-world.ts';
import { writeTiff } from '../../../testing/write-tiff.ts';
import { writeZip } from '../../../testing/write-zip.ts';
import { createCatalogScenes } from '../library/catalog-scenes.ts';
import { toItem } from '../library/holdings/format/to-item.ts';

let world: ImportWorld;
beforeEach(() => {
  world = openImportWorld();
});
afterEach(async () => {
  expect(world.errors).toEqual([]);
  await world.remove();
});

const at = (...parts: string[]) => join(world.source, ...parts);
const kml = (west: number) =>
  `<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${west},1,0 ${west + 1},1,0 ${west + 1},2,0 ${west},1,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`;
const hidden = () => existsSync(join(world.library, '.importing'));

describe('sources', () => {
  it('an item of another tool becomes a scene with its footprint, metadata and origin', async () => {
    putRaster(at('a.tif'));
    putText(at('a.json'), foreignItem('a'));
    const preview = await world.read();
    expect(preview).toMatchObject({ state: 'ready', counts: { new: 1, problem: 0 } });
    expect(await world.listed()).toEqual([]);
    expect(readdirSync(world.library)).toEqual([]);
    expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 1, failed: 0 } });
    const [scene] = await world.details();
    expect(scene).toMatchObject({
      sceneId: 'a',
      connectionId: 'imported',
      contractId: null,
      satelliteName: 'other-1',
      cloudCover: 7,
      timestamp: '2026-03-05T10:30:00.000Z',
      bbox: [1, 1, 2, 2],
      filesOnDisk: 1,
      raw: {
        imported: { from: 'source', at: '2026-06-01T00:00:00.000Z' },
        metadata: { gsd: 10, cloud_cover: 7 },
        stac: { properties: { 'x:y': { z: 1 } } },
      },
    });
    expect(scene?.files).toMatchObject([{ kind: 'raster', name: 'a.tif', state: 'on-disk' }]);
    expect(readFileSync(join(world.library, 'Imported/a/a.tif'))).toEqual(readFileSync(at('a.tif')));
    expect(world.rasters).toHaveLength(1);
    expect(hidden()).toBe(false);
    // The scene is noted for the catalog of the folder.
    expect(
      world.store.get({ parse: (raw: unknown) => raw } as never, 'SELECT count(*) AS n FROM holding_pending'),
    ).toEqual({ n: 1 });
  });

  it('the time of an item without a zone is UTC, wherever the computer is', async () => {
    const own = process.env.TZ;
    process.env.TZ = 'America/Los_Angeles';
    try {
      putRaster(at('a.tif'));
      putText(at('a.json'), foreignItem('a', { properties: { datetime: '2023-01-10T00:30:00' } }));
      await world.read();
      await world.carryOut();
    } finally {
      if (own === undefined) delete process.env.TZ;
      else process.env.TZ = own;
    }
    expect(await world.details()).toMatchObject([{ timestamp: '2023-01-10T00:30:00.000Z' }]);
  });

  it('an item with an interval keeps it and gets no time', async () => {
    const [start, end] = ['2024-02-01T00:00:00Z', '2024-02-29T23:59:59Z'];
    putRaster(at('a.tif'));
    putText(
      at('a.json'),
      foreignItem('a', { properties: { datetime: null, start_datetime: start, end_datetime: end } }),
    );
    expect(await world.read()).toMatchObject({ counts: { new: 1, problem: 0 } });
    await world.carryOut();
    expect(await world.details()).toMatchObject([
      {
        timestamp: null,
        raw: { acquiredWithin: { start: '2024-02-01T00:00:00.000Z', end: '2024-02-29T23:59:59.000Z' } },
      },
    ]);
  });

  it.each(['yesterday', '2024-02-30T10:00:00Z', 7])(
    'an item whose time is %s is named with it',
    async (datetime) => {
      putRaster(at('a.tif'));
      putText(at('a.json'), foreignItem('a', { properties: { datetime } }));
      expect(await world.read()).toMatchObject({ counts: { new: 1, problem: 1 } });
      expect(await world.rows()).toContainEqual(
        expect.objectContaining({ problem: 'time', detail: String(datetime) }),
      );
    },
  );

  it.each<[string, string, Buffer, object]>([
    [
      'is refused',
      'the entry and the reason',
      writeZip([{ name: '../r.tif', data: Buffer.from('r') }]),
      { code: 'ARCHIVE_REFUSED', data: { fileName: 'a.zip', entry: '../r.tif', reason: 'outside' } },
    ],
    [
      'is damaged',
      'that it is not whole',
      writeZip([{ name: 'r.tif', data: Buffer.from('r') }]).subarray(0, 20),
      { code: 'FILE_NOT_WHOLE', data: { fileName: 'a.zip', detail: 'zip' } },
    ],
  ])('an archive that %s is told with %s', async (_, _told, bytes, error) => {
    mkdirSync(world.source, { recursive: true });
    writeFileSync(at('a.zip'), bytes);
    expect(await world.read(at('a.zip'))).toMatchObject({ state: 'failed', trouble: null, error });
  });

  it('a refused archive beside other files keeps its reason', async () => {
    putRaster(at('one.tif'));
    writeFileSync(at('a.zip'), writeZip([{ name: '../r.tif', data: Buffer.from('r') }]));
    await world.read(at('a.zip'), at('one.tif'));
    expect(await world.rows()).toContainEqual(
      expect.objectContaining({ label: `${at('a.zip')}: ../r.tif`, problem: 'archive', detail: 'outside' }),
    );
  });

  it('a single raster has its footprint and the files that belong to it by name', async () => {
    putRaster(at('one.tif'));
    putText(at('one.tif.aux.xml'), '<PAMDataset/>');
    putText(at('one.tfw'), '1');
    putText(at('other.txt'), 'no');
    putRaster(at('two.tif'), 9);
    await world.read(at('one.tif'));
    await world.carryOut();
    expect(await world.details()).toMatchObject([
      { sceneId: 'one', bbox: [10, 50, 11, 51], timestamp: null },
    ]);
    expect(readdirSync(join(world.library, 'Imported/one')).sort()).toEqual([
      'one.tfw',
      'one.tif',
      'one.tif.aux.xml',
    ]);
  });

  it('a raster has the time and satellite of the metadata beside it, and it is kept who said so', async () => {
    putRaster(at('LC08_L2SP_195028_20230110_20230115_02_T1_SR_B4.TIF'));
    putText(
      at('LC08_L2SP_195028_20230110_20230115_02_T1_MTL.txt'),
      'SPACECRAFT_ID = "LANDSAT_8"\nDATE_ACQUIRED = 2023-01-10\nSCENE_CENTER_TIME = "10:34:21Z"\nCLOUD_COVER = 12.5\n',
    );
    await world.read();
    await world.carryOut();
    const what = 'LC08_L2SP_195028_20230110_20230115_02_T1_MTL.txt';
    const [scene] = await world.details();
    expect(scene).toMatchObject({
      timestamp: '2023-01-10T10:34:21.000Z',
      satelliteName: 'LANDSAT_8',
      cloudCover: 12.5,
      raw: {
        metadata: { cloud_cover: 12.5 },
        statedBy: {
          timestamp: { by: 'metadata-file', what },
          satelliteName: { by: 'metadata-file', what },
        },
      },
    });
    expect(scene?.files.map(({ fileName }) => fileName)).toContain(what);
  });

  it('a raster without metadata has the time in its name, or else in its tag; a day stays a day', async () => {
    putRaster(at('20230110_103421_SN24_a.tif'));
    putRaster(at('ortho_2023-01-11.tif'), 7);
    putRaster(at('plain.tif'), 8);
    writeTiff(at('tagged.tif'), {
      widthPx: 2,
      heightPx: 2,
      data: Uint8Array.from([9, 2, 3, 4]),
      tags: [{ tag: 306, type: 2, values: '2023:01:12 10:34:21' }],
    });
    await world.read();
    await world.carryOut();
    const scenes = new Map<string, unknown>((await world.details()).map((scene) => [scene.sceneId, scene]));
    expect(scenes.get('20230110_103421_SN24_a')).toMatchObject({
      timestamp: '2023-01-10T10:34:21.000Z',
      satelliteName: 'SN24',
      raw: { statedBy: { timestamp: { by: 'file-name', what: '20230110_103421_SN24_a.tif' } } },
    });
    expect(scenes.get('ortho_2023-01-11')).toMatchObject({
      timestamp: null,
      raw: {
        acquiredWithin: { start: '2023-01-11T00:00:00.000Z', end: '2023-01-11T23:59:59.999Z' },
      },
    });
    expect(scenes.get('plain')).toMatchObject({ timestamp: null, satelliteName: null });
    expect(scenes.get('plain')).not.toHaveProperty('raw.statedBy');
    expect(scenes.get('tagged')).toMatchObject({
      timestamp: '2023-01-12T10:34:21.000Z',
      raw: { statedBy: { timestamp: { by: 'tiff-date' } } },
    });
  });

  it('what an item says is kept, and its files say only what it leaves out', async () => {
    putRaster(at('20230110_103421_SN24_a.tif'));
    const item = foreignItem('20230110_103421_SN24_a', { properties: { datetime: '2020-01-01T00:00:00Z' } });
    putText(at('a.json'), item);
    await world.read();
    await world.carryOut();
    expect(await world.details()).toMatchObject([
      {
        timestamp: '2020-01-01T00:00:00.000Z',
        satelliteName: 'SN24',
        raw: { statedBy: { satelliteName: { by: 'file-name' } } },
      },
    ]);
  });

  it('a folder with an outline is one scene; elsewhere each raster is one', async () => {
    for (const name of ['visual.tif', 'analytic.tif']) putRaster(at('delivery', name), name.length);
    putText(at('delivery', 'footprint.kml'), kml(30));
    putRaster(at('loose', 'x.tif'), 20);
    putRaster(at('loose', 'y.tif'), 21);
    await world.read();
    await world.carryOut();
    expect(await world.details()).toMatchObject([
      { sceneId: 'delivery', bbox: [30, 1, 31, 2], filesOnDisk: 3 },
      { sceneId: 'x', bbox: [10, 50, 11, 51] },
      { sceneId: 'y' },
    ]);
  });

  it('the bands and the metadata of one acquisition are one scene, by the names of its provider', async () => {
    const landsat = 'LC08_L2SP_195028_20230110_20230115_02_T1';
    for (const [n, band] of ['SR_B2', 'SR_B3', 'SR_B4', 'QA_PIXEL'].entries())
      putRaster(at('landsat', `${landsat}_${band}.TIF`), 10 + n);
    putRaster(at('landsat', 'LC08_L2SP_195028_20230126_20230131_02_T1_SR_B4.TIF'), 20);
    putText(at('landsat', `${landsat}_MTL.txt`), 'SPACECRAFT_ID = "LANDSAT_8"\nDATE_ACQUIRED = 2023-01-10\n');
    putText(at('landsat', `${landsat}_ANG.txt`), 'angles');
    for (const band of ['B02', 'B03'])
      putRaster(at('s2', `T32TQM_20230110T103421_${band}_10m.tif`), band.length);
    const planet = '20230110_103421_44_2424_3B';
    for (const [n, kind] of ['AnalyticMS_SR', 'udm2'].entries())
      putRaster(at('planet', `${planet}_${kind}.tif`), 30 + n);
    putText(at('planet', '20230110_103421_44_2424_metadata.json'), {});
    await world.read();
    await world.carryOut();
    const scenes = await world.details();
    const files = new Map<string, string[]>(
      scenes.map((scene) => [scene.sceneId, scene.files.map(({ fileName }) => fileName)]),
    );
    expect([...files.keys()].toSorted()).toEqual([
      planet,
      'LC08_L2SP_195028_20230110_20230115_02_T1',
      'LC08_L2SP_195028_20230126_20230131_02_T1_SR_B4',
      'T32TQM_20230110T103421',
    ]);
    expect(files.get(landsat)).toHaveLength(6);
    expect(files.get(planet)).toHaveLength(3);
    expect(scenes.find(({ sceneId }) => sceneId === landsat)).toMatchObject({ satelliteName: 'LANDSAT_8' });
  });

  it('the folders of a Maxar delivery are one scene for each part, and a SAFE is one scene', async () => {
    const order = '013039345010_01_P00';
    for (const [folder, kind] of [
      ['MUL', 'M2AS'],
      ['PAN', 'P2AS'],
    ])
      for (const tile of ['R1C1', 'R1C2'])
        for (const part of [1, 2])
          putRaster(
            at('maxar', `${order}${part}_${folder}`, `23JAN10103421-${kind}_${tile}-${order}${part}.TIF`),
            part,
          );
    putText(at('maxar', `${order}1_MUL`, `23JAN10103421-M2AS-${order}1.IMD`), 'satId = "WV02";');
    const safe = 'S1A_IW_GRDH_1SDV_20230110T103421_20230110T103446_046711_05997E_1234';
    for (const kind of ['vv', 'vh'])
      putRaster(at('x', `${safe}.SAFE`, 'measurement', `s1a-iw-grd-${kind}.tiff`), 5);
    putText(at('x', `${safe}.SAFE`, 'manifest.safe'), '<a/>');
    putText(at('x', `${safe}.SAFE`, 'preview', 'map-overlay.kml'), kml(30));
    await world.read();
    await world.carryOut();
    const found = await world.details();
    const files = found.map(({ sceneId, filesOnDisk }) => [sceneId, filesOnDisk]);
    expect(files.toSorted()).toEqual([
      [`23JAN10103421-${order}1`, 5],
      [`23JAN10103421-${order}2`, 4],
      [safe, 4],
    ]);
  });

  it('a mask of usable data belongs to the scene of its raster, and is one if that is elsewhere', async () => {
    for (const [n, name] of ['a_udm.tif', 'a.tif', 'b.tif', 'c_DN_udm_clip.tif'].entries())
      putRaster(at(name), n + 1);
    await world.read();
    await world.carryOut();
    const files = (await world.details()).map(({ sceneId, filesOnDisk }) => [sceneId, filesOnDisk]);
    expect(files.toSorted()).toEqual([
      ['a', 2],
      ['b', 1],
      ['c_DN_udm_clip', 1],
    ]);
  });

  it('a part of an archive that cannot be imported is named below its archive', async () => {
    writeFileSync(
      at('delivery.zip'),
      writeZip([
        { name: 'scene/a.tif', data: readFileSync(putRaster(join(world.home, 'a.tif'))) },
        { name: 'scene/broken.tif', data: Buffer.from('no raster') },
      ]),
    );
    await world.read(at('delivery.zip'));
    expect(world.rows()).toContainEqual(
      expect.objectContaining({ problem: 'not-tiff', label: at('delivery.zip', 'scene', 'broken.tif') }),
    );
  });

  it('an archive in an archive is kept with the scene, and it is said that it was not opened', async () => {
    const raster = readFileSync(putRaster(join(world.home, 'a.tif')));
    const inner = writeZip([{ name: 'b.tif', data: raster }]);
    writeFileSync(
      at('delivery.zip'),
      writeZip([
        { name: 'a.tif', data: raster },
        { name: 'more/inner.zip', data: inner },
      ]),
    );
    await world.read(at('delivery.zip'));
    expect(world.rows()).toContainEqual(
      expect.objectContaining({ problem: 'archive-inside', label: at('delivery.zip', 'more', 'inner.zip') }),
    );
    await world.carryOut();
    expect(await world.details()).toMatchObject([{ sceneId: 'delivery', filesOnDisk: 2 }]);
  });

  it('an archive is one scene, and its own copies are moved', async () => {
    putRaster(at('r.tif'));
    const raster = readFileSync(at('r.tif'));
    const zip = writeZip([
      { name: 'IMG/v.tif', data: raster, method: 8 },
      { name: 'meta.xml', data: Buffer.from('<a/>') },
      { name: 'footprint.kml', data: Buffer.from(kml(40)) },
    ]);
    writeFileSync(at('Delivery 7.zip'), zip);
    const preview = await world.read(at('Delivery 7.zip'));
    expect(preview).toMatchObject({ state: 'ready', counts: { new: 1 } });
    await world.carryOut();
    expect(await world.details()).toMatchObject([
      { sceneId: 'Delivery 7', bbox: [40, 1, 41, 2], filesOnDisk: 3 },
    ]);
    expect(readFileSync(join(world.library, 'Imported/Delivery 7/IMG/v.tif'))).toEqual(raster);
    expect(hidden()).toBe(false);
    expect(readFileSync(at('Delivery 7.zip')).equals(zip)).toBe(true);
  });

  it('a catalog is read by its links alone, each once', async () => {
    putRaster(at('items', 'a.tif'), 1);
    putRaster(at('items', 'lost.tif'), 3);
    putText(at('items', 'a.json'), foreignItem('a', { links: [{ rel: 'root', href: '../catalog.json' }] }));
    putText(at('catalog.json'), {
      type: 'Catalog',
      stac_version: '1.0.0',
      id: 'c',
      description: 'd',
      links: [
        { rel: 'self', href: 'https://tiles.example/cat/catalog.json' },
        { rel: 'child', href: './sub/catalog.json' },
        { rel: 'item', href: 'https://tiles.example/cat/items/a.json' },
        { rel: 'item', href: '../outside.json' },
        { rel: 'item', href: 'https://elsewhere.example/b.json' },
      ],
    });
    putText(at('sub', 'catalog.json'), {
      type: 'Catalog',
      stac_version: '1.0.0',
      id: 'c2',
      description: 'd',
      links: [
        { rel: 'child', href: '../catalog.json' },
        { rel: 'item', href: '../items/a.json' },
      ],
    });
    const preview = await world.read(at('catalog.json'));
    expect(preview.counts).toMatchObject({ new: 1, problem: 2 });
    expect(
      world
        .rows()
        .map(({ problem }) => problem)
        .sort(),
    ).toEqual(['address-outside', 'address-remote', null]);
  });

  it('a selected item may name files below the catalog that it names as its root', async () => {
    putRaster(at('data', 'a.tif'));
    putText(at('catalog.json'), {
      type: 'Catalog',
      stac_version: '1.0.0',
      id: 'c',
      description: 'd',
      links: [],
    });
    const assets = { a: { href: '../data/a.tif', type: 'image/tiff' } };
    putText(
      at('items', 'a.json'),
      foreignItem('a', { assets, links: [{ rel: 'root', href: '../catalog.json' }] }),
    );
    putText(at('items', 'b.json'), foreignItem('b', { assets }));
    await world.read(at('items', 'a.json'));
    expect(world.rows()).toMatchObject([{ outcome: 'new', files: 1 }]);
    await world.read(at('items', 'b.json'));
    expect(world.rows()).toMatchObject([
      { problem: 'address-outside' },
      { problem: 'no-files', detail: 'b' },
    ]);
  });

  it('a scene that Nadir wrote keeps its connection, order and deliverable', async () => {
    putRaster(at('S1', 'S1.tif'));
    const file = catalogFile('S1/S1.tif', {
      order: '000383',
      deliverable: 'd-1',
      sha256: null,
      sizeBytes: null,
    });
    const scene = catalogScene(1, { files: [file] });
    const paths = { itemPath: 'S1/stac-item.json', pagePath: 'p/catalog.json', rootPath: 'catalog.json' };
    putText(at('S1', 'stac-item.json'), toItem(scene, paths));
    await world.read();
    await world.carryOut();
    expect(await world.details()).toMatchObject([
      {
        sceneId: 'S1',
        connectionId: 'connection',
        contractId: 'cont.1',
        project: 'Coast',
        taskName: 'Año nuevo',
      },
    ]);
    expect(existsSync(join(world.library, 'Coast/S1/S1.tif'))).toBe(true);
  });
});

describe('the path at which a file was found', () => {
  /** The original paths of all files that items of the library would have. */
  const originalPaths = () => {
    const described = createCatalogScenes({ store: world.store, connection: () => null });
    return world.store
      .all(z.object({ id: z.number() }), 'SELECT id FROM scene ORDER BY id')
      .flatMap(({ id }) => described.get(world.library, id)?.scene?.files ?? [])
      .map(({ originalPath }) => originalPath);
  };
  const importFrom = async (...paths: string[]) => {
    await world.read(...paths);
    await world.carryOut();
    return originalPaths();
  };

  it('is kept below the selected folder, without the folders above it', async () => {
    putRaster(at('2023', 'Küste', 'a.tif'));
    expect(await importFrom(at())).toEqual(['2023/Küste/a.tif']);
  });

  it('is kept of items and of files beside a selected raster', async () => {
    putRaster(at('items', 'a.tif'), 1);
    putText(at('items', 'a.json'), foreignItem('a'));
    putRaster(at('b.tif'), 2);
    putText(at('b.tfw'), 'x');
    expect(await importFrom(at('items'), at('b.tif'))).toEqual(['a.tif', 'b.tif', 'b.tfw']);
  });

  it('has the name of its archive before it, and no hidden folder of the library', async () => {
    const data = readFileSync(putRaster(join(world.home, 'a.tif')));
    mkdirSync(world.source, { recursive: true });
    writeFileSync(at('delivery.zip'), writeZip([{ name: 'IMG/a.tif', data }]));
    expect(await importFrom(at('delivery.zip'))).toEqual(['delivery.zip/IMG/a.tif']);
  });

  it('stays that of the first import when a scene goes from library to library', async () => {
    putRaster(at('S1', 'S1.tif'));
    const file = catalogFile('S1/S1.tif', { originalPath: 'disk 7/S1.tif', sha256: null, sizeBytes: null });
    const paths = { itemPath: 'S1/stac-item.json', pagePath: 'p/catalog.json', rootPath: 'catalog.json' };
    putText(at('S1', 'stac-item.json'), toItem(catalogScene(1, { files: [file] }), paths));
    expect(await importFrom(at())).toEqual(['disk 7/S1.tif']);
  });
});

describe('a scene that is in the library', () => {
  it('is reported and not copied again, whether it is found by name or by content', async () => {
    putRaster(at('a.tif'));
    putText(at('a.json'), foreignItem('a'));
    await world.read();
    await world.carryOut();
    expect(await world.read()).toMatchObject({ counts: { new: 0, there: 1 } });
    mkdirSync(at('again'));
    copyFileSync(at('a.tif'), at('again', 'renamed.tif'));
    await world.read(at('again'));
    expect(world.rows()).toMatchObject([{ label: 'renamed', outcome: 'there', detail: 'a' }]);
    expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 0 } });
    expect(await world.listed()).toHaveLength(1);
  });

  it('gets another name if only the name is the same', async () => {
    putRaster(at('p', 'image.tif'), 1);
    putRaster(at('q', 'image.tif'), 2);
    await world.read(at('p'));
    await world.carryOut();
    await world.read(at('q'));
    expect(world.rows()[0]).toMatchObject({ outcome: 'new' });
    expect(world.rows()[0]?.label).toMatch(/^image-[0-9a-f]{8}$/);
    await world.carryOut();
    expect(await world.listed()).toHaveLength(2);
    // Both are known now.
    expect(await world.read()).toMatchObject({ counts: { new: 0, there: 2 } });
  });

  it('gets the files that are missing', async () => {
    const assets = { a: { href: './a.tif', type: 'image/tiff' } };
    putRaster(at('a.tif'), 1);
    putRaster(at('b.tif'), 2);
    putText(at('a.json'), foreignItem('a', { assets }));
    await world.read(at('a.json'));
    await world.carryOut();
    putText(
      at('a.json'),
      foreignItem('a', { assets: { ...assets, b: { href: './b.tif', type: 'image/tiff' } } }),
    );
    await world.read(at('a.json'));
    expect(world.rows()).toMatchObject([{ outcome: 'adds', files: 1 }]);
    await world.carryOut();
    expect(await world.details()).toMatchObject([{ sceneId: 'a', filesOnDisk: 2 }]);
    await world.undo();
    expect(await world.details()).toMatchObject([{ sceneId: 'a', filesOnDisk: 1 }]);
  });
});

describe('files beside a raster that the library has already', () => {
  it.each(['image.tfw', 'image.prj', 'image.tif.aux.xml', 'image_RPC.TXT', 'image.tif.msk'])(
    'are not taken into another folder, where they have no effect, and that is said (%s)',
    async (name) => {
      putRaster(at('image.tif'), 1);
      await world.read();
      await world.carryOut();
      putText(at(name), 'late');
      await world.read();
      expect(world.rows()).toMatchObject([
        { outcome: 'problem', problem: 'late-beside', detail: name },
        { outcome: 'there' },
      ]);
    },
  );

  it('come with the raster once its file is deleted', async () => {
    putRaster(at('image.tif'), 1);
    await world.read();
    await world.carryOut();
    rmSync(join(world.library, 'Imported/image/image.tif'));
    putText(at('image.tfw'), '10\n0\n0\n-10\n500000\n5000000\n');
    await world.read();
    expect(world.rows()).toMatchObject([{ outcome: 'adds', files: 2 }]);
  });
});

describe('a raster that was deleted and is imported again', () => {
  const worldFile = '10\n0\n0\n-10\n500000\n5000000\n';
  async function importAndDelete() {
    putRaster(at('image.tif'), 1);
    putText(at('image.tfw'), worldFile);
    putText(at('image.prj'), 'LOCAL_CS["mine"]');
    await world.read();
    await world.carryOut();
    for (const path of rasters()) rmSync(path);
  }
  /** The paths of the raster in the library. */
  const rasters = () =>
    readdirSync(world.library, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('image.tif'))
      .map((path) => join(world.library, path));
  const besideAgain = () => {
    const [again = ''] = rasters();
    return readFileSync(again.replace(/\.tif$/, '.tfw'), 'utf8');
  };

  it('has the files beside it that the source has, in its new folder', async () => {
    await importAndDelete();
    await world.read();
    expect(world.rows()).toMatchObject([{ outcome: 'adds', files: 3 }]);
    await world.carryOut();
    expect(besideAgain()).toBe(worldFile);
  });

  it('has those of the library, where the source has none', async () => {
    await importAndDelete();
    rmSync(at('image.tfw'));
    await world.read();
    expect(world.rows()).toMatchObject([{ outcome: 'adds', files: 3 }]);
    await world.carryOut();
    expect(besideAgain()).toBe(worldFile);
  });
});

describe('an import that is undone', () => {
  async function importTwo() {
    for (const [n, name] of ['a', 'b'].entries()) {
      putRaster(at(`${name}.tif`), n);
      putText(at(`${name}.json`), foreignItem(name));
    }
    await world.read();
    return world.carryOut();
  }

  it('leaves nothing once the catalog is written, and does not change the originals', async () => {
    await importTwo();
    expect(await world.undo()).toMatchObject({ state: 'undone', counts: { imported: 0 } });
    expect(await world.listed()).toEqual([]);
    // The catalog leaves the scenes.
    world.store.run('DELETE FROM holding_pending');
    world.parts.imports.clean();
    await world.parts.imports.idle();
    const any = { onDiskOnly: false };
    expect(
      await world.parts.scenes.list({ filter: any, sort: 'name', descending: false, offset: 0, limit: 9 }),
    ).toMatchObject({ total: 0 });
    expect(existsSync(join(world.library, 'Imported/a'))).toBe(false);
    expect(readdirSync(world.source)).toHaveLength(4);
    // It can be imported again.
    expect(await world.read()).toMatchObject({ counts: { new: 2 } });
  });

  it('keeps files that the user has changed or added', async () => {
    await importTwo();
    writeFileSync(join(world.library, 'Imported/a/a.tif'), 'changed by the user');
    writeFileSync(join(world.library, 'Imported/b/notes.txt'), 'mine');
    await world.undo();
    expect(readFileSync(join(world.library, 'Imported/a/a.tif'), 'utf8')).toBe('changed by the user');
    expect(readdirSync(join(world.library, 'Imported/b'))).toEqual(['notes.txt']);
  });

  it('waits for a library that is away', async () => {
    await importTwo();
    rmSync(world.library, { recursive: true });
    expect(await world.undo()).toMatchObject({
      state: 'done',
      trouble: 'library-missing',
      counts: { imported: 2 },
    });
    expect(await world.listed()).toHaveLength(2);
    mkdirSync(world.library);
  });
});

describe('an import that is interrupted', () => {
  async function readTwo() {
    for (const [n, name] of ['a', 'b'].entries()) putRaster(at(`${name}.tif`), n);
    await world.read();
  }
  const fail = (code: string, when: (ask: string) => boolean) => {
    world.faults.before = ({ ask }) => {
      if (when(ask)) throw Object.assign(new Error(code), { code, syscall: 'write' });
    };
  };

  it.each([
    ['ENOSPC', 'disk-full'],
    ['EROFS', 'read-only'],
    ['EIO', 'library-missing'],
    ['EMFILE', 'failed'],
  ])('by %s is paused, and goes on where it was', async (code, trouble) => {
    await readTwo();
    let copies = 0;
    fail(code, (ask) => ask === 'copy' && ++copies === 2);
    expect(await world.carryOut()).toMatchObject({ state: 'paused', trouble, counts: { imported: 1 } });
    expect(await world.carryOut()).toMatchObject({ state: 'done', trouble: null, counts: { imported: 2 } });
    expect(await world.listed()).toHaveLength(2);
  });

  it('between the move and the record records the moved files later and makes no second copy', async () => {
    await readTwo();
    // The process ends right after the move of the first scene.
    const { table } = world.parts;
    const { importId } = world.newest();
    const row = table.next(importId);
    const size = readFileSync(at('a.tif')).length;
    const placed = [{ place: 'a.tif', sizeBytes: size, sha256: 'f'.repeat(64) }];
    table.notePlace(importId, row?.seq ?? 0, { folder: 'Imported/a', placed });
    putRaster(join(world.library, 'Imported/a/a.tif'), 0);
    world.store.run(`UPDATE scene_import SET state = 'importing'`);
    world.restart();
    await world.parts.imports.recover();
    expect(world.newest()).toMatchObject({ state: 'paused', trouble: 'interrupted' });
    await world.carryOut();
    expect(readdirSync(join(world.library, 'Imported')).sort()).toEqual(['a', 'b']);
    expect(await world.listed()).toHaveLength(2);
  });

  it('and then forgotten removes files without a record and keeps imported scenes', async () => {
    await readTwo();
    let copies = 0;
    fail('ENOSPC', (ask) => ask === 'copy' && ++copies === 2);
    await world.carryOut();
    const { importId } = world.newest();
    const [second] = world.rows().filter(({ outcome }) => outcome === 'new');
    const size = readFileSync(at('b.tif')).length;
    const placed = [{ place: 'b.tif', sizeBytes: size, sha256: 'f'.repeat(64) }];
    world.parts.table.notePlace(importId, second?.seq ?? 0, { folder: 'Imported/b', placed });
    putRaster(join(world.library, 'Imported/b/b.tif'), 1);
    await world.parts.imports.forget(importId);
    expect(world.newest()).toMatchObject({ state: 'done', counts: { imported: 1 } });
    expect(readdirSync(join(world.library, 'Imported'))).toEqual(['a']);
  });

  it('by the user is paused; one that is only read is forgotten', async () => {
    await readTwo();
    const { imports } = world.parts;
    const { importId } = world.newest();
    imports.start(importId);
    await imports.stop(importId);
    expect(world.newest()).toMatchObject({ state: 'paused', trouble: 'stopped' });
    expect(await world.carryOut()).toMatchObject({ counts: { imported: 2 } });
    const { importId: next } = await imports.readPaths([world.source]);
    await imports.stop(next);
    expect(imports.list().map((each) => each.importId)).toEqual([importId]);
  });

  it('by a source drive that goes away waits for it, and leaves the scene out when the user continues', async () => {
    await readTwo();
    rmSync(world.source, { recursive: true });
    expect(await world.carryOut()).toMatchObject({ state: 'paused', trouble: 'source-missing' });
    expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 0, failed: 2 } });
    mkdirSync(world.source);
  });

  it('reports a file that changed or vanished after the preview, and imports the others', async () => {
    await readTwo();
    writeFileSync(at('a.tif'), 'another');
    expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 1, failed: 1 } });
    expect(world.rows()[0]).toMatchObject({ outcome: 'failed', problem: 'changed', detail: 'a.tif' });
    expect(hidden()).toBe(false);
  });

  it('only one import runs at a time, and unknown ids are refused', async () => {
    await readTwo();
    const { imports } = world.parts;
    const { importId } = world.newest();
    imports.start(importId);
    expect(() => imports.start(importId)).toThrow('CONFLICT');
    await expect(imports.readPaths([world.source])).rejects.toThrow('CONFLICT');
    await imports.idle();
    expect(() => imports.start(importId)).toThrow('CONFLICT');
    expect(() => imports.undo(99)).toThrow('NOT_FOUND');
  });

  it('after the clock was set back stores the times as they are', async () => {
    await readTwo();
    world.setTime('1999-01-01T00:00:00Z');
    await world.carryOut();
    expect((await world.details())[0]?.raw.imported).toEqual({
      from: 'source',
      at: '1999-01-01T00:00:00.000Z',
    });
  });
});

describe('what is wanted of an import', () => {
  it('a scene with the same pixels as another one of the import is named and left out, unless it is ticked', async () => {
    putRaster(at('a.tif'));
    putRaster(at('again.tif'));
    // The same size, other pixels.
    putRaster(at('other.tif'), 7);
    expect(await world.read()).toMatchObject({ counts: { new: 2, omitted: 1, there: 0 } });
    const omitted = world.rows().filter(({ isWanted }) => !isWanted);
    expect(omitted).toMatchObject([{ outcome: 'new', duplicateOf: 'import' }]);
    // Whichever of the two the folder lists first is imported.
    expect(omitted.flatMap(({ label, detail }) => [label, detail]).sort()).toEqual(['a', 'again']);
    const { importId, totalBytes } = world.newest();
    world.parts.imports.want(
      importId,
      omitted.map(({ seq }) => seq),
      true,
    );
    expect(world.newest()).toMatchObject({ counts: { new: 3, omitted: 0 } });
    expect(world.newest().totalBytes).toBeGreaterThan(totalBytes);
    expect(await world.carryOut()).toMatchObject({ counts: { imported: 3, failed: 0 } });
  });

  it('a scene that is unticked is not imported, and its row says so', async () => {
    putRaster(at('a.tif'), 1);
    putRaster(at('b.tif'), 2);
    await world.read();
    const { importId } = world.newest();
    world.parts.imports.want(importId, null, false);
    expect(world.newest()).toMatchObject({ totalBytes: 0, counts: { new: 0, omitted: 2 } });
    const seq = world.rows().find(({ label }) => label === 'b')?.seq ?? 0;
    world.parts.imports.want(importId, [seq], true);
    expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 1, omitted: 1 } });
    expect((await world.listed()).map(({ sceneId }) => sceneId)).toEqual(['b']);
    expect(world.rows()).toContainEqual(
      expect.objectContaining({ label: 'a', outcome: 'new', isWanted: false }),
    );
    expect(() => world.parts.imports.want(importId, null, true)).toThrow('CONFLICT');
  });

  it('a scene that was found twice under one name is named as such', async () => {
    putRaster(at('one', 'a.tif'));
    putText(at('one', 'a.json'), foreignItem('a'));
    putRaster(at('two', 'a.tif'));
    putText(at('two', 'a.json'), foreignItem('a'));
    await world.read();
    expect(world.rows()).toMatchObject([
      { label: 'a', outcome: 'new', duplicateOf: null },
      { label: 'a', outcome: 'there', detail: 'a', duplicateOf: 'import' },
    ]);
    // The library is empty, and has none of them already.
    const { importId, counts } = world.newest();
    expect(counts).toMatchObject({ new: 1, twice: 1, there: 0 });
    world.parts.imports.want(importId, null, true);
    expect(world.newest().counts).toMatchObject({ new: 1, twice: 1, there: 0 });
  });

  it('what does not fit together about a place is told in the preview, counted, and kept with the scene', async () => {
    // The raster lies at 10° E, 50° N, and the outline of the item around 1.5° E, 1.5° N.
    putRaster(at('a.tif'));
    putText(at('a.json'), foreignItem('a', { bbox: [40, 40, 41, 41] }));
    putRaster(at('b.tif'), 2);
    putText(at('b.tif.aux.xml'), '<PAMDataset><SRS>ESRI:102001</SRS></PAMDataset>');
    putRaster(at('c.tif'), 3);
    await world.read();
    expect(world.newest().counts).toMatchObject({ new: 3, remarked: 2 });
    const told = world.rows().map(({ label, placeRemarks }) => [label, placeRemarks]);
    expect(told).toMatchObject([
      [
        'a',
        [
          { kind: 'box', isSwapped: false },
          { kind: 'outline', isSwapped: false, file: 'a.tif' },
        ],
      ],
      ['b', [{ kind: 'unplaced', reason: 'unknown-projection', detail: 'ESRI:102001', file: 'b.tif' }]],
      ['c', []],
    ]);
    await world.carryOut();
    const details = await world.details();
    expect(details.find(({ sceneId }) => sceneId === 'a')?.raw).toMatchObject({
      placeRemarks: [{ kind: 'box' }, { kind: 'outline' }],
    });
  });

  it('an outline with longitude and latitude exchanged is told as such', async () => {
    putRaster(at('a.tif'));
    const ring = [
      [50, 10],
      [51, 10],
      [51, 11],
      [50, 11],
      [50, 10],
    ];
    putText(at('a.json'), foreignItem('a', { geometry: { type: 'Polygon', coordinates: [ring] } }));
    await world.read();
    expect(world.rows()).toMatchObject([{ placeRemarks: [{ kind: 'outline', isSwapped: true }] }]);
  });

  it('an import that waits says how many scenes are left', async () => {
    putRaster(at('a.tif'), 1);
    putRaster(at('b.tif'), 2);
    await world.read();
    expect(world.newest()).toMatchObject({ waiting: 0, counts: { new: 2 } });
    rmSync(world.source, { recursive: true });
    expect(await world.carryOut()).toMatchObject({ state: 'paused', waiting: 2, counts: { imported: 0 } });
  });
});

describe('reviews beside scenes', () => {
  const review = (...folder: string[]) => putText(at(...folder, 'stac-review.ana.json'), '{}');

  it('are told before the import, and are no scenes and no files of scenes', async () => {
    putRaster(at('a', 'a.tif'));
    putText(at('a', 'a.json'), foreignItem('a'));
    putRaster(at('b', 'b.tif'), 2);
    review('a');
    review('b');
    expect(await world.read()).toMatchObject({ counts: { new: 2, problem: 0, reviews: 2 } });
    expect((await world.rows()).map(({ label, files }) => [label, files])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('are read once all scenes are in the library, also after the end of the process', async () => {
    putRaster(at('a.tif'));
    putText(at('a.json'), foreignItem('a'));
    const path = review();
    const read: string[][] = [];
    world.faults.readReviews = async (paths) => {
      read.push([...paths]);
      if (read.length === 1) throw new Error('the process ended');
      expect(await world.listed()).toHaveLength(1);
      return { read: 1, new: 0, problems: [{ path, problem: 'changed-by-hand' }] };
    };
    await world.read();
    expect(await world.carryOut()).toMatchObject({ state: 'paused' });
    expect(world.errors.splice(0)).toHaveLength(1);
    world.restart();
    expect(await world.carryOut()).toMatchObject({
      state: 'done',
      counts: { imported: 1, reviews: 1, reviewsRead: 1, reviewsNew: 0, reviewsLeft: 0 },
    });
    expect(read).toEqual([[path], [path]]);
    expect(await world.rows()).toContainEqual(
      expect.objectContaining({ label: path, problem: 'review', detail: 'changed-by-hand' }),
    );
  });

  it('are told to stay where they are when the rest of an import is given up', async () => {
    for (const id of ['a', 'b']) {
      putRaster(at(id, `${id}.tif`), id.charCodeAt(0));
      putText(at(id, `${id}.json`), foreignItem(id));
      review(id);
    }
    await world.read();
    world.faults.before = ({ ask }) => {
      if (ask === 'copy' && world.newest().counts.imported === 1) throw new Error('stopped');
    };
    expect(await world.carryOut()).toMatchObject({ state: 'paused', counts: { imported: 1 } });
    world.errors.splice(0);
    world.faults.before = () => undefined;
    await world.parts.imports.forget(world.newest().importId);
    expect(world.newest()).toMatchObject({ state: 'done', counts: { reviewsRead: 0, reviewsLeft: 2 } });
  });

  it('are of the scene to which the import gives another name, and of none if it brings two of one name', async () => {
    const names: (string | null)[] = [];
    world.faults.readReviews = async (paths, nameInLibrary) => {
      names.push(nameInLibrary('a'));
      return { read: paths.length, new: 0, problems: [] };
    };
    const put = (folder: string, value: number) => {
      putRaster(at(folder, 'a.tif'), value);
      putText(at(folder, 'a.json'), foreignItem('a'));
      review(folder);
    };
    for (const [n, folders] of [['one'], ['two'], ['three', 'four']].entries()) {
      for (const [k, folder] of folders.entries()) put(folder, 10 * n + k + 1);
      await world.read(...folders.map((folder) => at(folder)));
      await world.carryOut();
    }
    expect(names).toEqual(['a', expect.stringMatching(/^a-[0-9a-f]{8}$/), null]);
  });
});

describe('an import that was read', () => {
  const putScene = (id: string) => {
    putRaster(at(id, `${id}.tif`), id.charCodeAt(0));
    putText(at(id, `${id}.json`), foreignItem(id));
  };
  const imported = async () => {
    putScene('a');
    await world.read();
    await world.carryOut();
    const { importId } = world.newest();
    await world.read();
    return importId;
  };

  it('is outdated once the undo of an earlier one has removed what it calls there, and takes it when read again', async () => {
    const first = await imported();
    expect(world.newest()).toMatchObject({ counts: { there: 1 }, isOutdated: false, canReadAgain: true });
    world.parts.imports.undo(first);
    await world.parts.imports.idle();
    const stale = world.newest();
    expect(stale).toMatchObject({ state: 'ready', isOutdated: true });
    expect(() => world.parts.imports.start(stale.importId)).toThrow(
      expect.objectContaining({ code: 'CONFLICT', data: { detail: 'import-outdated' } }),
    );
    await world.parts.imports.readAgain(stale.importId);
    await world.parts.imports.idle();
    expect(world.newest()).toMatchObject({ counts: { adds: 1, there: 0 }, isOutdated: false });
    expect(await world.carryOut()).toMatchObject({ state: 'done', counts: { imported: 1 } });
  });

  it('is outdated once a file of the library is deleted or found to be gone', async () => {
    await imported();
    const [scene] = await world.details();
    const file = scene?.files[0];
    if (file === undefined) throw new Error('the scene has no file');
    world.parts.records.noteMissing(file.fileId);
    expect(world.newest()).toMatchObject({ isOutdated: true });
  });

  it('stays as it is while nothing of it is in the library', async () => {
    await imported();
    putScene('b');
    await world.read(at('b'));
    const [scene] = await world.details();
    world.parts.records.forget((scene?.files ?? []).map(({ fileId }) => fileId));
    expect(world.newest()).toMatchObject({ counts: { new: 1 }, isOutdated: false });
  });
});
