import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconPhotoCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Notice } from '../../src-preload/contract/app.ts';
import { useApi } from '../client/api.tsx';
import { ArrivedNotice } from '../subjects/scene/arrived-notice.tsx';
import { useAct } from '../ui/use-act.ts';

function textOf(t: TFunction, { kind, data }: Notice): string {
  const count = Number(data.count ?? 0);
  if (kind === 'scenes-arrived') return t('notices.scenes-arrived', { count, name: data.name ?? '' });
  if (kind === 'files-damaged') return t('notices.files-damaged', { count });
  return t(`notices.${kind}`, { replace: data });
}

/** The messages that belong to no screen, one below the other. */
export function NoticeList({ notices }: { notices: readonly Notice[] }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  return notices.map((notice) => {
    const isNews = notice.kind === 'scenes-arrived';
    return (
      <Alert
        key={notice.id}
        icon={
          isNews ? (
            <IconPhotoCheck size={16} aria-hidden color="var(--nadir-accent)" />
          ) : (
            <IconAlertTriangle size={16} aria-hidden color="var(--nadir-warning)" />
          )
        }
        radius={0}
        withCloseButton
        closeButtonLabel={t('common.dismiss')}
        onClose={() => act(() => client.app.dismissNotice({ id: notice.id }))}
        title={textOf(t, notice)}
      >
        {isNews && <ArrivedNotice notice={notice} />}
      </Alert>
    );
  });
}
