import { z } from 'zod';
import type { Scope } from '../../src-preload/contract/ids.ts';
import type {
  TimelineEntry,
  TimelineKind,
  TimelinePlaces,
  TimelineSpan,
} from '../../src-preload/contract/timeline.ts';
import { timelineSubjectSchema } from '../../src-preload/contract/timeline.ts';
import { scopeParams } from '../core/scope.ts';
import type { Params, Store } from './store.ts';

/**
 * Describes the times of an owner's rows: SQL over its own tables, with the scope in `own.connection_id` and `own.contract_id`.
 */
export interface TimeTable {
  kind: TimelineKind;
  subject: 'task' | 'order' | 'scene';
  /** The text after FROM for counting and for cutting: the narrowest source that has `at`. */
  lean: string;
  /** The text after FROM with everything that `columns` need. */
  full: string;
  /** The column of the time, ISO UTC; an index over scope and this column must exist. */
  at: string;
  /** The condition for the rows. */
  where: string;
  columns: {
    /** Unique within the kind. */
    key: string;
    id: string;
    name: string;
    project: string;
    status: string;
    /** Whole millionths of a degree. */
    longitude: string;
    latitude: string;
  };
}

/** The number of rows of a day. */
export interface DayCount {
  /** The day since 1970-01-01, UTC. */
  day: number;
  count: number;
}

/** The rows that are requested. */
export interface Terms {
  scope: Scope;
  /** Times in the format of `toISOString`. */
  span: TimelineSpan;
  project: string | null;
}

/** The rows of one kind by their time. */
export interface TimeSource {
  kind: TimelineKind;
  /** Returns the end of a part of the span that can be read within a few milliseconds; null if the whole span can. */
  cut(terms: Terms): string | null;
  counts(terms: Terms): DayCount[];
  /** Returns the first rows, in order of time. */
  first(terms: Terms, limit: number): TimelineEntry[];
  places(terms: Terms): TimelinePlaces | null;
}

type Maybe<Answer> = Answer | Promise<Answer>;

/** The same, run here or in the thread that reads lists. */
export type AskedTimeSource = {
  [Name in keyof TimeSource]: TimeSource[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Maybe<Answer>
    : TimeSource[Name];
};

/** The number of rows read at a time. */
const sliceRows = 4_000;
const atRow = z.object({ at: z.string() });
const entryRow = z.object({
  key: z.string(),
  at: z.string(),
  id: z.union([z.string(), z.number()]),
  name: z.string(),
  project: z.string(),
  status: z.string(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
});
const dayRow = z.object({ day: z.string(), n: z.number() });
const placesRow = z.object({
  minutes: z.string().nullable(),
  longitudes: z.string().nullable(),
  latitudes: z.string().nullable(),
  keys: z.string().nullable(),
});

/** Returns the day of a time, counted from 1970-01-01, UTC; NaN for an invalid time. */
export const dayOf = (iso: string): number => Math.floor(Date.parse(iso) / 86_400_000);

/** Creates the queries for rows by time: counts per day, the first rows, and places, each for a part of a span. */
export function createTimeSource(store: Store, table: TimeTable): TimeSource {
  const { kind, at, columns } = table;
  // Texts that are not valid times are stored unchanged; they are left out here.
  const within = `own.connection_id = :connectionId AND own.contract_id = :contractId
    AND ${at} >= :from AND ${at} < :to AND ${at} GLOB '????-??-??T??:??:??.???Z' AND (${table.where})`;
  const ofProject = `(${columns.project}) = :project`;
  const params = ({ scope, span, project }: Terms): Params => ({
    ...scopeParams(scope),
    from: span.from,
    to: span.to,
    ...(project === null ? {} : { project }),
  });
  const source = ({ project }: Terms) =>
    project === null
      ? `FROM ${table.lean} WHERE ${within}`
      : `FROM ${table.full} WHERE ${within} AND ${ofProject}`;
  const whole = ({ project }: Terms) =>
    `FROM ${table.full} WHERE ${within}${project === null ? '' : ` AND ${ofProject}`}`;

  return {
    kind,
    cut(terms) {
      // Cut by all rows, whatever the project: the rows that are read count, not those that match.
      const all = params({ ...terms, project: null });
      const from = `FROM ${table.lean} WHERE ${within}`;
      const edge = store.get(
        atRow,
        `SELECT ${at} AS at ${from} ORDER BY ${at} LIMIT 1 OFFSET ${sliceRows}`,
        all,
      )?.at;
      if (edge === undefined) return null;
      if (edge > terms.span.from) return edge;
      // Rows with exactly the same time are read together, even if they are too many.
      const next = store.get(
        atRow,
        `SELECT ${at} AS at ${from} AND ${at} > :from ORDER BY ${at} LIMIT 1`,
        all,
      );
      return next?.at ?? null;
    },
    counts(terms) {
      return store
        .all(
          dayRow,
          `SELECT substr(${at}, 1, 10) AS day, count(*) AS n ${source(terms)} GROUP BY day`,
          params(terms),
        )
        .map(({ day, n }) => ({ day: dayOf(day), count: n }))
        .filter(({ day }) => !Number.isNaN(day));
    },
    first(terms, limit) {
      const rows = store.all(
        entryRow,
        `SELECT ${columns.key} AS key, ${at} AS at, ${columns.id} AS id, ${columns.name} AS name,
           ${columns.project} AS project, ${columns.status} AS status, ${columns.longitude} / 1e6 AS longitude,
           ${columns.latitude} / 1e6 AS latitude
         ${whole(terms)} ORDER BY at, key LIMIT :limit`,
        { ...params(terms), limit },
      );
      return rows.map(({ id, ...row }) => ({
        ...row,
        key: `${kind} ${terms.scope.contractId ?? ''} ${row.key}`,
        kind,
        contractId: terms.scope.contractId,
        subject: timelineSubjectSchema.parse({ kind: table.subject, id }),
      }));
    },
    places(terms) {
      // Whole columns at a time, as for the places of orders.
      const row = store.get(
        placesRow,
        `SELECT group_concat(unixepoch(${at}) / 60) AS minutes, group_concat(${columns.longitude}) AS longitudes,
           group_concat(${columns.latitude}) AS latitudes, group_concat(${columns.key}, char(31)) AS keys
         ${whole(terms)} AND ${columns.longitude} IS NOT NULL AND ${columns.latitude} IS NOT NULL
           AND unixepoch(${at}) IS NOT NULL`,
        params(terms),
      );
      const { minutes, longitudes, latitudes, keys } = row ?? {};
      if (!minutes || !longitudes || !latitudes || !keys) return null;
      return { kind, contractId: terms.scope.contractId, minutes, longitudes, latitudes, keys };
    },
  };
}
