import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { z } from 'zod';
import { type CaptureId, captureIdSchema, type Scope } from '../../../../src-preload/contract/ids.ts';
import { scopeParams } from '../../../core/scope.ts';
import type { Store } from '../../../store/store.ts';
import type { ChangeFeed, ChangeFeedEntry } from './change-feed.ts';
import { scopeOf } from './subjects.ts';

const msRow = z.object({ ms: z.number() });

interface CaptureFacts {
  start: string | null;
  product: number | null;
}

interface OrderedCaptureFacts {
  start: string | null;
  sku: string | null;
  deliveredAt: string | null;
}

/** What processing times are measured from. `captureFacts` returns null for an unknown capture. */
export interface ProcessingTimesOptions {
  store: Store;
  changeFeed: ChangeFeed;
  captureFacts: (scope: Scope, captureId: CaptureId) => CaptureFacts | null;
  orderedFacts: (scope: Scope, captureId: CaptureId) => OrderedCaptureFacts;
}

const slice = 100;
/** The usual time is computed from the latest `maxCaptures` captures of a product, and needs at least `minCaptures`. */
const minCaptures = 8;
const maxCaptures = 400;
const longestMs = 60 * 86_400_000;
/** The V1 interface does not tell when a capture was published; a first sight within this time after it is precise enough. */
const uncertainMs = 15 * 60_000;

interface UsualTime {
  /** Half of the captures, and nine in ten, were published within these times. */
  halfMs: number;
  maxMs: number;
  count: number;
}

/** Measures how long captures of each product took from acquisition to publication. */
export function createProcessingTimes(options: ProcessingTimesOptions) {
  const { store, changeFeed } = options;

  function productOf(scope: Scope, captureId: CaptureId): string | null {
    const facts = options.captureFacts(scope, captureId);
    if (facts) return facts.product === null ? null : `product ${facts.product}`;
    const { sku } = options.orderedFacts(scope, captureId);
    return sku ? `sku ${sku}` : null;
  }

  /** Returns when it was published, as precisely as known; null if that is not precise enough. */
  function publishedAt(row: ChangeFeedEntry, deliveredAt: string | null, start: string): string | null {
    if (deliveredAt !== null) return deliveredAt;
    if (row.kind !== 'capture' || row.quiet === 1 || row.notBefore === null) return row.happenedAt;
    const seen = Date.parse(row.observedAt);
    const gap = seen - Date.parse(row.notBefore);
    return gap <= Math.max(uncertainMs, (seen - Date.parse(start)) / 4) ? row.observedAt : null;
  }

  function sample(scope: Scope, row: ChangeFeedEntry) {
    const captureId = captureIdSchema.safeParse(row.captureId);
    if (!captureId.success) return;
    const ordered = options.orderedFacts(scope, captureId.data);
    const start = options.captureFacts(scope, captureId.data)?.start ?? ordered.start;
    const product = productOf(scope, captureId.data);
    const published = start && publishedAt(row, ordered.deliveredAt, start);
    if (!start || !published || product === null) return;
    const tookMs = Date.parse(published) - Date.parse(start);
    if (!(tookMs > 0 && tookMs < longestMs)) return;
    store.run(
      `INSERT OR IGNORE INTO processing_time VALUES (:connectionId, :contractId, :captureId, :product, :tookMs, :published)`,
      { ...scopeParams(scope), captureId: captureId.data, product, tookMs: Math.round(tookMs), published },
    );
  }

  return {
    productOf,
    /** Adds the observations since the last call, some at a time. */
    async learn(signal: AbortSignal): Promise<void> {
      for (let more = true; more && !signal.aborted; ) {
        const at = changeFeed.readUpTo('sampled');
        const rows = changeFeed.after(at, slice);
        store.transaction(() => {
          for (const row of rows)
            if (row.state === 'published' || row.state === 'done') sample(scopeOf(row), row);
          const last = rows.at(-1);
          if (last) changeFeed.setReadUpTo('sampled', last.seq);
        }, 'passing');
        more = rows.length === slice;
        if (more) await yieldToLoop();
      }
    },
    /** Returns null while too few captures of the product are known. */
    usual(scope: Scope, product: string | null): UsualTime | null {
      if (product === null) return null;
      const times = store
        .all(
          msRow,
          `SELECT took_ms AS ms FROM processing_time
           WHERE connection_id = :connectionId AND contract_id = :contractId AND product = :product
           ORDER BY published_at DESC LIMIT :maxCaptures`,
          { ...scopeParams(scope), product, maxCaptures },
        )
        .map(({ ms }) => ms)
        .sort((a, b) => a - b);
      if (times.length < minCaptures) return null;
      const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
      return { halfMs: at(0.5), maxMs: at(0.9), count: times.length };
    },
  };
}

/** How long each product usually takes from acquisition to publication. */
export type ProcessingTimes = ReturnType<typeof createProcessingTimes>;
