import { Alert } from '@mantine/core';
import { type Icon, IconAlertTriangle, IconMessageCheck, IconPhotoCheck } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notice } from '../../src-preload/contract/app.ts';
import { UnfinishedNotice } from '../features/imports/unfinished-notice.tsx';
import { ArrivedNotice } from '../features/library/arrived-notice.tsx';
import { ReviewsArrivedNotice } from '../features/reviews/reviews-arrived-notice.tsx';
import { useApi } from '../kit/client/api.tsx';
import classes from '../kit/ui/panes.module.css';
import { useAct } from '../kit/ui/use-act.ts';

/** The notices about new objects, each with its icon and its button. */
const arrivals: Readonly<
  Partial<Record<Notice['kind'], { icon: Icon; button: ComponentType<{ notice: Notice }> }>>
> = {
  'scenes-arrived': { icon: IconPhotoCheck, button: ArrivedNotice },
  'reviews-arrived': { icon: IconMessageCheck, button: ReviewsArrivedNotice },
};

/** The buttons of other notices. */
const buttons: Readonly<Partial<Record<Notice['kind'], ComponentType>>> = {
  'import-unfinished': UnfinishedNotice,
};

/**
 * The messages that belong to no screen, one below the other. Those about something new lie over the map: they come while somebody works,
 * and must not move what is under the pointer.
 */
export function NoticeList({ notices }: { notices: readonly Notice[] }) {
  const arrived = notices.filter(({ kind }) => arrivals[kind] !== undefined);
  const others = notices.filter(({ kind }) => arrivals[kind] === undefined);
  return (
    <>
      {others.map((notice) => (
        <NoticeOf key={notice.id} notice={notice} />
      ))}
      {arrived.length > 0 && (
        <div className={classes.arrivals} data-testid="arrivals">
          {arrived.map((notice) => (
            <NoticeOf key={notice.id} notice={notice} />
          ))}
        </div>
      )}
    </>
  );
}

function NoticeOf({ notice }: { notice: Notice }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const Arrived = arrivals[notice.kind];
  const OwnButton = buttons[notice.kind];
  return (
    <Alert
      icon={
        Arrived ? (
          <Arrived.icon size={16} aria-hidden color="var(--nadir-accent)" />
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
      {Arrived && <Arrived.button notice={notice} />}
      {OwnButton && <OwnButton />}
    </Alert>
  );
}
