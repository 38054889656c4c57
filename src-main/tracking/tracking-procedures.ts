import type { Implementer } from '../implementer.ts';
import type { TrackingFloor } from './create-tracking.ts';

export function trackingProcedures(os: Implementer, tracking: TrackingFloor) {
  return {
    story: os.tracking.story.handler(({ input }) => tracking.story(input.scope, input.subject)),
    flags: os.tracking.flags.handler(({ input }) => tracking.flags.list(input.scope)),
    dismissFlag: os.tracking.dismissFlag.handler(({ input: { scope, subject, flag } }) =>
      tracking.flags.dismiss(scope, { subject, flag }),
    ),
    digest: os.tracking.digest.handler(({ input }) => tracking.digest.get(input.scope)),
    markSeen: os.tracking.markSeen.handler(({ input }) => tracking.digest.markSeen(input.scope)),
    notices: os.tracking.notices.handler(() => tracking.notices.list()),
  };
}
