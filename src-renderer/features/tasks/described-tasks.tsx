import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { useActiveScope, useApi } from '../../kit/client/api.tsx';
import { formatUtcDay } from '../../kit/i18n/format.ts';
import { serviceWord } from '../../kit/i18n/service-word.ts';
import { type MarkDescription, maxDescribed } from '../../map/described-mark.ts';
import { StatusMark } from './status-mark.tsx';

/** Describes tasks on the map: name, status and acquisition window; the latest first. */
export const describedTasks: MarkDescription = {
  objectName: 'label.task',
  useDescribed(asked) {
    const { t, i18n } = useTranslation();
    const { query } = useApi();
    const scope = useActiveScope();
    const taskIds = asked.map(({ key }) => taskIdSchema.parse(key));
    const page = useQuery(
      query.tasking.list.queryOptions({
        input:
          scope && taskIds.length > 0
            ? { scope, filter: { taskIds }, sort: 'start', descending: true, offset: 0, limit: maxDescribed }
            : skipToken,
      }),
    ).data;
    if (taskIds.length === 0) return [];
    return page?.rows.map(({ taskId, name, status, statusKind, start, end }) => ({
      key: taskId,
      name: name || t('tasks.unnamed', { id: taskId }),
      status: statusKind === 'other' ? serviceWord(t, status) : t(`tasks.status.${statusKind}`),
      time:
        start === null && end === null
          ? null
          : [start, end].map((at) => (at === null ? '—' : formatUtcDay(i18n.language, at))).join(' – '),
      mark: <StatusMark kind={statusKind} />,
    }));
  },
  kindText: (t, kind) => t(`tasks.status.${kind}`),
};
