import { z } from 'zod';
import { connectionIdSchema, type Scope } from '../../../../src-preload/contract/ids.ts';
import { inScope, scopeKey, scopeParams } from '../../../core/scope.ts';
import type { Store } from '../../../store/store.ts';

/** The marks which record, for each source of observations, that everything older has been read once. */
export type ReadyName = 'tasks-ready' | 'orders-ready' | 'flags-ready';

/** The stored positions in the list of observations. */
export type MarkName = ReadyName | 'sampled' | 'noticed' | 'seen' | 'digest';

const markSchema = z.object({ seq: z.number(), at: z.string() });
/** A position in the list of observations, and when it was stored. */
export type Mark = z.infer<typeof markSchema>;

/** No connection has this id. */
const everywhere: Scope = { connectionId: connectionIdSchema.parse('*'), contractId: null };

/** Stores how far each reader has read the list of observations: for each scope, and for all scopes together. */
export function createTrackingMarks({ store, now }: { store: Store; now: () => Date }) {
  /** A scope that is ready stays ready; cached, because it is checked for each row of a sync. */
  const ready = new Set<string>();

  function mark(scope: Scope, name: MarkName): Mark | null {
    return (
      store.get(markSchema, `SELECT seq, at FROM tracking_mark WHERE ${inScope} AND name = :name`, {
        ...scopeParams(scope),
        name,
      }) ?? null
    );
  }

  function setMark(scope: Scope, name: MarkName, seq: number) {
    store.run(
      `INSERT INTO tracking_mark VALUES (:connectionId, :contractId, :name, :seq, :at)
       ON CONFLICT DO UPDATE SET seq = :seq, at = :at`,
      { ...scopeParams(scope), name, seq, at: now().toISOString() },
    );
  }

  return {
    mark,
    setMark,
    /** True if everything older from this source has been read once. */
    isReady(scope: Scope, name: ReadyName): boolean {
      const key = `${scopeKey(scope)} ${name}`;
      if (!ready.has(key) && mark(scope, name) !== null) ready.add(key);
      return ready.has(key);
    },
    /** Returns how far the observations of all scopes were read. */
    readUpTo: (name: MarkName): number => mark(everywhere, name)?.seq ?? 0,
    setReadUpTo: (name: MarkName, seq: number) => setMark(everywhere, name, seq),
  };
}
