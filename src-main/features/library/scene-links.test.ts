import { beforeEach, expect, it } from 'vitest';
import {
  captureIdSchema,
  connectionIdSchema,
  type LibrarySceneId,
  librarySceneIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { unusedClient } from '../../../testing/unused-client.ts';
import { AppError } from '../../core/app-error.ts';
import type { Row, ServiceClient } from '../../service/api/service-client.ts';
import { type WireScene, wireSceneSchema } from '../../service/api/wire.ts';
import { createSceneLinks } from './scene-links.ts';

const scope = { connectionId: connectionIdSchema.parse('c'), contractId: null };
const captureId = captureIdSchema.parse('capture');
const idOf = (n: number): LibrarySceneId => librarySceneIdSchema.parse(n);

/** Two scenes; each query makes new links and spends the ones before. */
let queries: number;
let waiting: (() => void)[];
let hold: boolean;
let fails: boolean;
let shown: string[];

const scene = (n: number): Row<WireScene> => {
  const raw = {
    scene_id: `scene-${n}`,
    attachments: shown.map((name) => ({
      name,
      file_name: `${name}.x`,
      url: `https://c.example/${n}/${name}?token=t${queries}`,
    })),
    rasters: [{ file_name: 'r.tif', url: `https://c.example/${n}/token/t${queries}/raster/r.tif` }],
  };
  return { parsed: wireSceneSchema.parse(raw), raw };
};

const client: ServiceClient = {
  ...unusedClient,
  async scenes() {
    queries += 1;
    const answer = [scene(1), scene(2)];
    if (hold) await new Promise<void>((resolve) => waiting.push(resolve));
    if (fails) throw new AppError('UNREACHABLE', { host: 'c.example', reason: 'timeout' });
    return answer;
  },
};
const make = () =>
  createSceneLinks({
    service: { forScope: () => client },
    store: () => [idOf(1), idOf(2)],
    closing: new AbortController().signal,
  });
let links: ReturnType<typeof make>;
beforeEach(() => {
  queries = 0;
  waiting = [];
  hold = false;
  fails = false;
  shown = ['preview', 'thumbnail'];
  links = make();
});

const fileOf = (n: number, name: string, kind: 'attachment' | 'raster' = 'attachment') => ({
  scope,
  captureId,
  scene: idOf(n),
  kind,
  name,
});

it('twenty transfers of a capture share one query', async () => {
  hold = true;
  const asked = Array.from({ length: 20 }, (_, i) =>
    links.link(fileOf((i % 2) + 1, i % 4 < 2 ? 'preview' : 'thumbnail'), null),
  );
  for (const go of waiting) go();
  expect(new Set(await Promise.all(asked)).size).toBe(4);
  expect(queries).toBe(1);
});

it('refused links of all transfers are replaced by one query; the newer ones go to everyone', async () => {
  const names = ['preview', 'thumbnail'];
  const old = await Promise.all(names.map((name) => links.link(fileOf(1, name), null)));
  const fresh = await Promise.all(names.map((name, i) => links.link(fileOf(1, name), old[i] ?? null)));
  expect(queries).toBe(2);
  expect(fresh.every((link) => link.includes('t2'))).toBe(true);
  // A sibling that hears of its old link's end only now takes what is there.
  expect(await links.link(fileOf(1, 'thumbnail'), old[1] ?? null)).toBe(fresh[1]);
  expect(await links.link(fileOf(2, 'r.tif', 'raster'), null)).toContain('/token/t2/');
  expect(queries).toBe(2);
});

it('a query that fails is told to all who wait, and the next one asks anew', async () => {
  fails = true;
  const results = await Promise.allSettled([
    links.link(fileOf(1, 'preview'), null),
    links.link(fileOf(2, 'preview'), null),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(queries).toBe(1);
  fails = false;
  expect(await links.link(fileOf(1, 'preview'), null)).toContain('t2');
});

it('a file that the service lists no more is said so', async () => {
  shown = ['thumbnail'];
  await expect(links.link(fileOf(1, 'preview'), null)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    data: { what: 'preview' },
  });
});

it('a capture that was asked for is due again after a while, also when the service did not answer', async () => {
  let clock = 0;
  const timed = createSceneLinks({
    service: { forScope: () => client },
    store: () => [idOf(1), idOf(2)],
    closing: new AbortController().signal,
    monotonic: () => clock,
  });
  expect(timed.isDue(scope, captureId), 'never asked since the start').toBe(true);
  fails = true;
  await expect(timed.query(scope, captureId)).rejects.toThrow();
  expect(timed.isDue(scope, captureId)).toBe(false);
  expect(timed.isDue(scope, captureIdSchema.parse('another'))).toBe(true);
  clock += 10 * 60_000;
  expect(timed.isDue(scope, captureId)).toBe(true);
});
