import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { PreparedId, Scope, SubmissionId } from '../../../src-preload/contract/ids.ts';
import type { CommandInput } from '../../../src-preload/contract/outbox.ts';
import { AppError } from '../../core/app-error.ts';
import { readPreparedImage } from './prepared-image.ts';
import type { PreparedSteps } from './prepared-steps.ts';
import { type RequestContext, requestOfPrepared } from './request-of-prepared.ts';

/** The rows that can be sent, as the thread of lists has found them. */
export interface ReadyRows {
  /** The revision of the rows when they were checked. */
  revision: number;
  ready: readonly { preparedId: PreparedId; version: number }[];
}

/** The options of `createSendPrepared`. */
export interface SendPreparedOptions {
  steps: Pick<PreparedSteps, 'rows' | 'forget' | 'countRevision' | 'dropEmpty'>;
  /** Checks all rows of a contract, in the thread of lists. */
  check: (scope: Scope) => Promise<ReadyRows>;
  requestContext: (scope: Scope) => RequestContext;
  /** Rejects with NOT_APPROVED if the settings require an approval that one of these rows does not have. */
  assertApproved: (ids: readonly PreparedId[]) => Promise<void>;
  /** Called when these rows have become commands and are still there, in the same transaction. */
  carryApprovals: (ids: readonly PreparedId[]) => void;
  /** Adds commands to the outbox under the ids of their rows and releases them, in one transaction with what `alongside` stores. */
  addReleased: (
    scope: Scope,
    commands: readonly { input: CommandInput; id: PreparedId }[],
    alongside: () => void,
    /** Commands of the same sending that were added before: equal ones among all of them are meant. */
    earlier: readonly SubmissionId[],
  ) => { ids: SubmissionId[] };
}

/** So many commands are stored within a few milliseconds. */
const commandsOfSlice = 100;

/**
 * Creates the function that moves the rows without an error into the outbox, where they wait to be sent. A command is stored in the
 * transaction that removes its row, so that a crash neither loses nor doubles one.
 */
export function createSendPrepared({
  steps,
  check,
  requestContext,
  assertApproved,
  carryApprovals,
  addReleased,
}: SendPreparedOptions) {
  const { rows } = steps;

  /** Throws CONFLICT if a row is not as the check has seen it. */
  function sendSlice(
    scope: Scope,
    slice: ReadyRows['ready'],
    earlier: readonly SubmissionId[],
  ): SubmissionId[] {
    const context = requestContext(scope);
    const commands = slice.map(({ preparedId, version }) => {
      const stored = rows.text(scope, preparedId);
      if (stored?.version !== version) throw new AppError('CONFLICT', { detail: 'row-changed' });
      const built = requestOfPrepared(readPreparedImage(stored.image), context);
      if ('issues' in built) throw new AppError('CONFLICT', { detail: 'row-changed' });
      return { input: built.input, id: preparedId };
    });
    const alongside = () => {
      carryApprovals(slice.map(({ preparedId }) => preparedId));
      for (const { preparedId } of slice) steps.forget(preparedId);
      steps.countRevision(scope);
    };
    return addReleased(scope, commands, alongside, earlier).ids;
  }

  return async (scope: Scope, revision: number): Promise<{ ids: SubmissionId[]; remaining: number }> => {
    const checked = await check(scope);
    if (checked.revision !== revision || rows.revision(scope) !== revision)
      throw new AppError('CONFLICT', { detail: 'revision' });
    await assertApproved(checked.ready.map(({ preparedId }) => preparedId));
    const ids: SubmissionId[] = [];
    for (let from = 0; from < checked.ready.length; from += commandsOfSlice) {
      ids.push(...sendSlice(scope, checked.ready.slice(from, from + commandsOfSlice), ids));
      await yieldToEventLoop();
    }
    steps.dropEmpty(scope);
    return { ids, remaining: rows.count(scope) };
  };
}
