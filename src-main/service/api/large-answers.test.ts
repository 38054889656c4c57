import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captureIdSchema, contractIdSchema } from '../../../src-preload/contract/ids.ts';
import { longestTurn } from '../../../testing/longest-turn.ts';
import { makeConnection } from '../../../testing/make-connection.ts';
import { makeService } from '../../../testing/make-service.ts';
import { type ScriptedServer, sendJson, startScriptedServer } from '../../../testing/scripted-server.ts';
import { hasCode } from '../../core/app-error.ts';

/*
 * Answers of the largest allowed size that take long to read. None may block the main thread, because downloads, the outbox and
 * every screen would wait.
 */

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());

const mebibyte = 1_024 * 1_024;
const captureId = captureIdSchema.parse('capture-1');
const row = (n: number) => ({ scene_id: `scene-${n}`, metadata: { note: 'x'.repeat(100) } });
const some = (count: number, inner: (n: number) => unknown) =>
  Array.from({ length: count }, (_, n) => inner(n));
const scene = (n: number, more: object) => ({ ...row(n), ...more });

/** Returns the scenes of a capture from this answer. */
async function scenesOf(status: number, text: string) {
  server.play((request, response) => {
    if (request.path.includes('/oauth/')) return sendJson(response, { access_token: 'a-token-of-the-test' });
    return response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  const connection = makeConnection(server.origin());
  const made = makeService(connection);
  try {
    const client = made.service.forScope({
      connectionId: connection.id,
      contractId: contractIdSchema.parse('cont-1'),
    });
    let outcome: unknown;
    const longest = await longestTurn(async () => {
      outcome = await client.scenes(captureId, AbortSignal.timeout(60_000)).catch((error: unknown) => error);
    });
    return { longest, outcome };
  } finally {
    await made.close();
  }
}

describe('no answer holds the main thread:', () => {
  it.each<[name: string, status: number, make: () => string]>([
    ['brackets', 200, () => '['.repeat(16 * mebibyte - 1)],
    ['brackets that are closed', 200, () => '['.repeat(8 * mebibyte) + ']'.repeat(8 * mebibyte)],
    [
      'one scene of 120,000 rasters, which is kept with its first thousand',
      200,
      () =>
        JSON.stringify({
          results: [scene(1, { rasters: some(120_000, (n) => ({ file_name: `${n}.tif` })) })],
        }),
    ],
    [
      'one scene of 200,000 rasters',
      200,
      () =>
        JSON.stringify({
          results: [scene(1, { rasters: some(200_000, (n) => ({ file_name: `${n}.tif` })) })],
        }),
    ],
    ['50,000 scenes', 200, () => JSON.stringify({ results: some(50_000, row) })],
    [
      'a footprint of 300,000 corners',
      200,
      () =>
        JSON.stringify({
          results: [
            scene(1, { footprint: { type: 'Polygon', coordinates: [some(300_000, (n) => [n, n])] } }),
          ],
        }),
    ],
    [
      'a refusal of many sentences',
      400,
      () => JSON.stringify({ detail: some(100_000, (n) => `sentence ${n}`) }),
    ],
    ['a refusal of brackets', 400, () => '['.repeat(15 * mebibyte)],
    ['a page of blanks', 503, () => `<html>${' '.repeat(15 * mebibyte)}`],
    ['beginnings of JWTs', 403, () => JSON.stringify({ detail: 'eyJ-'.repeat(4 * mebibyte - 100) })],
  ])('%s', async (_name, status, make) => {
    const { longest } = await scenesOf(status, make());
    // The budget is 200 ms, doubled for coverage, garbage collection and slow machines.
    expect(longest).toBeLessThan(400);
  });

  it('and a row beyond the bounds never takes the others with it', async () => {
    const broad = scene(2, { rasters: some(130_000, (n) => ({ file_name: `${n}.tif` })) });
    const deep = `{"scene_id":"scene-3","a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    const rows = [JSON.stringify(row(1)), JSON.stringify(broad), deep, JSON.stringify(row(4))];
    const { outcome } = await scenesOf(200, `{"results":[${rows.join(',')}]}`);
    expect(outcome).toMatchObject([{ raw: { scene_id: 'scene-1' } }, { raw: { scene_id: 'scene-4' } }]);
  });

  it('and what is larger than any answer may be is told so', async () => {
    const { outcome } = await scenesOf(200, ' '.repeat(16 * mebibyte + 1));
    expect(hasCode(outcome, 'BAD_ANSWER') && outcome.data.detail).toBe('too-large');
  });
});
