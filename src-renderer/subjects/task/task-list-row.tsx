import type { TFunction } from 'i18next';
import { memo } from 'react';
import type { TaskRow } from '../../../src-preload/contract/tasking.ts';
import type { FlagKind } from '../../../src-preload/contract/tracking.ts';
import { formatUtcDay } from '../../i18n/format.ts';
import classes from '../../ui/panes.module.css';
import { FlagMark } from '../tracking/flags.tsx';
import { StatusMark } from './status-mark.tsx';

interface TaskListRowProps {
  task: TaskRow;
  flags: readonly FlagKind[] | undefined;
  t: TFunction;
  language: string;
}

/** A task in a list: status, name, what it is about and how many captures it has brought. */
export const TaskListRow = memo(function TaskListRow({ task, flags, t, language }: TaskListRowProps) {
  const days = [task.start, task.end].map((at) => (at === null ? '—' : formatUtcDay(language, at)));
  const status = task.statusKind === 'other' ? task.status : t(`tasks.status.${task.statusKind}`);
  const about = [task.project, task.productName ?? task.productPk, days.join(' – ')];
  // Plain elements: rows come by the dozen with each turn of the wheel.
  return (
    <>
      <div className={classes.rowLine}>
        <span className={classes.rowStart}>
          <span role="img" aria-label={status} title={status} style={{ display: 'inline-flex' }}>
            <StatusMark kind={task.statusKind} />
          </span>
          <span className={classes.rowName}>{task.name || t('tasks.unnamed', { id: task.taskId })}</span>
          <FlagMark flags={flags} />
        </span>
        <span className={classes.rowQuiet} style={{ flex: 'none' }}>
          {t('tasks.captureCount', { published: task.publishedCount, total: task.captureCount })}
        </span>
      </div>
      <div className={classes.rowQuiet}>{about.filter(Boolean).join(' · ')}</div>
    </>
  );
});
