import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import type { TaskRow } from '../../../../src-preload/contract/tasking.ts';
import type { History, Subject } from '../../../../src-preload/contract/tracking.ts';
import { makeMemoryKeychain } from '../../../../testing/memory-keychain.ts';
import { createApp } from '../../../app/create-app.ts';
import type { HostApp } from '../../../host/host-app.ts';

/*
 * The whole application reads the seeded world of the practice service over HTTP. For each task, V1 task → V2 order → captures
 * → deliverables → scene → file must be one history, wherever it starts.
 */

const folder = mkdtempSync(join(tmpdir(), 'nadir-histories-'));
let app: HostApp;
const makeClient = () => createRouterClient(app.router);
let client: ReturnType<typeof makeClient>;
let wanted = 0;
const worlds: { scope: Scope; tasks: TaskRow[] }[] = [];

const kinds = (history: History) => new Set(history.entries.map(({ kind }) => kind));
const refersTo = (history: History, subject: Subject) =>
  history.entries.some(({ subjects }) =>
    subjects.some((each) => JSON.stringify(each) === JSON.stringify(subject)),
  );

beforeAll(async () => {
  mkdirSync(join(folder, 'renderer'));
  app = await createApp({
    environment: { NADIR_PRACTICE: JSON.stringify({ speed: 1, sceneSizePx: 64, seed: 7 }) },
    platform: {
      host: 'loopback',
      version: '0',
      dataFolder: folder,
      rendererFolder: join(folder, 'renderer'),
      loadKeychain: async () => makeMemoryKeychain().keychain,
      systemProxy: async () => null,
    },
  });
  client = makeClient();
  const [practice] = await client.connections.list();
  if (!practice) throw new Error('no practice connection');
  const contracts = await client.contracts.refresh({ connectionId: practice.id });
  for (const { contractId } of contracts) {
    const scope = { connectionId: practice.id, contractId };
    await client.tasking.sync({ scope });
    await client.orders.sync({ scope });
    const { rows } = await client.tasking.list({
      scope,
      filter: {},
      sort: 'created',
      descending: false,
      offset: 0,
      limit: 500,
    });
    worlds.push({ scope, tasks: rows });
    for (const { taskId } of rows) {
      for (const { orderId } of await client.orders.ofTask({ scope, taskId }))
        await client.orders.refresh({ scope, orderId });
      const { captures } = await client.tasking.get({ scope, taskId });
      const [published] = captures.filter(({ statusKind }) => statusKind === 'published');
      if (!published) continue;
      const scenes = await client.library.refreshCapture({ scope, captureId: published.captureId });
      const small = scenes.flatMap(({ files }) => files.filter(({ name }) => name === 'footprint'));
      wanted += small.length;
      await client.delivery.download({ fileIds: small.map(({ fileId }) => fileId) });
    }
  }
}, 180_000);
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

it('has the seeded tasks of all contracts, and their files on disk', async () => {
  expect(worlds.flatMap(({ tasks }) => tasks).length).toBeGreaterThanOrEqual(37);
  expect(wanted).toBeGreaterThanOrEqual(15);
  const done = async () => {
    const { rows } = await client.library.list({
      filter: { onDiskOnly: true },
      sort: 'time',
      descending: true,
      offset: 0,
      limit: 500,
    });
    return rows.reduce((sum, { filesOnDisk }) => sum + filesOnDisk, 0);
  };
  await expect.poll(done, { timeout: 60_000 }).toBeGreaterThanOrEqual(wanted);
});

describe('each seeded task', () => {
  it('is one history from the task to the file, wherever it is begun', async () => {
    const whole: string[] = [];
    for (const { scope, tasks } of worlds)
      for (const { taskId, name } of tasks) {
        const task: Subject = { kind: 'task', taskId };
        const history = await client.tracking.history({ scope, subject: task });
        const [mirror] = await client.orders.ofTask({ scope, taskId });
        if (!mirror) throw new Error(`${name} has no order`);
        const order: Subject = { kind: 'order', orderId: mirror.orderId };
        expect(refersTo(history, task), name).toBe(true);
        expect(refersTo(history, order), name).toBe(true);
        expect([...kinds(history)], name).toContain('event');
        const ofOrder = await client.tracking.history({ scope, subject: order });
        expect(refersTo(ofOrder, task), name).toBe(true);
        const { captures } = await client.tasking.get({ scope, taskId });
        for (const { captureId } of captures) {
          const capture: Subject = { kind: 'capture', captureId };
          expect(refersTo(history, capture), `${name}, capture`).toBe(true);
          expect(refersTo(ofOrder, capture), `${name}, capture`).toBe(true);
          const own = await client.tracking.history({ scope, subject: capture });
          expect(refersTo(own, task) && refersTo(own, order), `${name}, of the capture`).toBe(true);
        }
        const scenes = history.entries.filter(({ kind }) => kind === 'scene-listed');
        const files = history.entries.filter(({ kind }) => kind === 'file-saved');
        expect(files.length, name).toBe(scenes.length);
        const delivered = history.entries.filter(
          ({ kind, text }) =>
            kind === 'delivered' || (kind === 'event' && text.event === 'deliverable delivered'),
        );
        if (scenes.length > 0) expect(delivered.length, name).toBeGreaterThan(0);
        for (const { subjects } of scenes) {
          const [scene] = subjects;
          if (scene?.kind !== 'scene') throw new Error('no scene');
          const own = await client.tracking.history({ scope, subject: scene });
          expect(refersTo(own, task) && refersTo(own, order), `${name}, of the scene`).toBe(true);
          expect(kinds(own).has('file-saved'), name).toBe(true);
          whole.push(name);
        }
        // Two entries with the same key would be one row on the screen.
        expect(new Set(history.entries.map(({ key }) => key)).size, name).toBe(history.entries.length);
      }
    expect(whole.length).toBeGreaterThanOrEqual(15);
  });

  it('tells what happened in its order, and what is expected apart and last', async () => {
    for (const { scope, tasks } of worlds)
      for (const { taskId, name } of tasks) {
        const { entries } = await client.tracking.history({ scope, subject: { kind: 'task', taskId } });
        const firstExpected = entries.findIndex(({ certainty }) => certainty !== 'happened');
        const happened = firstExpected === -1 ? entries : entries.slice(0, firstExpected);
        expect(happened.every(({ certainty }) => certainty === 'happened')).toBe(true);
        const times = happened.map(({ at, observedAt }) => at ?? observedAt ?? '');
        expect(times, name).toEqual([...times].sort());
        expect(
          happened.some(({ observedAt }) => observedAt !== null),
          name,
        ).toBe(true);
      }
  });
});
