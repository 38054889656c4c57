import type { TFunction } from 'i18next';
import { orderStateSchema } from '../../../src-preload/contract/orders.ts';
import { taskStatusKindSchema } from '../../../src-preload/contract/tasking.ts';
import type { Flag, HistoryEntry } from '../../../src-preload/contract/tracking.ts';
import { formatBytes, formatDuration, formatUtc } from '../i18n/format.ts';
import { serviceWord } from '../i18n/service-word.ts';

/** Returns the text of a history entry; texts of the service stay unchanged. */
export function entryWords(t: TFunction, language: string, { kind, text }: HistoryEntry): string {
  const lasting = (ms: string | number | undefined) => formatDuration(language, Number(ms ?? 0) / 1_000);
  const satellite = String(text.satellite || t('common.unknown'));
  const status = serviceWord(t, String(text.status ?? ''));
  switch (kind) {
    case 'task-state': {
      const known = taskStatusKindSchema.safeParse(text.state).data ?? 'other';
      return t('tracking.kind.task-state', {
        state: known === 'other' ? status : t(`tasks.status.${known}`),
      });
    }
    case 'order-state': {
      const known = orderStateSchema.safeParse(text.state).data ?? 'other';
      const state = known === 'other' ? status : t(`orders.state.${known}`);
      return t('tracking.kind.order-state', { id: text.id, state });
    }
    case 'event':
      return String(text.event || status);
    case 'file-saved':
    case 'file-trashed':
    case 'file-deleted':
    case 'file-import-undone':
    case 'file-unpacking-undone':
    case 'file-given-up':
      return t(`tracking.kind.${kind}`, {
        name: text.name,
        size: formatBytes(language, Number(text.bytes)),
      });
    case 'expect-revisit':
      return t('tracking.kind.expect-revisit', { period: lasting(text.periodMs) });
    case 'expect-capture-by':
      // A service need not say how many were requested.
      return text.needed === undefined
        ? t('tracking.expectFurther', { count: Number(text.taken) })
        : t('tracking.kind.expect-capture-by', text);
    case 'expect-published':
      return t('tracking.kind.expect-published', { count: Number(text.count), most: lasting(text.mostMs) });
    default:
      return t(`tracking.kind.${kind}`, { ...text, satellite, status });
  }
}

/** Returns the reason of a flag. */
export function flagWords(t: TFunction, language: string, { flag, text }: Flag): string {
  const at = (time: string | number | undefined) => formatUtc(language, String(time ?? ''));
  switch (flag) {
    case 'window-ending':
      return Date.parse(String(text.end)) < Date.now()
        ? t('tracking.windowEnded', { end: at(text.end) })
        : t('tracking.flag.window-ending.why', { end: at(text.end) });
    case 'planned-time-passed':
      return t('tracking.flag.planned-time-passed.why', { planned: at(text.planned) });
    case 'stuck':
      if (text.mostMs === undefined) return t('tracking.stuckUnusual', { since: at(text.since) });
      return t('tracking.flag.stuck.why', {
        since: at(text.since),
        count: Number(text.count),
        most: formatDuration(language, Number(text.mostMs) / 1_000),
      });
    default:
      return t(`tracking.flag.${flag}.why`, { ...text, count: Number(text.count ?? 1) });
  }
}

/** Translates the status of an event; an unknown status keeps the service's word. */
export function statusWords(t: TFunction, raw: string): string {
  const folded = raw
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  switch (folded) {
    case 'received':
    case 'completed':
    case 'failed':
      return t(`tasks.status.${folded}`);
    case 'in_progress':
      return t('tasks.status.in-progress');
    case 'canceled':
    case 'cancelled':
      return t('tasks.status.cancelled');
    case 'queued':
    case 'processing':
    case 'published':
      return t(`captures.status.${folded}`);
    case 'closed':
      return t('orders.state.closed');
    default:
      return serviceWord(t, raw);
  }
}
