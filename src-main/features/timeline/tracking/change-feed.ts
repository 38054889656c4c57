import { z } from 'zod';
import { connectionIdSchema, type Scope } from '../../../../src-preload/contract/ids.ts';
import type { ObservedState } from '../../../core/observed-state.ts';
import { inScope, scopeKey, scopeParams } from '../../../core/scope.ts';
import { readableRows } from '../../../store/readable-rows.ts';
import type { Store } from '../../../store/store.ts';

/** The marks which record, for each source of observations, that everything older has been read once. */
type ReadyName = 'tasks-ready' | 'orders-ready' | 'flags-ready';

/** The stored positions in the list of observations. */
type MarkName = ReadyName | 'sampled' | 'noticed' | 'seen' | 'digest';

const markSchema = z.object({ seq: z.number(), at: z.string() });
/** A position in the list of observations, and when it was stored. */
type Mark = z.infer<typeof markSchema>;

/** No connection has this id. */
const everywhere: Scope = { connectionId: connectionIdSchema.parse('*'), contractId: null };

/** Stores how far each reader has read the list of observations: for each scope, and for all scopes together. */
function createTrackingMarks({ store, now }: { store: Store; now: () => Date }) {
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

const countRow = z.object({ n: z.number() });
const quietRow = z.object({ quiet: z.number() });
const stateAtRow = z.object({ state: z.string(), at: z.string() });

/** Nadir itself sets `flag`; domains report the others. */
type Kind = ObservedState['kind'] | 'flag';

const rowSchema = z.object({
  seq: z.number(),
  kind: z.enum([
    'task',
    'capture',
    'order',
    'order-capture',
    'deliverable',
    'scene',
    'file',
    'command',
    'flag',
  ]),
  id: z.string(),
  parentId: z.string().nullable(),
  captureId: z.string().nullable(),
  state: z.string(),
  happenedAt: z.string().nullable(),
  notBefore: z.string().nullable(),
  observedAt: z.string(),
  quiet: z.number(),
});
/** A state of a subject, ordered by the time when it was first seen; `quiet` ones are never news. */
export type ChangeFeedEntry = z.infer<typeof rowSchema>;

const columns = `seq, kind, subject_id AS id, parent_id AS parentId, capture_id AS captureId, state, happened_at AS happenedAt,
  not_before AS notBefore, observed_at AS observedAt, quiet`;

const scopedRowSchema = rowSchema.extend({ connectionId: z.string(), contractId: z.string() });

const insertEntry = `INSERT OR IGNORE INTO observation (connection_id, contract_id, kind, subject_id, parent_id, capture_id, state,
    happened_at, not_before, observed_at, quiet)
  VALUES (:connectionId, :contractId, :kind, :id, :parentId, :captureId, :state, :happenedAt, :notBefore, :at, :quiet)`;

/** What the list of observations needs; `changed` is called for each that is not quiet. */
export interface ChangeFeedOptions {
  store: Store;
  now: () => Date;
  changed: (scope: Scope) => void;
}

/** Creates the list of observations: what was first seen when, and how far each reader has read it. */
export function createChangeFeed({ store, now, changed }: ChangeFeedOptions) {
  const marks = createTrackingMarks({ store, now });
  const { isReady } = marks;

  function latest(): number {
    return store.get(countRow, 'SELECT coalesce(max(seq), 0) AS n FROM observation')?.n ?? 0;
  }

  /** True if the subject was there before the first reading; an unknown one counts as old. */
  function existedBefore(scope: Scope, kind: 'task' | 'order', id: string | null): boolean {
    const row = store.get(
      quietRow,
      `SELECT quiet FROM observation WHERE ${inScope} AND kind = :kind AND subject_id = :id ORDER BY seq LIMIT 1`,
      { ...scopeParams(scope), kind, id },
    );
    return row?.quiet !== 0;
  }

  function isQuiet(scope: Scope, { kind, parentId, isFirstRead = false }: ObservedState): boolean {
    switch (kind) {
      case 'task':
        return !isReady(scope, 'tasks-ready');
      case 'order':
      case 'deliverable':
        return !isReady(scope, 'orders-ready');
      case 'capture':
        return isFirstRead && existedBefore(scope, 'task', parentId);
      case 'order-capture':
        return isFirstRead && existedBefore(scope, 'order', parentId);
      case 'scene':
        return true;
      default:
        return false;
    }
  }

  function add(scope: Scope, seen: Omit<ObservedState, 'kind'> & { kind: Kind }, quiet: boolean) {
    const { changes } = store.run(insertEntry, {
      ...scopeParams(scope),
      kind: seen.kind,
      id: seen.id,
      parentId: seen.parentId,
      captureId: seen.captureId ?? null,
      state: seen.state,
      happenedAt: seen.happenedAt ?? null,
      notBefore: seen.notBefore ?? null,
      at: now().toISOString(),
      quiet: quiet ? 1 : 0,
    });
    if (changes > 0 && !quiet) changed(scope);
  }

  return {
    ...marks,
    latest,
    observe: (scope: Scope, seen: ObservedState) => add(scope, seen, isQuiet(scope, seen)),
    /** Records a raised flag; it is not news before the first check of all flags has ended. */
    flagged: (scope: Scope, id: string) =>
      add(scope, { kind: 'flag', id, parentId: null, state: 'raised' }, !isReady(scope, 'flags-ready')),
    /** Records that everything older has been read once: later observations are news. */
    ready(scope: Scope, name: ReadyName) {
      if (!isReady(scope, name)) marks.setMark(scope, name, latest());
    },
    /** Returns when the states of a subject were first seen. */
    timesOf(scope: Scope, kind: Kind, id: string): Map<string, string> {
      const rows = store.all(
        stateAtRow,
        `SELECT state, observed_at AS at FROM observation WHERE ${inScope} AND kind = :kind AND subject_id = :id LIMIT 50`,
        { ...scopeParams(scope), kind, id },
      );
      return new Map(rows.map(({ state, at }) => [state, at]));
    },
    /** Returns the last position of what was observed before a time. */
    before(at: string): number {
      // From the latest on, so that only what is younger is read.
      const sql = 'SELECT seq AS n FROM observation WHERE observed_at < :at ORDER BY seq DESC LIMIT 1';
      return store.get(countRow, sql, { at })?.n ?? 0;
    },
    /**
     * Returns the news after a position, in the order of observation; at most `limit`, from the first on or only the `latest`.
     */
    reportable(
      scope: Scope,
      range: { after: number; upTo?: number; limit: number; which?: 'first' | 'latest' },
    ): ChangeFeedEntry[] {
      const isLatest = range.which === 'latest';
      const { rows } = readableRows(
        store,
        rowSchema,
        `SELECT ${columns} FROM observation WHERE ${inScope} AND quiet = 0 AND seq > :after AND seq <= :upTo
         ORDER BY seq ${isLatest ? 'DESC' : ''} LIMIT :limit`,
        {
          ...scopeParams(scope),
          after: range.after,
          upTo: range.upTo ?? Number.MAX_SAFE_INTEGER,
          limit: range.limit,
        },
      );
      return isLatest ? rows.reverse() : rows;
    },
    /** Returns the observations of all scopes after a position, quiet or not, in their order. */
    after(seq: number, limit: number) {
      return readableRows(
        store,
        scopedRowSchema,
        `SELECT ${columns}, connection_id AS connectionId, contract_id AS contractId
         FROM observation WHERE seq > :seq ORDER BY seq LIMIT :limit`,
        { seq, limit },
      ).rows;
    },
  };
}

/** What `createChangeFeed` returns. */
export type ChangeFeed = ReturnType<typeof createChangeFeed>;
