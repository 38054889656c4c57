import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconPhotoCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Notice } from '../../src-preload/contract/app.ts';
import { useApi } from '../client/api.tsx';
import { ArrivedNotice } from '../subjects/scene/arrived-notice.tsx';
import { useAct } from '../ui/use-act.ts';

/** The messages that belong to no screen, one below the other. */
export function NoticeList({ notices }: { notices: readonly Notice[] }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  return notices.map((notice) => {
    const isArrival = notice.kind === 'scenes-arrived';
    return (
      <Alert
        key={notice.id}
        icon={
          isArrival ? (
            <IconPhotoCheck size={16} aria-hidden color="var(--nadir-accent)" />
          ) : (
            <IconAlertTriangle size={16} aria-hidden color="var(--nadir-warning)" />
          )
        }
        radius={0}
        withCloseButton
        closeButtonLabel={t('common.dismiss')}
        onClose={() => act(() => client.app.dismissNotice({ id: notice.id }))}
        title={t(`notices.${notice.kind}`, { replace: notice.data })}
      >
        {isArrival && <ArrivedNotice notice={notice} />}
      </Alert>
    );
  });
}
