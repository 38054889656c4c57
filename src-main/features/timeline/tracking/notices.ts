import type { Scope } from '../../../../src-preload/contract/ids.ts';
import type { TellMe } from '../../../../src-preload/contract/settings.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { ChangeFeedItem, createChangeFeedItems } from './change-feed-items.ts';
import type { NoticeTable } from './notice-table.ts';

/** What desktop notices need. `notify` is undefined if the host cannot show any; then the page lists them. */
export interface NoticesOptions {
  changeFeed: ChangeFeed;
  table: NoticeTable;
  itemsOf: ReturnType<typeof createChangeFeedItems>;
  settings: () => TellMe;
  /** Returns the minute of the day by this computer's clock. */
  minuteOfDay: () => number;
  /** Returns the text of one notice for all of these, in the user's language. */
  words: (
    counts: readonly (readonly [TellKind, number])[],
    only: string | null,
  ) => { title: string; body: string };
  notify: ((notice: { title: string; body: string }) => void) | undefined;
  changed: () => void;
}

type TellKind = 'published' | 'order-closed' | 'flag' | 'refused';

const maxRead = 500;

const minutes = (time: string) => {
  const [hours = 0, rest = 0] = time.split(':').map(Number);
  return hours * 60 + rest;
};

/** True within the quiet hours; they cross midnight if `to` is before `from`. */
export function isQuiet(hours: TellMe['quietHours'], minute: number): boolean {
  if (hours === null) return false;
  const [from, to] = [minutes(hours.from), minutes(hours.to)];
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

function noticeKindOf({ kind }: ChangeFeedItem): TellKind | null {
  if (kind === 'closed-empty') return 'order-closed';
  return kind === 'published' || kind === 'order-closed' || kind === 'flag' || kind === 'refused'
    ? kind
    : null;
}

/** Creates the desktop notices by the user's rules: many items in one notice, and no item twice. */
export function createTrackingNotices(options: NoticesOptions) {
  const { changeFeed, settings, table } = options;

  function isWanted(item: ChangeFeedItem): boolean {
    const rules = settings();
    const wanted = {
      published: rules.capturePublished,
      'order-closed': rules.orderClosed,
      flag: rules.flagRaised,
      refused: rules.outboxTrouble,
    };
    const kind = noticeKindOf(item);
    return kind !== null && wanted[kind] && (rules.project === null || item.project === rules.project);
  }

  return {
    list: table.list,
    /** Shows the news since the last call; the summary shows those before `from`. */
    showNew(scope: Scope, from: number) {
      const mark = changeFeed.mark(scope, 'noticed');
      const after = Math.max(from, mark?.seq ?? 0);
      // During quiet hours items are kept and later shown in one notice.
      if (isQuiet(settings().quietHours, options.minuteOfDay())) return;
      const rows = changeFeed.reportable(scope, { after, limit: maxRead });
      const last = rows.at(-1);
      if (!last) return;
      // Stored before it is shown: a repeated notice would be worse than one lost in a crash.
      changeFeed.setMark(scope, 'noticed', last.seq);
      const wanted = options.itemsOf(scope, rows).filter(isWanted);
      if (wanted.length === 0) return;
      const counts = new Map<TellKind, number>();
      for (const each of wanted) {
        const kind = noticeKindOf(each);
        if (kind !== null) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
      const [only] = wanted;
      const words = options.words([...counts], wanted.length === 1 ? (only?.name ?? null) : null);
      const subject = wanted.length === 1 ? (only?.subject ?? null) : null;
      table.add(scope, { ...words, subject });
      options.notify?.(words);
      options.changed();
    },
  };
}
