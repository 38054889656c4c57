import { memo } from 'react';
import type { TaskRow } from '../../../src-preload/contract/tasking.ts';
import { formatUtcDay } from '../../kit/i18n/format.ts';
import { serviceWord } from '../../kit/i18n/service-word.ts';
import { FlagMark } from '../../kit/lists/flags.tsx';
import type { ListRowProps } from '../../kit/lists/list-declaration.ts';
import { TwoLineRow } from '../../kit/ui/two-line-row.tsx';
import { StatusMark } from './status-mark.tsx';

/** A task as a list row: status, name, details and the number of published captures. */
export const TaskListRow = memo(function TaskListRow({ row, flags, t, language }: ListRowProps<TaskRow>) {
  const { statusKind, publishedCount, captureCount, capturesReadAt } = row;
  const said = statusKind === 'other' ? serviceWord(t, row.status) : t(`tasks.status.${statusKind}`);
  const days = [row.start, row.end].map((at) => (at === null ? '—' : formatUtcDay(language, at)));
  return (
    <TwoLineRow
      mark={<StatusMark kind={statusKind} />}
      state={said}
      name={row.name || t('tasks.unnamed', { id: row.taskId })}
      flag={<FlagMark flags={flags} />}
      trailing={
        capturesReadAt === null
          ? t('tasks.capturesNotRead')
          : t('tasks.captureCount', { published: publishedCount, count: captureCount })
      }
      // A status without a translation is written out, because its mark alone does not tell it.
      about={[
        row.project,
        row.productName ?? (row.productPk === null ? null : String(row.productPk)),
        statusKind === 'other' ? said : null,
        row.goneAt === null ? null : t('tasks.gone'),
        days.join(' – '),
      ]}
    />
  );
});
