import type { Implementer } from '../../../core/implementer.ts';
import type { ComposedTracking } from './compose-tracking.ts';

/** Returns the procedures of history, flags and the summary of changes. */
export function trackingProcedures(os: Implementer, tracking: ComposedTracking) {
  return {
    history: os.tracking.history.handler(({ input }) => tracking.history(input.scope, input.subject)),
    flags: os.tracking.flags.handler(({ input }) => tracking.flags.list(input.scope)),
    dismissFlag: os.tracking.dismissFlag.handler(({ input: { scope, subject, flag } }) =>
      tracking.flags.dismiss(scope, { subject, flag }),
    ),
    summary: os.tracking.summary.handler(({ input }) => tracking.summary.get(input.scope, input.since)),
    markSeen: os.tracking.markSeen.handler(({ input }) => tracking.summary.markSeen(input.scope)),
    notices: os.tracking.notices.handler(() => tracking.notices.list()),
  };
}
