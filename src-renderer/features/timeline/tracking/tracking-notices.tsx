import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Subject } from '../../../../src-preload/contract/tracking.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { useShowSubject } from '../../../kit/lists/use-show-subject.ts';
import { LinkButton } from '../../../kit/ui/link-button.tsx';

function Message({ body, subject }: { body: string; subject: Subject | null }) {
  const show = useShowSubject();
  if (subject === null || subject.kind === 'capture') return body;
  return (
    <LinkButton fz="sm" c="inherit" onClick={() => show(subject)}>
      {body}
    </LinkButton>
  );
}

/**
 * Shows notices if the host cannot show desktop notifications: as a browser notification if the window has no focus and the browser permits
 * it, else in the corner of the page.
 */
export function TrackingNotices() {
  const { t } = useTranslation();
  const { query } = useApi();
  const hostTells = useQuery(query.app.info.queryOptions()).data?.capabilities.notify ?? true;
  const notices = useQuery(query.tracking.notices.queryOptions()).data;
  const lastId = useRef<number | null>(null);
  useEffect(() => {
    if (!notices || hostTells) return;
    const after = lastId.current;
    lastId.current = notices.at(-1)?.id ?? 0;
    // Earlier notices are not repeated, because the panel of changes has them.
    if (after === null) return;
    for (const { id, title, body, subject } of notices.filter((notice) => notice.id > after)) {
      if (!document.hasFocus() && 'Notification' in window && Notification.permission === 'granted') {
        new Notification(title, { body });
        continue;
      }
      notifications.show({
        id: `tracking-${id}`,
        title,
        message: <Message body={body} subject={subject} />,
        closeButtonProps: { 'aria-label': t('common.close') },
      });
    }
  }, [notices, hostTells, t]);
  return null;
}
