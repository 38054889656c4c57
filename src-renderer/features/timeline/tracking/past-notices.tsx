import { Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { useShowSubject } from '../../../kit/lists/use-show-subject.ts';
import { LinkButton } from '../../../kit/ui/link-button.tsx';
import shell from '../../../kit/ui/panes.module.css';
import { TimeText } from '../../../kit/ui/time-text.tsx';
import classes from './change-feed-panel.module.css';

/** The notices that were shown, the latest first, also those of earlier runs; they are loaded when they are unfolded. */
export function PastNotices({ scope, isOpenAtFirst }: { scope: Scope; isOpenAtFirst: boolean }) {
  const { t } = useTranslation();
  const { query } = useApi();
  const show = useShowSubject();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const notices = useQuery(query.tracking.notices.queryOptions(isOpen ? {} : { input: skipToken })).data;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>{t('tracking.pastNotices.title')}</summary>
      {notices?.length === 0 && <Text size="xs">{t('tracking.pastNotices.none')}</Text>}
      <ul className={shell.plainList}>
        {notices?.toReversed().map(({ id, at, title, body, subject, scope: of }) => {
          // Details are those of the contract in force.
          const isHere = of.connectionId === scope.connectionId && of.contractId === scope.contractId;
          const words = `${title}: ${body}`;
          return (
            <li key={id} className={classes.row}>
              {subject !== null && subject.kind !== 'capture' && (isHere || subject.kind === 'scene') ? (
                <LinkButton fz="xs" className={classes.name} onClick={() => show(subject)}>
                  {words}
                </LinkButton>
              ) : (
                <span className={classes.name}>{words}</span>
              )}
              <TimeText at={at} size="xs" c="var(--nadir-quiet)" />
            </li>
          );
        })}
      </ul>
    </details>
  );
}
