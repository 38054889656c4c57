import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import type { Flag } from '../../../../src-preload/contract/tracking.ts';
import type { ChangeFeed } from './change-feed.ts';
import { createFlagChecks, type FlagChecksOptions } from './flag-checks.ts';
import type { FlagTable, Issue } from './flag-table.ts';
import { subjectId } from './subjects.ts';

/** What the flags and their checks need. */
export interface FlagsOptions extends FlagChecksOptions {
  table: FlagTable;
  changeFeed: Pick<ChangeFeed, 'flagged' | 'ready'>;
  changed: (scope: Scope) => void;
}

/** The order in which the checks run. */
const flagNames: Flag['flag'][] = [
  'window-ending',
  'planned-time-passed',
  'stuck',
  'more-delivered',
  'closed-empty',
  'link-missing',
  'file-missing',
];

/** Creates the flags for what needs attention: checks raise and lower them, the user dismisses them. */
export function createFlags(options: FlagsOptions) {
  const { table, changeFeed } = options;
  const checks = createFlagChecks(options);

  return {
    /** Runs every check on a scope, one after another with turns of the event loop in between, and applies the results. */
    async check(scope: Scope, signal: AbortSignal): Promise<void> {
      let isChanged = false;
      for (const flag of flagNames) {
        const issues = await checks[flag](scope);
        if (signal.aborted) return;
        const outcome = table.replace(scope, flag, issues);
        isChanged ||= outcome.isChanged;
        for (const { subject } of outcome.raised)
          changeFeed.flagged(scope, `${flag} ${subject.kind} ${subjectId(subject)}`);
        await yieldToEventLoop();
      }
      if (isChanged) options.changed(scope);
    },
    /** Returns the raised flags, the latest first. */
    list: (scope: Scope) => table.list(scope, 2_000),
    ids: table.ids,
    sceneIds: table.sceneIds,
    /** Returns the raised flags of any of these subjects. */
    of: (scope: Scope, subjects: readonly Flag['subject'][]) =>
      subjects.flatMap((subject) => table.ofSubject(scope, subject)),
    /** Dismisses a flag for the user: it stays away until the issue has gone and come back. */
    dismiss(scope: Scope, issue: Pick<Issue, 'subject' | 'flag'>) {
      if (table.dismiss(scope, issue)) options.changed(scope);
    },
  };
}
