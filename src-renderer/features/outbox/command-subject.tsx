import { skipToken, useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { submissionIdSchema } from '../../../src-preload/contract/ids.ts';
import { commandStateSchema } from '../../../src-preload/contract/outbox.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatUtcDay } from '../../kit/i18n/format.ts';
import { declareSubject } from '../../kit/lists/subject.ts';
import type { MarkDescription } from '../../map/described-mark.ts';
import { StatusMark } from '../tasks/status-mark.tsx';
import { commandMark, commandsOnMap } from './command-marks.ts';
import { commandTitle } from './command-words.ts';

/** Describes commands on the map: what they do, their state and when they were created. */
const describedCommands: MarkDescription = {
  objectName: 'shell.workspace.outbox',
  useDescribed(asked) {
    const { t, i18n } = useTranslation();
    const { query } = useApi();
    const ids = asked.map(({ key }) => submissionIdSchema.parse(key));
    const found = useQuery(
      query.outbox.get.queryOptions({ input: ids.length > 0 ? { ids } : skipToken }),
    ).data;
    if (ids.length === 0) return [];
    return found?.map((command) => ({
      key: command.id,
      name: commandTitle(t, command),
      status: t(`outbox.state.${command.state}`),
      time: formatUtcDay(i18n.language, command.createdAt),
      mark: <StatusMark kind={commandMark[command.state]} />,
    }));
  },
  // A mark may stand for several states.
  kindText: (t, kind) =>
    commandStateSchema.options
      .filter((state) => commandMark[state] === kind)
      .map((state) => t(`outbox.state.${state}`))
      .join(' / '),
};

const CommandDetailsPane = lazy(() =>
  import('./command-details.tsx').then((module) => ({ default: module.CommandDetailsPane })),
);

/** The commands of the outbox. */
export const commandSubject = declareSubject('command', {
  keys: submissionIdSchema,
  details: (id) => ({ key: `command ${id}`, pane: <CommandDetailsPane id={id} /> }),
  onMap: commandsOnMap,
  described: describedCommands,
  checkStored: async (client, id) => {
    const [found] = await client.outbox.get({ ids: [id] });
    if (found === undefined) throw new Error('the command was removed');
  },
});
