import { z } from 'zod';
import type { Store } from '../../../store/store.ts';
import { fillFacts } from './find-tables.ts';

/** The number of ids in one step, a transaction of a few milliseconds on the main loop. */
const idsPerStep = 150;
const pauseMs = 30;
/** The number of changes that are deleted in one step. */
const prunedPerStep = 2_000;
/** The maintenance begins this long after the start, because the user waits for other work first. */
const beginsAfterMs = 20_000;
/** How often the index is saved if scenes have changed. */
const saveEveryMs = 10 * 60_000;

const reachedRow = z.object({ reached: z.number(), last: z.number() });
const change = `INSERT INTO scene_change (scene_row) SELECT scene_row FROM scene_facts WHERE scene_row > :after AND scene_row <= :until
  AND coalesce(off_nadir, sun_elevation, gsd) IS NOT NULL`;

/** Fills the facts of the next scenes that were stored before there were facts; returns false if none are left. Its progress is stored. */
export function fillNextFacts(store: Store): boolean {
  const state = store.get(reachedRow, 'SELECT facts_reached AS reached, facts_last AS last FROM scene_find');
  if (state === undefined || state.reached >= state.last) return false;
  const span = { after: state.reached, until: Math.min(state.last, state.reached + idsPerStep) };
  store.transaction(() => {
    store.run(fillFacts, span);
    store.run('DELETE FROM scene_change WHERE scene_row > :after AND scene_row <= :until', span);
    store.run(change, span);
    store.run('UPDATE scene_find SET facts_reached = :until', { until: span.until });
  }, 'passing');
  return span.until < state.last;
}

/** Deletes some changes up to `seq`, which the index file has; returns false if none are left. */
export function pruneChanges(store: Store, seq: number): boolean {
  return store.transaction(() => {
    store.run('UPDATE scene_find SET pruned = max(pruned, :seq)', { seq });
    const { changes } = store.run(
      'DELETE FROM scene_change WHERE seq IN (SELECT seq FROM scene_change WHERE seq <= :seq ORDER BY seq LIMIT :limit)',
      { seq, limit: prunedPerStep },
    );
    return changes === prunedPerStep;
  }, 'passing');
}

/**
 * Creates the background maintenance of the search index, in small steps some seconds after the start: it fills the angles and the
 * resolution of scenes that were stored before there were columns for them, and saves the index. `keepIndex` saves the index in its
 * thread and resolves with the number of the last change that the file has.
 */
export function createIndexUpkeep({
  store,
  keepIndex,
  closing,
  onError,
}: {
  store: Store;
  keepIndex: () => Promise<number | null>;
  closing: AbortSignal;
  onError: (error: unknown) => void;
}) {
  let timer: NodeJS.Timeout | undefined;
  closing.addEventListener('abort', () => clearTimeout(timer), { once: true });

  function after(ms: number, work: () => unknown) {
    if (closing.aborted) return;
    timer = setTimeout(() => {
      if (closing.aborted) return;
      try {
        work();
      } catch (error) {
        onError(error);
      }
    }, ms);
    timer.unref();
  }

  const prune = (seq: number) => {
    if (pruneChanges(store, seq)) after(pauseMs, () => prune(seq));
    else after(saveEveryMs, keep);
  };
  const keep = () => {
    keepIndex().then(
      (seq) => (seq === null ? after(saveEveryMs, keep) : after(pauseMs, () => prune(seq))),
      (error) => {
        if (!closing.aborted) onError(error);
      },
    );
  };
  const fill = () => {
    if (fillNextFacts(store)) after(pauseMs, fill);
    else keep();
  };
  return { start: () => after(beginsAfterMs, fill) };
}
