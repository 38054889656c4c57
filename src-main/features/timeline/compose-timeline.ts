import type { ContractView } from '../../../src-preload/contract/connections.ts';
import type { Change } from '../../../src-preload/contract/contract.ts';
import type { ConnectionId, Scope } from '../../../src-preload/contract/ids.ts';
import type { Implementer } from '../../core/implementer.ts';
import { startTimer } from '../../core/start-timer.ts';
import { createContractFollower } from './follow-contracts.ts';
import { createRevisits, type RevisitSources } from './revisits.ts';
import type { TimelineOptions } from './timeline.ts';
import { createTimeline } from './timeline.ts';

interface ComposeTimelineOptions extends Pick<TimelineOptions, 'sources' | 'now'> {
  /** A time in milliseconds that no change of the computer's clock affects, for pauses. */
  monotonic: () => number;
  revisits: RevisitSources;
  projects: (scope: Scope) => string[];
  /** Returns the scope in force; null for none. */
  activeScope: () => Scope | null;
  /** True if the user wants to see all contracts together. */
  wantsAll: () => boolean;
  contracts: (connectionId: ConnectionId) => ContractView[];
  /** Reads the tasks or orders of a contract again; the resulting state tells whether that succeeded. */
  syncs: readonly ((scope: Scope) => Promise<{ error: unknown }>)[];
  subscribe: (listener: (change: Change) => void) => () => void;
  changed: (topic: 'timeline' | 'followed') => void;
}

/** The topics that affect the timeline. */
const inTime = ['tasks', 'captures', 'orders', 'scenes', 'library'];
/** After a change the counts are computed again; not for each change while thousands of orders arrive. */
const soonMs = 300;
const pausePerCount = 5;
const later = (run: () => void, ms: number) => startTimer(run, Math.min(60_000, ms));
const ofFollowing = ['settings', 'connections', 'contracts'];
/** Only active contracts can be queried (service §2.4). */
const isActive = ({ status }: ContractView) => status.toUpperCase() === 'ACTIVE';

/** Creates the calendar, the map by time, the revisits, and the sync of the contracts besides the one in force. */
export function composeTimeline(options: ComposeTimelineOptions) {
  const revisits = createRevisits({ ...options.revisits, now: options.now });
  const timeline = createTimeline({ ...options, revisits });
  const follower = createContractFollower({
    monotonic: options.monotonic,
    changed: () => options.changed('followed'),
    wanted() {
      const active = options.activeScope();
      if (active?.contractId === undefined || active.contractId === null || !options.wantsAll()) return [];
      const { connectionId } = active;
      return options
        .contracts(connectionId)
        .filter((contract) => isActive(contract) && contract.contractId !== active.contractId)
        .map(({ contractId }) => ({ connectionId, contractId }));
    },
    async sync(scope) {
      let good = true;
      for (const run of options.syncs) good = (await run(scope)).error === null && good;
      return good;
    },
  });
  let cancelTold: (() => void) | null = null;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  const stop = options.subscribe(({ topic }) => {
    if (inTime.includes(topic)) {
      cancelTold ??= later(
        () => {
          cancelTold = null;
          toldAtMs = options.monotonic();
          timeline.forget();
          revisits.forget();
          options.changed('timeline');
        },
        Math.max(soonMs, toldAtMs + pausePerCount * timeline.tookMs() - options.monotonic()),
      );
    }
    if (ofFollowing.includes(topic)) follower.update();
  });
  return {
    timeline,
    revisits,
    follower,
    projects: options.projects,
    start: () => follower.update(),
    async close() {
      stop();
      cancelTold?.();
      await follower.close();
    },
  };
}

/** Returns the procedures of the timeline. */
export function timelineProcedures(os: Implementer, composed: ReturnType<typeof composeTimeline>) {
  const { timeline, revisits, follower } = composed;
  return {
    counts: os.timeline.counts.handler(({ input: { span, ...terms } }) => timeline.counts(terms, span)),
    list: os.timeline.list.handler(({ input: { span, offset, limit, ...terms } }) =>
      timeline.list(terms, span, { offset, limit }),
    ),
    places: os.timeline.places.handler(({ input: { span, ...terms } }) => timeline.places(terms, span)),
    projects: os.timeline.projects.handler(({ input: { connectionId, contractIds } }) => {
      const all = contractIds.flatMap((contractId) => composed.projects({ connectionId, contractId }));
      return [...new Set(all)].sort((a, b) => (a < b ? -1 : 1));
    }),
    revisits: os.timeline.revisits.handler(async ({ input }) => {
      const { connectionId, project, offset, limit } = input;
      const scopes = input.contractIds.map((contractId) => ({ connectionId, contractId }));
      const all = await revisits.list(scopes, project);
      return { total: all.length, rows: all.slice(offset, offset + limit) };
    }),
    followed: os.timeline.followed.handler(({ input }) =>
      follower.followed().filter(({ connectionId }) => connectionId === input.connectionId),
    ),
  };
}
