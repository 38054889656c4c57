import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react';
import { memo } from 'react';
import type { Command } from '../../../src-preload/contract/outbox.ts';
import classes from '../../kit/ui/panes.module.css';
import { CommandStateMark } from './command-state.tsx';

interface CommandListRowProps {
  command: Command;
  title: string;
  about: string;
  chosen: boolean;
}

/** A command of the outbox as a list row, with a checkbox. */
export const CommandListRow = memo(function CommandListRow({
  command,
  title,
  about,
  chosen,
}: CommandListRowProps) {
  const Box = chosen ? IconSquareCheckFilled : IconSquare;
  return (
    <div style={{ display: 'flex', gap: 8, alignItems: 'center', minWidth: 0 }}>
      {/* The option itself tells screen readers whether it is selected; this box is for the pointer only. */}
      <span data-choose style={{ display: 'inline-flex', padding: '10px 4px 10px 0', flex: 'none' }}>
        <Box size={16} aria-hidden color={chosen ? 'var(--nadir-accent)' : 'var(--nadir-quiet)'} />
      </span>
      <div style={{ minWidth: 0, flex: 1 }}>
        <div className={classes.rowLine}>
          <span className={classes.rowName} title={title}>
            {title}
          </span>
          <span style={{ display: 'inline-flex', fontSize: 11.5 }}>
            <CommandStateMark state={command.state} />
          </span>
        </div>
        <div className={classes.rowQuiet} title={about}>
          {about}
        </div>
      </div>
    </div>
  );
});
