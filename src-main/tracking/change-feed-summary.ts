import type { Scope } from '../../src-preload/contract/ids.ts';
import { type ChangeFeedSummary, changeFeedKindSchema } from '../../src-preload/contract/tracking.ts';
import { scopeKey } from '../core/scope.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { createChangeFeedItems } from './change-feed-items.ts';

/** What the summary is made of. `changed` is called when the page should read it again. */
export interface ChangeFeedSummaryOptions {
  changeFeed: ChangeFeed;
  itemsOf: ReturnType<typeof createChangeFeedItems>;
  /** Whether this scope's orders are read too: then both syncs say what changed meanwhile. */
  hasOrders: (scope: Scope) => boolean;
  changed: (scope: Scope) => void;
}

interface Session {
  scope: Scope;
  /** Up to where it was seen when this session began; null for nobody was here before. */
  from: { seq: number; at: string } | null;
  synced: Set<'tasks' | 'orders'>;
  /** What came until both first syncs were over changed while nobody was here. */
  until: number | null;
  seen: boolean;
}

const none: ChangeFeedSummary = { state: 'none', since: null, groups: [] };
const mostRead = 2_000;
const mostShown = 50;

/**
 * What changed since Nadir was last open. What is seen while it is open is no part of it; until the user says that it was
 * seen it is told again, whatever ends the session.
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
    const known = sessions.get(key);
    if (known) return known;
    const from = changeFeed.mark(scope, 'seen');
    const made: Session = { scope, from, synced: new Set(), until: null, seen: from === null };
    sessions.set(key, made);
    return made;
  }

  function groups({ scope, from, until }: Session): ChangeFeedSummary['groups'] {
    if (from === null || until === null) return [];
    const all = itemsOf(
      scope,
      changeFeed.reportable(scope, { after: from.seq, upTo: until, limit: mostRead }),
    );
    return changeFeedKindSchema.options.flatMap((kind) => {
      const own = all.filter((each) => each.kind === kind).reverse();
      const rows = own.slice(0, mostShown).map(({ subject, name, at }) => ({ subject, name, at }));
      return own.length === 0 ? [] : [{ kind, count: own.length, rows }];
    });
  }

  /** Nothing is owed to the user: what comes from now on is seen as it comes. */
  function follow(scope: Scope) {
    const current = session(scope);
    if (current.until !== null && current.seen) changeFeed.setMark(scope, 'seen', changeFeed.latest());
  }

  return {
    begin: (scope: Scope) => void session(scope),
    /** A sync of the scope has gone well. */
    synced(scope: Scope, what: 'tasks' | 'orders') {
      const current = session(scope);
      current.synced.add(what);
      if (current.until !== null || !current.synced.has('tasks')) return;
      if (hasOrders(scope) && !current.synced.has('orders')) return;
      current.until = changeFeed.latest();
      current.seen ||= groups(current).length === 0;
      follow(scope);
      changed(scope);
    },
    /** Until then news belong to the digest, and nobody is told of them otherwise. */
    isReady: (scope: Scope) => session(scope).until !== null,
    until: (scope: Scope) => session(scope).until ?? 0,
    get(scope: Scope): ChangeFeedSummary {
      const current = session(scope);
      const told = groups(current);
      if (told.length === 0) return { ...none, since: current.from?.at ?? null };
      return { state: current.seen ? 'seen' : 'fresh', since: current.from?.at ?? null, groups: told };
    },
    markSeen(scope: Scope) {
      const current = session(scope);
      current.seen = true;
      follow(scope);
      changed(scope);
    },
    follow,
    /** The session ends: what was seen in it is not news the next time. */
    end() {
      for (const { scope } of sessions.values()) follow(scope);
    },
  };
}
