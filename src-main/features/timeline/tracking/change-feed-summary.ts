import type { Scope } from '../../../../src-preload/contract/ids.ts';
import { type ChangeFeedSummary, changeFeedKindSchema } from '../../../../src-preload/contract/tracking.ts';
import { scopeKey } from '../../../core/scope.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { createChangeFeedItems } from './change-feed-items.ts';

/** What the summary needs. `changed` is called when the page should read it again. */
export interface ChangeFeedSummaryOptions {
  changeFeed: ChangeFeed;
  itemsOf: ReturnType<typeof createChangeFeedItems>;
  /** True if this scope's orders are read too: then both syncs decide what changed meanwhile. */
  hasOrders: (scope: Scope) => boolean;
  changed: (scope: Scope) => void;
}

interface Session {
  scope: Scope;
  /** The position that the user had seen when this session began; null if there was no earlier session. */
  from: { seq: number; at: string } | null;
  synced: Set<'tasks' | 'orders'>;
  /** The end of the summary: what came before both first syncs ended had changed while Nadir was closed. Null until then. */
  until: number | null;
  seen: boolean;
}

const none: ChangeFeedSummary = { state: 'none', since: null, groups: [], isCut: false };
const maxRead = 2_000;
const maxShown = 50;

/**
 * Creates the summary of what changed since Nadir was last open, without what is observed while it is open. It is shown again in
 * the next session until the user confirms it.
 */
export function createChangeFeedSummary({
  changeFeed,
  itemsOf,
  hasOrders,
  changed,
}: ChangeFeedSummaryOptions) {
  const sessions = new Map<string, Session>();

  function session(scope: Scope): Session {
    const key = scopeKey(scope);
    const existing = sessions.get(key);
    if (existing) return existing;
    const from = changeFeed.mark(scope, 'seen');
    const made: Session = { scope, from, synced: new Set(), until: null, seen: from === null };
    sessions.set(key, made);
    return made;
  }

  /** Returns what was observed between two positions, by kind. */
  function groupsOf(
    scope: Scope,
    range: { after: number; upTo: number },
  ): Pick<ChangeFeedSummary, 'groups' | 'isCut'> {
    const rows = changeFeed.reportable(scope, { ...range, limit: maxRead, which: 'latest' });
    const all = itemsOf(scope, rows);
    const groups = changeFeedKindSchema.options.flatMap((kind) => {
      const own = all.filter((each) => each.kind === kind).reverse();
      const rows = own.slice(0, maxShown).map(({ subject, name, at }) => ({ subject, name, at }));
      return own.length === 0 ? [] : [{ kind, count: own.length, rows }];
    });
    return { groups, isCut: rows.length >= maxRead };
  }

  const changesOf = ({ scope, from, until }: Session) =>
    from === null || until === null ? none : groupsOf(scope, { after: from.seq, upTo: until });

  /** Marks new observations as seen if the user has confirmed the summary. */
  function follow(scope: Scope) {
    const current = session(scope);
    if (current.until !== null && current.seen) changeFeed.setMark(scope, 'seen', changeFeed.latest());
  }

  return {
    begin: (scope: Scope) => void session(scope),
    /** Records a successful sync of the scope. */
    synced(scope: Scope, what: 'tasks' | 'orders') {
      const current = session(scope);
      current.synced.add(what);
      if (current.until !== null || !current.synced.has('tasks')) return;
      if (hasOrders(scope) && !current.synced.has('orders')) return;
      current.until = changeFeed.latest();
      current.seen ||= changesOf(current).groups.length === 0;
      follow(scope);
      changed(scope);
    },
    /** True after the first syncs; until then, news belong only to the summary and are not reported otherwise. */
    isReady: (scope: Scope) => session(scope).until !== null,
    until: (scope: Scope) => session(scope).until ?? 0,
    /** Returns what changed while Nadir was closed, or everything that was observed since another time (ISO UTC). */
    get(scope: Scope, since: string | null = null): ChangeFeedSummary {
      if (since !== null) {
        const after = changeFeed.before(new Date(since).toISOString());
        return { state: 'seen', since, ...groupsOf(scope, { after, upTo: changeFeed.latest() }) };
      }
      const current = session(scope);
      const shown = changesOf(current);
      if (shown.groups.length === 0) return { ...none, since: current.from?.at ?? null };
      const { groups, isCut } = shown;
      return { state: current.seen ? 'seen' : 'fresh', since: current.from?.at ?? null, groups, isCut };
    },
    markSeen(scope: Scope) {
      const current = session(scope);
      current.seen = true;
      follow(scope);
      changed(scope);
    },
    follow,
    /** Ends the session: its observations are not news the next time. */
    end() {
      for (const { scope } of sessions.values()) follow(scope);
    },
  };
}
