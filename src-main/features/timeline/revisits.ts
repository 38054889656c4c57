import type { OrderId, Scope, TaskId } from '../../../src-preload/contract/ids.ts';
import { readInterval } from '../../../src-preload/contract/interval.ts';
import type { RevisitWithGaps } from '../../../src-preload/contract/timeline.ts';
import { scopeKey } from '../../core/scope.ts';
import { revisitFigures } from './revisit-figures.ts';

/** A task or order that is captured repeatedly, with the data of its owner. */
interface Recurrent {
  name: string;
  project: string;
  start: string | null;
  end: string | null;
  askedText: string;
  open: boolean;
  endedEarly: boolean;
  longitude: number | null;
  latitude: number | null;
  capturedAt: readonly string[];
}

/** The sources of the recurrent tasks and orders of a scope. They come in batches, because there may be very many. */
export interface RevisitSources {
  tasks: (scope: Scope) => AsyncIterable<readonly (Recurrent & { taskId: TaskId })[]>;
  orders: (
    scope: Scope,
  ) => AsyncIterable<readonly (Recurrent & { orderId: OrderId; timesOf: RevisitWithGaps['timesOf'] })[]>;
}

/** A revisit with its place in degrees; null if the place is unknown. */
export interface PlacedRevisit {
  revisit: RevisitWithGaps;
  longitude: number | null;
  latitude: number | null;
}

/** The figures depend on the time, so they are computed again after this time even if the store does not change. */
const keptMs = 60_000;

/**
 * Computes the requested and achieved intervals of everything recurrent; cached until the store changes or the time has passed.
 */
export function createRevisits({ tasks, orders, now }: RevisitSources & { now: () => Date }) {
  const kept = new Map<string, { atMs: number; rows: Promise<PlacedRevisit[]> }>();

  function placed(
    scope: Scope,
    recurrent: Recurrent,
    rest: Pick<RevisitWithGaps, 'subject' | 'timesOf'>,
  ): PlacedRevisit {
    const { name, project, start, end, askedText, longitude, latitude } = recurrent;
    const asked = readInterval(askedText);
    const figures = revisitFigures({ ...recurrent, asked }, now().getTime());
    const { contractId } = scope;
    return {
      revisit: { contractId, name, project, start, end, askedText, asked, ...rest, ...figures },
      longitude,
      latitude,
    };
  }

  async function read(scope: Scope): Promise<PlacedRevisit[]> {
    const rows: PlacedRevisit[] = [];
    for await (const part of tasks(scope))
      for (const task of part)
        rows.push(placed(scope, task, { subject: { kind: 'task', id: task.taskId }, timesOf: 'captures' }));
    for await (const part of orders(scope))
      for (const order of part)
        rows.push(
          placed(scope, order, { subject: { kind: 'order', id: order.orderId }, timesOf: order.timesOf }),
        );
    return rows;
  }

  function ofScope(scope: Scope): Promise<PlacedRevisit[]> {
    const key = scopeKey(scope);
    const known = kept.get(key);
    const atMs = now().getTime();
    if (known && Math.abs(atMs - known.atMs) < keptMs) return known.rows;
    const rows = read(scope);
    kept.set(key, { atMs, rows });
    rows.catch(() => kept.delete(key));
    return rows;
  }

  return {
    ofScope,
    forget: () => kept.clear(),
    /** Returns those first that are the longest overdue, then by name. */
    async list(scopes: readonly Scope[], project: string | null): Promise<RevisitWithGaps[]> {
      const all: RevisitWithGaps[] = [];
      for (const scope of scopes)
        for (const { revisit } of await ofScope(scope))
          if (project === null || revisit.project === project) all.push(revisit);
      const nowMs = now().getTime();
      const late = new Map(
        all.map((row) => [row, row.lateFrom === null ? 0 : Math.max(0, nowMs - Date.parse(row.lateFrom))]),
      );
      return all.sort(
        (a, b) =>
          (late.get(b) ?? 0) - (late.get(a) ?? 0) ||
          Number(b.open) - Number(a.open) ||
          (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
      );
    },
  };
}

/** Requested and achieved intervals of all recurrent tasks and orders of a scope. */
export type Revisits = ReturnType<typeof createRevisits>;
