import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ImportWorld, openImportWorld, putRaster } from '../../../testing/import-world.ts';
import { createEnteredFacts } from './entered-facts.ts';

let world: ImportWorld;
beforeEach(() => {
  world = openImportWorld();
});
afterEach(() => world.remove());

const now = () => new Date('2026-06-02T00:00:00Z');

it('what a person enters for imported scenes is kept with who said so, and empty text removes it', async () => {
  putRaster(join(world.source, 'one.tif'), 1);
  putRaster(join(world.source, 'two.tif'), 2);
  await world.read();
  await world.carryOut();
  const librarySceneIds = (await world.details()).map((scene) => scene.librarySceneId);
  const enter = createEnteredFacts({ store: world.store, now });
  const acquired = '2026-03-05T10:30:00';
  expect(enter({ librarySceneIds, acquired, satelliteName: ' SN9 ' })).toEqual({
    isTimeRead: true,
    changed: 2,
    ofService: 0,
  });
  const source = { by: 'person', what: now().toISOString() };
  for (const scene of await world.details())
    expect(scene).toMatchObject({
      timestamp: '2026-03-05T10:30:00.000Z',
      satelliteName: 'SN9',
      raw: { statedBy: { timestamp: source, satelliteName: source } },
    });
  enter({ librarySceneIds, acquired: '2026-02' });
  const [within] = await world.details();
  expect(within).toMatchObject({
    timestamp: null,
    satelliteName: 'SN9',
    raw: { acquiredWithin: { start: '2026-02-01T00:00:00.000Z', end: '2026-02-28T23:59:59.999Z' } },
  });
  expect(within?.period).toEqual({ start: '2026-02-01T00:00:00.000Z', end: '2026-02-28T23:59:59.999Z' });
  const { total } = await world.parts.scenes.list({
    filter: { search: '2026-02' },
    sort: 'name',
    descending: false,
    offset: 0,
    limit: 9,
  });
  expect(total).toBe(2);
  // As the form writes a period that is known.
  enter({ librarySceneIds, acquired: '2026-02/2026-03' });
  expect(await world.details()).toMatchObject([{ period: { end: '2026-03-31T23:59:59.999Z' } }, {}]);
  expect(enter({ librarySceneIds, acquired: '2026-02-30' })).toMatchObject({ isTimeRead: false, changed: 0 });
  enter({ librarySceneIds, acquired: '', satelliteName: '' });
  const [emptied] = await world.details();
  expect(emptied).toMatchObject({ timestamp: null, satelliteName: null });
  expect(emptied?.raw).not.toHaveProperty('acquiredWithin');
});

it('a scene of a service is left as the service says it', async () => {
  putRaster(join(world.source, 'one.tif'));
  await world.read();
  await world.carryOut();
  const librarySceneIds = (await world.details()).map((scene) => scene.librarySceneId);
  world.store.run(`UPDATE scene SET connection_id = 'service'`, {});
  const enter = createEnteredFacts({ store: world.store, now });
  expect(enter({ librarySceneIds, acquired: '2026-03-05T10:30:00Z' })).toEqual({
    isTimeRead: true,
    changed: 0,
    ofService: 1,
  });
  expect(await world.details()).toMatchObject([{ timestamp: null }]);
});
