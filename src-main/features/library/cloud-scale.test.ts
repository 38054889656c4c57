import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { captureIdSchema } from '../../../src-preload/contract/ids.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { testScope as scope } from '../../../testing/task-rows.ts';
import { wireSceneSchema } from '../../service/api/wire.ts';
import { cloudMigrationSql } from './cloud-scale.ts';
import { createSceneWriter } from './scene-writer.ts';
import { libraryMigrations } from './tables.ts';

let opened: TestStore;
let writer: ReturnType<typeof createSceneWriter>;
beforeEach(() => {
  opened = openTestStore(libraryMigrations);
  writer = createSceneWriter({
    store: opened.store,
    now: () => new Date('2026-06-01T00:00:00Z'),
    taskOfCapture: () => null,
    observed: undefined,
  });
});
afterEach(() => opened.remove());

const captureId = captureIdSchema.parse('capture-1');
function put(name: string, clouds: unknown) {
  const raw = { scene_id: name, metadata: { cloud_cover: clouds } };
  writer.put(scope, captureId, { parsed: wireSceneSchema.parse(raw), raw });
}
const coverRow = z.object({ name: z.string(), cover: z.number().nullable() });
const covers = () =>
  Object.fromEntries(
    opened.store
      .all(coverRow, 'SELECT scene_id AS name, cloud_cover AS cover FROM scene ORDER BY id')
      .map(({ name, cover }) => [name, cover]),
  );

it('clouds from 0 to 1 are unknown until the service has stated a percentage', () => {
  put('first', 0.35);
  put('clear', 0);
  expect(covers()).toEqual({ first: null, clear: 0 });
  put('cloudy', 12.5);
  expect(covers()).toEqual({ first: 0.35, clear: 0, cloudy: 12.5 });
  put('next', 1);
  expect(covers().next).toBe(1);
});

it('clouds of a service that has stated many from 0 to 1 and none above are shares', () => {
  for (let n = 1; n <= 29; n += 1) put(`scene ${n}`, n / 100);
  expect(covers()['scene 29']).toBeNull();
  put('scene 30', 1);
  expect(covers()).toMatchObject({ 'scene 1': 1, 'scene 29': 29, 'scene 30': 100 });
  put('scene 31', 0.35);
  expect(covers()['scene 31']).toBe(35);
});

it('one percentage takes the shares back', () => {
  for (let n = 1; n <= 31; n += 1) put(`scene ${n}`, 0.5);
  put('cloudy', 40);
  expect(covers()).toMatchObject({ 'scene 1': 0.5, cloudy: 40 });
});

it.each([[-999], [101], ['35'], [null]])('%j is no cloud cover', (clouds) => {
  put('odd', clouds);
  expect(covers()).toEqual({ odd: null });
});

it('the same rule holds for scenes of earlier versions, and leaves imported ones alone', () => {
  const insert = (connectionId: string, name: string, cover: number) =>
    opened.store.run(
      `INSERT INTO scene (connection_id, contract_id, scene_id, cloud_cover, folded, raw, seen_at)
       VALUES (:connectionId, '', :name, :cover, '', '{}', '')`,
      { connectionId, name, cover },
    );
  opened.store.run('DROP INDEX scene_clouds');
  opened.store.run('ALTER TABLE scene DROP COLUMN cloud_stated');
  for (let n = 1; n <= 30; n += 1) insert('shares', `share ${n}`, 0.29);
  insert('few', 'few', 0.35);
  insert('percent', 'clear', 0.5);
  insert('percent', 'cloudy', 50);
  insert('imported', 'file', 0.7);
  for (const statement of cloudMigrationSql.split(';').slice(0, -1)) opened.store.run(statement);
  expect(covers()).toMatchObject({ 'share 1': 29, few: null, clear: 0.5, cloudy: 50, file: 0.7 });
});
