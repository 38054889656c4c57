import { lazy } from 'react';
import { submissionIdSchema } from '../../../src-preload/contract/ids.ts';
import { declareSubject } from '../../kit/lists/subject.ts';
import { commandsOnMap } from './command-marks.ts';
import { describedCommands } from './described-commands.tsx';

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
