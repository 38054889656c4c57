import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../client/api.tsx';
import { useAct } from '../ui/use-act.ts';

/** Messages that belong to no screen; each stays until the user dismisses it. */
export function Notices() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const notices = useQuery(query.app.notices.queryOptions()).data ?? [];
  return notices.map((notice) => (
    <Alert
      key={notice.id}
      icon={<IconAlertTriangle size={16} aria-hidden color="var(--nadir-warning)" />}
      radius={0}
      withCloseButton
      closeButtonLabel={t('common.dismiss')}
      onClose={() => act(() => client.app.dismissNotice({ id: notice.id }))}
      title={t(`notices.${notice.kind}`, { replace: notice.data })}
    />
  ));
}
