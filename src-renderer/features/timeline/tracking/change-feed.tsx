import { ActionIcon, Button, Group, Paper, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import type { ChangeFeedSummary } from '../../../../src-preload/contract/tracking.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { formatUtc } from '../../../kit/i18n/format.ts';
import { useShowSubject } from '../../../kit/lists/use-show-subject.ts';
import { uiStore } from '../../../kit/state/ui-store.ts';
import { ErrorNote } from '../../../kit/ui/error-note.tsx';
import { LinkButton } from '../../../kit/ui/link-button.tsx';
import shell from '../../../kit/ui/panes.module.css';
import { TimeText } from '../../../kit/ui/time-text.tsx';
import { useAct } from '../../../kit/ui/use-act.ts';
import classes from './change-feed-panel.module.css';
import { SinceChoice } from './since-choice.tsx';

/** The notices that were shown, the latest first, also those of earlier runs; they are loaded when they are unfolded. */
function PastNotices({ scope, isOpenAtFirst }: { scope: Scope; isOpenAtFirst: boolean }) {
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

const shownRows = 8;

function KindGroup({ group }: { group: ChangeFeedSummary['groups'][number] }) {
  const { t } = useTranslation();
  const show = useShowSubject();
  const { kind, count, rows } = group;
  const more = count - Math.min(rows.length, shownRows);
  return (
    <section className={classes.group} data-testid={`digest-${kind}`}>
      <Text size="xs" fw={600} component="h3" m={0}>
        {t(`tracking.digest.group.${kind}`, { count })}
      </Text>
      <ul className={shell.plainList}>
        {rows.slice(0, shownRows).map(({ subject, name, at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two captures of one task may bear the same time
          <li key={`${index} ${name} ${at}`} className={classes.row}>
            {subject ? (
              <LinkButton fz="xs" className={classes.name} onClick={() => show(subject)}>
                {name}
              </LinkButton>
            ) : (
              <span className={classes.name}>{name}</span>
            )}
            <TimeText at={at} size="xs" c="var(--nadir-quiet)" />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('common.more', { count: more })}
        </Text>
      )}
    </section>
  );
}

interface ChangeFeedProps {
  scope: Scope;
  /** The changes since the previous run. */
  sinceLastVisit: ChangeFeedSummary;
  isOpenAtNotices: boolean;
}

/** The changes since the previous run of Nadir or since another time, by kind, and the notices that were shown. */
export function ChangeFeed({ scope, sinceLastVisit, isOpenAtNotices }: ChangeFeedProps) {
  const { t, i18n } = useTranslation();
  const { client, query } = useApi();
  const [since, setSince] = useState<string | null>(null);
  const other = useQuery({
    ...query.tracking.summary.queryOptions({ input: since === null ? skipToken : { scope, since } }),
    placeholderData: keepPreviousData,
  });
  const summary = since === null ? sinceLastVisit : (other.data ?? sinceLastVisit);
  const act = useAct();
  const titleId = useId();
  const close = () => uiStore.setState({ changeFeed: 'closed' });
  const seen = () => {
    close();
    act(() => client.tracking.markSeen({ scope }));
  };
  return (
    <Paper component="section" aria-labelledby={titleId} className={classes.panel} shadow="md" withBorder>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <h2 id={titleId} className={shell.paneTitle}>
            {t('tracking.digest.title')}
          </h2>
          {summary.since !== null && (
            <Text size="xs" c="var(--nadir-quiet)">
              {t('tracking.digest.since', { at: formatUtc(i18n.language, summary.since) })}
            </Text>
          )}
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('common.close')}
          title={t('common.close')}
          onClick={close}
        >
          <IconX size={16} />
        </ActionIcon>
      </Group>
      <SinceChoice onChange={setSince} />
      {other.isError && since !== null && <ErrorNote error={other.error} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <div className={classes.groups} tabIndex={0}>
        {summary.groups.length === 0 && (
          <Text size="xs">
            {since === null ? t('tracking.digest.nothing') : t('tracking.digest.nothingSince')}
          </Text>
        )}
        {summary.isCut && <Text size="xs">{t('tracking.digest.cut')}</Text>}
        {summary.groups.map((group) => (
          <KindGroup key={group.kind} group={group} />
        ))}
        <PastNotices key={String(isOpenAtNotices)} scope={scope} isOpenAtFirst={isOpenAtNotices} />
      </div>
      {summary.state === 'fresh' && (
        <Group justify="flex-end">
          <Button size="compact-sm" onClick={seen}>
            {t('tracking.digest.seen')}
          </Button>
        </Group>
      )}
    </Paper>
  );
}
