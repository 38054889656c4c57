import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { z } from 'zod';
import { type CaptureId, captureIdSchema, type Scope } from '../../../src-preload/contract/ids.ts';
import type { UnreadScenes } from '../../../src-preload/contract/library.ts';
import { toStoredError } from '../../core/app-error.ts';
import { inScope, scopeKey, scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';

const capturesAtOnce = 500;
/** The service is asked for so many captures at once, as polite as the other readings in the background. */
const concurrency = 2;
const captureIdRow = z.object({ captureId: captureIdSchema.nullable() });

interface Run {
  done: number;
  total: number;
  failed: number;
  ended: AbortController;
}

/** The options of `createUnreadScenes`. */
export interface UnreadScenesOptions {
  store: Pick<Store, 'all'>;
  /** Returns ids of published captures in their order, from after the given one. */
  published: (scope: Scope, range: { after: CaptureId | null; limit: number }) => CaptureId[];
  /** Reads the scenes of a capture and stores them. */
  read: (scope: Scope, captureId: CaptureId) => Promise<unknown>;
  /** True for an error that concerns one capture only, not the network or the whole service. */
  isOfOne: (error: unknown) => boolean;
  changed: () => void;
  closing: AbortSignal;
}

/**
 * Creates the reading of scenes that nobody has opened yet. The service lists the scenes of one capture at a time (service §4.10), so
 * that the library knows only those of captures that were opened, followed by a rule or read here. A capture that was read and has no
 * scenes is not read again before the next start.
 */
export function createUnreadScenes({
  store,
  published,
  read,
  isOfOne,
  changed,
  closing,
}: UnreadScenesOptions) {
  const readWithoutScenes = new Map<string, Set<CaptureId>>();
  const runs = new Map<string, Run>();
  const failures = new Map<string, UnreadScenes['error']>();

  function emptyOf(scope: Scope): Set<CaptureId> {
    const known = readWithoutScenes.get(scopeKey(scope)) ?? new Set();
    readWithoutScenes.set(scopeKey(scope), known);
    return known;
  }

  /** Resolves with the published captures of which no scene is stored. Other work has its turn between the pages. */
  async function unreadOf(scope: Scope): Promise<CaptureId[]> {
    const unread: CaptureId[] = [];
    const empty = emptyOf(scope);
    let after: CaptureId | null = null;
    for (;;) {
      const ids: CaptureId[] = published(scope, { after, limit: capturesAtOnce });
      const last = ids.at(-1);
      if (last === undefined) return unread;
      const known = new Set(
        store
          .all(
            captureIdRow,
            `SELECT DISTINCT capture_id AS captureId FROM scene WHERE ${inScope}
             AND capture_id IN (SELECT value FROM json_each(:ids))`,
            { ...scopeParams(scope), ids: JSON.stringify(ids) },
          )
          .map(({ captureId }) => captureId),
      );
      unread.push(...ids.filter((id) => !known.has(id) && !empty.has(id)));
      after = last;
      await yieldToEventLoop();
    }
  }

  async function readOne(scope: Scope, captureId: CaptureId, run: Run) {
    try {
      await read(scope, captureId);
      // Also of one that has scenes now: it is known by them.
      emptyOf(scope).add(captureId);
    } catch (error) {
      if (!isOfOne(error)) {
        run.ended.abort();
        throw error;
      }
      run.failed += 1;
    }
    run.done += 1;
    changed();
  }

  async function readAll(scope: Scope, run: Run) {
    const queue = await unreadOf(scope);
    run.total = queue.length;
    changed();
    const signal = AbortSignal.any([run.ended.signal, closing]);
    const work = async () => {
      for (let id = queue.shift(); id !== undefined && !signal.aborted; id = queue.shift())
        await readOne(scope, id, run);
    };
    const outcomes = await Promise.allSettled(Array.from({ length: concurrency }, work));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  return {
    /** Resolves with how many published captures have no scenes here, and with the reading that is under way. */
    async unread(scope: Scope): Promise<UnreadScenes> {
      const run = runs.get(scopeKey(scope));
      if (run === undefined)
        return {
          captures: (await unreadOf(scope)).length,
          reading: null,
          error: failures.get(scopeKey(scope)) ?? null,
        };
      // Not counted again for each capture that is read: there may be many thousands.
      const { done, total, failed } = run;
      return { captures: total - done + failed, reading: { done, total, failed }, error: null };
    },
    /** Starts to read the scenes of these captures. It ends with the first failure of the network or the service, which is kept. */
    start(scope: Scope) {
      const key = scopeKey(scope);
      if (runs.has(key)) return;
      const run: Run = { done: 0, total: 0, failed: 0, ended: new AbortController() };
      runs.set(key, run);
      failures.delete(key);
      changed();
      readAll(scope, run)
        .catch((error: unknown) => {
          if (!closing.aborted) failures.set(key, toStoredError(error));
        })
        .finally(() => {
          runs.delete(key);
          if (!closing.aborted) changed();
        });
    },
    /** Ends the reading after the captures that are being read. */
    stop: (scope: Scope) => runs.get(scopeKey(scope))?.ended.abort(),
  };
}
