import type { RuleId, Scope } from '../../../../src-preload/contract/ids.ts';
import { AppError, toStoredError } from '../../../core/app-error.ts';
import { startTimer } from '../../../core/start-timer.ts';
import type { RuleQueue } from './rule-queue.ts';
import type { RuleSearch } from './rule-search.ts';
import type { RulesOptions } from './rules-options.ts';

/** Captures arrive in bursts: the rules run once for all of them. */
const quietMs = 1_000;
/** Contracts that are not in use are refreshed this often, and a failed rule runs again this often. */
const roundMs = 10 * 60_000;

const isSameScope = (a: Scope, b: Scope) =>
  a.connectionId === b.connectionId && a.contractId === b.contractId;

/** Runs rules when something was published, and all of them at intervals; one rule at a time. */
export function createRuleRunner(
  options: RulesOptions,
  { signal, search, queue }: { signal: AbortSignal; search: RuleSearch; queue: RuleQueue },
) {
  const { table, onError, setTimer = startTimer } = options;
  const due = new Set<RuleId>();
  let lastRun: Promise<void> = Promise.resolve();
  let stopDueTimer: (() => void) | null = null;
  let stopRoundTimer: (() => void) | null = null;

  /** Runs one rule; a failure is stored with the rule. */
  async function runNow(id: RuleId): Promise<void> {
    const rule = table.get(id);
    if (!rule?.enabled || signal.aborted) return;
    try {
      await search.planUnseen(rule);
      await queue.fill(id);
      table.ran(id, null);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof AppError)) onError(error);
      table.ran(id, toStoredError(error));
    }
    options.changed();
  }

  /** Resolves when the rule has run, after the rules that were requested before it. */
  function run(id: RuleId): Promise<void> {
    const ended = lastRun.then(() => runNow(id));
    lastRun = ended.catch(onError);
    return ended;
  }

  function runSoon(ids: readonly RuleId[]) {
    for (const id of ids) due.add(id);
    if (due.size === 0 || stopDueTimer !== null || signal.aborted) return;
    stopDueTimer = setTimer(() => {
      stopDueTimer = null;
      const ready = [...due];
      due.clear();
      for (const id of ready) void run(id).catch(onError);
    }, quietMs);
  }

  const enabledRules = () => table.all().filter((rule) => rule.enabled);

  async function runRound(): Promise<void> {
    const enabled = enabledRules();
    const scopes = enabled
      .map(({ scope }) => scope)
      .filter((scope, index, all) => all.findIndex((other) => isSameScope(scope, other)) === index);
    for (const scope of scopes) if (!signal.aborted) await options.refresh(scope);
    runSoon(enabled.map(({ id }) => id));
  }

  function scheduleRounds() {
    stopRoundTimer = setTimer(() => {
      void runRound()
        .catch(onError)
        .finally(() => {
          if (!signal.aborted) scheduleRounds();
        });
    }, roundMs);
  }

  return {
    run,
    runSoon,
    runAllSoon: () => runSoon(enabledRules().map(({ id }) => id)),
    runSoonIn: (scope: Scope) =>
      runSoon(enabledRules().flatMap((rule) => (isSameScope(rule.scope, scope) ? [rule.id] : []))),
    scheduleRounds,
    async stop(): Promise<void> {
      stopDueTimer?.();
      stopRoundTimer?.();
      await lastRun;
    },
  };
}
