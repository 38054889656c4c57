import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createSceneLinks } from '../src-main/features/library/scene-links.ts';
import type { ServiceClient } from '../src-main/service/api/service-client.ts';
import { wireSceneSchema } from '../src-main/service/api/wire.ts';
import { captureIdSchema, librarySceneIdSchema } from '../src-preload/contract/ids.ts';
import { createDeliveryHarness } from './delivery-harness.ts';
import { serveBytes, startFileServer } from './file-server.ts';

/**
 * Scenes whose links die every few moments, in the middle of what they bring too, and with every query of the scene; all
 * files are fetched at once. Only while files of a scene are on their way do its expiries count.
 */
export async function runExpiringLinks({
  expiryMs,
  fileBytes,
  bytesPerSecond,
  waitFactor,
  scenes = 5,
  filesPerScene = 4,
  limitMs = 25_000,
}: {
  expiryMs: number;
  fileBytes: number;
  /** Of each connection. */
  bytesPerSecond: number;
  /** How the waits of the queue are shortened, to be as long beside `expiryMs` as they would be beside the real one. */
  waitFactor: number;
  scenes?: number;
  filesPerScene?: number;
  /** All files have to be done or failed by then. */
  limitMs?: number;
}) {
  const server = await startFileServer();
  const bytes = randomBytes(fileBytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const states = Array.from({ length: scenes }, () => ({
    token: 0,
    alive: false,
    queries: 0,
    expiries: 0,
    refused: 0,
    left: filesPerScene,
    running: new Set<ServerResponse>(),
    timer: null as NodeJS.Timeout | null,
  }));
  type State = (typeof states)[number];

  function die(state: State) {
    state.alive = false;
    if (state.left > 0) state.expiries += 1;
    for (const response of state.running) response.destroy();
    state.running.clear();
  }

  function renew(state: State): number {
    if (state.timer) clearTimeout(state.timer);
    // A query spends the links before it, but what flows goes on.
    state.token += 1;
    state.alive = true;
    state.timer = setTimeout(() => die(state), expiryMs);
    return state.token;
  }

  server.answer(({ request, response }) => {
    const [, scene, token] = /^\/(\d+)\/\w+\?token=(\d+)$/.exec(request.url ?? '') ?? [];
    const state = states[Number(scene)];
    if (!state) return response.writeHead(400).end();
    if (!state.alive || Number(token) !== state.token) {
      state.refused += 1;
      return response.writeHead(403).end();
    }
    state.running.add(response);
    response.on('close', () => state.running.delete(response));
    // At an even pace: what `serveBytes` hands over is passed on bit by bit.
    const end = response.end.bind(response);
    const step = Math.max(1, Math.ceil(bytesPerSecond / 50));
    const paced = (body: Buffer) => {
      let at = 0;
      const timer = setInterval(() => {
        if (response.destroyed) return clearInterval(timer);
        response.write(body.subarray(at, at + step));
        at += step;
        if (at < body.length) return;
        clearInterval(timer);
        end();
      }, 20);
      return response;
    };
    Object.assign(response, { end: (body?: unknown) => (Buffer.isBuffer(body) ? paced(body) : end()) });
    serveBytes({ request, response }, bytes);
  });

  const sceneOf = (captureId: string) => Number(captureId.split('-')[1]);
  const client: Pick<ServiceClient, 'scenes'> = {
    async scenes(captureId) {
      const scene = sceneOf(captureId);
      const state = states[scene];
      if (!state) return [];
      state.queries += 1;
      const token = renew(state);
      // A service takes its time, and the others ask meanwhile.
      await new Promise((resolve) => setTimeout(resolve, Math.min(50, expiryMs / 20)));
      const raw = {
        scene_id: `scene-${scene}`,
        attachments: Array.from({ length: filesPerScene }, (_, n) => ({
          name: `f${n}`,
          file_name: `f${n}.bin`,
          url: `${server.origin}/${scene}/f${n}?token=${token}`,
        })),
        rasters: [],
      };
      return [{ parsed: wireSceneSchema.parse(raw), raw }];
    },
  };
  const closing = new AbortController();
  const links = createSceneLinks({
    service: { forScope: () => client },
    store: (_scope, captureId) => [librarySceneIdSchema.parse(sceneOf(captureId) + 1)],
    closing: closing.signal,
  });
  const harness = createDeliveryHarness(server.origin, {
    links,
    random: Math.random,
    limits: () => ({ bytesPerSecond: null, connectionsPerFile: 4, filesAtOnce: scenes * filesPerScene }),
    setTimer(run, ms) {
      const timer = setTimeout(run, ms * waitFactor);
      return () => clearTimeout(timer);
    },
  });
  try {
    const ids = states.flatMap((_, scene) =>
      Array.from({ length: filesPerScene }, (_each, n) =>
        harness.add(scene * filesPerScene + n + 1, {
          librarySceneId: librarySceneIdSchema.parse(scene + 1),
          captureId: captureIdSchema.parse(`capture-${scene}`),
          sceneId: `scene-${scene}`,
          name: `f${n}`,
          fileName: `f${n}.bin`,
        }),
      ),
    );
    const began = performance.now();
    await harness.delivery.download(ids);
    await harness.until(() => {
      for (const [scene, state] of states.entries())
        state.left = ids
          .slice(scene * filesPerScene, (scene + 1) * filesPerScene)
          .filter((id) => !harness.saved.has(id)).length;
      return ids.every((id) => ['done', 'failed'].includes(harness.state(id) ?? ''));
    }, limitMs);
    const whole = ids.filter((id) => {
      const saved = harness.saved.get(id);
      return saved?.sha256 === sha256 && readFileSync(saved.path).equals(bytes);
    }).length;
    return {
      files: ids.length,
      whole,
      elapsedMs: performance.now() - began,
      requests: server.requests.length,
      scenes: states.map(({ queries, expiries, refused }) => ({ queries, expiries, refused })),
      errors: harness.errors,
    };
  } finally {
    for (const { timer } of states) if (timer) clearTimeout(timer);
    closing.abort();
    await harness.end();
    await server.close();
  }
}
