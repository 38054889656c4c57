import type { HistoryEntry, HistoryKind, Subject } from '../../../../src-preload/contract/tracking.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { HistorySources } from './history-sources.ts';

/** What the entries of a history need, besides the details of its subjects. */
export interface EntrySources {
  changeFeed: Pick<ChangeFeed, 'timesOf'>;
  sent: HistorySources['sent'];
  removedFiles: HistorySources['removedFiles'];
}

type Fields = Partial<HistoryEntry> & Pick<HistoryEntry, 'key' | 'kind' | 'source' | 'subjects'>;

/** Returns an entry of a history with these fields. By default it has happened, with no time, reason or further details. */
export const historyEntry = (fields: Fields): HistoryEntry => ({
  at: null,
  observedAt: null,
  certainty: 'happened',
  text: {},
  reason: null,
  ...fields,
});

/** Returns the entry that a task or an order was sent from here; none if it was not. */
export function sentEntries(
  sent: ReturnType<HistorySources['sent']>,
  of: { key: string; subjects: Subject[] },
): HistoryEntry[] {
  if (!sent) return [];
  const { at, contractName } = sent;
  return [
    historyEntry({
      ...of,
      kind: 'sent',
      at,
      observedAt: at,
      source: 'here',
      text: { contract: contractName ?? '' },
    }),
  ];
}

const captureKinds: Record<string, HistoryKind> = {
  queued: 'capture-planned',
  waiting: 'capture-planned',
  processing: 'capture-taken',
  published: 'capture-published',
  done: 'capture-published',
  failed: 'capture-failed',
  withdrawn: 'capture-withdrawn',
};

/** Returns the kind of the entry for a capture of a task or an order in this state. */
export const captureKindOf = (state: string): HistoryKind => captureKinds[state] ?? 'capture-state';

/** Returns the time at which a subject was first seen in any state; null if it never was. */
export const firstSeen = (times: ReadonlyMap<string, string>): string | null =>
  [...times.values()].sort()[0] ?? null;
