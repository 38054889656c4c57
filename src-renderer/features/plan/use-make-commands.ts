import { useTranslation } from 'react-i18next';
import type { Scope, SubmissionId } from '../../../src-preload/contract/ids.ts';
import type { CommandInput } from '../../../src-preload/contract/outbox.ts';
import { useApi, useContractName } from '../../kit/client/api.tsx';
import { errorText } from '../../kit/i18n/error-text.ts';
import { focusPaneSoon } from '../../kit/ui/panes.ts';
import { useSay } from '../../kit/ui/use-act.ts';
import { useCommand } from '../../kit/ui/use-command.ts';
import { commandTitle } from '../outbox/command-words.ts';
import { outboxStore } from '../outbox/outbox-store.ts';

/** The commands that a review adds to the outbox. */
export interface ReviewedCommands {
  scope: Scope;
  /** Never empty. */
  inputs: readonly CommandInput[];
  /** The edited row of the outbox, which receives the first input; null for new commands. */
  commandId: SubmissionId | null;
  /** The request that the form of the edited row began with, as JSON. */
  base?: string | undefined;
}

/**
 * Returns the mutation that adds commands to the outbox and, if its variable is true, releases them for sending. The
 * form then shows their outcome. `onMade` is called when they are in the outbox, so that the form can be cleared.
 */
export function useMakeCommands({ scope, inputs, commandId, base }: ReviewedCommands, onMade: () => void) {
  const { t } = useTranslation();
  const { client } = useApi();
  const contract = useContractName();
  const say = useSay();

  async function store(): Promise<SubmissionId[]> {
    const [changed, ...further] = inputs;
    if (commandId === null || changed === undefined)
      return (await client.outbox.addDrafts({ scope, commands: [...inputs] })).ids;
    const { id } = await client.outbox.update({
      id: commandId,
      command: changed,
      ...(base === undefined ? {} : { base }),
    });
    if (further.length === 0) return [id];
    return [id, ...(await client.outbox.addDrafts({ scope, commands: further })).ids];
  }

  return useCommand({
    async mutationFn(release: boolean) {
      const ids = await store();
      if (!release) return { ids, released: false, error: null };
      try {
        await client.outbox.release({ ids, contractId: scope.contractId });
        return { ids, released: true, error: null };
      } catch (error) {
        // They are in the outbox as drafts; another attempt from here would add them twice.
        return { ids, released: false, error };
      }
    },
    onSuccess({ ids, released, error }) {
      outboxStore.setState({ made: ids });
      if (error !== null) {
        const { title, hint } = errorText(t, error);
        say({ title, message: hint, color: 'orange' });
      }
      const message = released
        ? t('outbox.released', { count: ids.length, contract })
        : t('outbox.drafted', { count: ids.length });
      // Without its name, the same words about two orders would look like one order that was sent twice.
      const [only, second] = inputs;
      const title = only && !second ? commandTitle(t, { input: only, taskName: null }) : undefined;
      say({ ...(title === undefined ? {} : { title }), message, color: 'teal' });
      onMade();
      focusPaneSoon('list');
    },
  });
}
