import type { Implementer } from '../implementer.ts';
import type { Submissions } from './submissions.ts';

/** The members of the tasking contract that change something at the service or settle what did. */
export function outboxProcedures(
  os: Implementer,
  { submissions, closing }: { submissions: Submissions; closing: AbortSignal },
) {
  return {
    // A submission belongs to nobody's window: only the end of Nadir stops it, and then it is looked up.
    submit: os.tasking.submit.handler(({ input }) => submissions.submit(input.scope, input.request, closing)),
    submissions: os.tasking.submissions.handler(({ input }) => submissions.list(input.scope)),
    lookUpSubmission: os.tasking.lookUpSubmission.handler(({ input }) =>
      submissions.lookUp(input.id, closing),
    ),
    settleSubmission: os.tasking.settleSubmission.handler(({ input }) => submissions.settle(input, closing)),
  };
}
