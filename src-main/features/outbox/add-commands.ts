import { randomUUID } from 'node:crypto';
import { type Scope, type SubmissionId, submissionIdSchema } from '../../../src-preload/contract/ids.ts';
import type { CommandInput } from '../../../src-preload/contract/outbox.ts';
import type { Store } from '../../store/store.ts';
import type { CommandReading } from './command-reading.ts';
import type { CommandTable } from './command-table.ts';
import { createReleaseCommand } from './release-command.ts';
import type { Runner } from './runner.ts';
import type { Sender } from './sender.ts';

/** What is to be sent, with the id that it had before it came to the outbox. */
export interface IdentifiedInput {
  input: CommandInput;
  id: string;
}

/** The functions that add commands to the outbox. */
export interface AddCommands {
  /** Adds one command and releases it. A cancellation reuses an unfinished one of the same task, and replaces a refused one. */
  send(scope: Scope, command: CommandInput): { id: SubmissionId };
  /** Adds commands as drafts, all or none. */
  addDrafts(scope: Scope, commands: readonly CommandInput[]): { ids: SubmissionId[] };
  /**
   * Adds commands and releases them, all or none, in one transaction with what `alongside` stores. A command keeps the id that it
   * is given, unless another command has it: so it is the same on every computer. `earlier` are commands of the same sending that were
   * added before: equal ones among all of them are meant. Throws OUTCOME_UNKNOWN and JUST_SENT as
   * `createReleaseCommand` says.
   */
  addReleased(
    scope: Scope,
    commands: readonly IdentifiedInput[],
    alongside: () => void,
    earlier?: readonly SubmissionId[],
  ): { ids: SubmissionId[] };
}

/** What `createAddCommands` needs. */
export interface AddCommandsOptions {
  store: Pick<Store, 'transaction'>;
  table: CommandTable;
  reading: Pick<CommandReading, 'cancellation'>;
  sender: Pick<Sender, 'recoverInFlight'>;
  runner: Pick<Runner, 'kick'>;
  now: () => Date;
  changed: (scope: Scope) => void;
  contractName: (scope: Scope) => string | null;
}

/** Creates the functions that add commands to the outbox. */
export function createAddCommands(options: AddCommandsOptions): AddCommands {
  const { store, table, reading, sender, runner, changed } = options;
  const releaseCommand = createReleaseCommand(options);

  /** Stores commands as drafts, within a transaction of the caller. */
  function add(scope: Scope, commands: readonly { input: CommandInput; id?: string }[]): SubmissionId[] {
    const contractName = options.contractName(scope);
    const createdAt = options.now().toISOString();
    return commands.map(({ input, id: given }) => {
      const wanted = given === undefined ? null : submissionIdSchema.parse(given);
      const id = wanted !== null && !table.exists(wanted) ? wanted : submissionIdSchema.parse(randomUUID());
      table.add({ id, scope, contractName, input, createdAt });
      return id;
    });
  }

  return {
    send(scope, input) {
      const id = store.transaction(() => {
        const earlier = input.kind === 'cancel-task' ? reading.cancellation(scope, input.taskId) : null;
        const reused = earlier !== null && !table.remove(earlier.id, ['refused']) ? earlier.id : null;
        const commandId = reused ?? submissionIdSchema.parse(randomUUID());
        if (reused === null)
          table.add({
            id: commandId,
            scope,
            input,
            contractName: options.contractName(scope),
            createdAt: options.now().toISOString(),
          });
        table.release(commandId);
        return commandId;
      });
      changed(scope);
      runner.kick(scope);
      return { id };
    },
    addDrafts(scope, commands) {
      const ids = store.transaction(() =>
        add(
          scope,
          commands.map((input) => ({ input })),
        ),
      );
      changed(scope);
      return { ids };
    },
    addReleased(scope, commands, alongside, earlier = []) {
      sender.recoverInFlight();
      const ids = store.transaction(() => {
        const added = add(scope, commands);
        const together = new Set([...earlier, ...added]);
        for (const id of added) releaseCommand(id, { together, isRepeat: false });
        alongside();
        return added;
      });
      changed(scope);
      runner.kick(scope);
      return { ids };
    },
  };
}
