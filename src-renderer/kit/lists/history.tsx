import { Button, Stack, Text, Tooltip } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { HistoryEntry, Subject } from '../../../src-preload/contract/tracking.ts';
import { useApi } from '../client/api.tsx';
import { formatUtc } from '../i18n/format.ts';
import { BreakableName } from '../ui/breakable-name.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import shell from '../ui/panes.module.css';
import { TimeText } from '../ui/time-text.tsx';
import { FlagNotes } from './flags.tsx';
import classes from './history.module.css';
import { entryWords, statusWords } from './history-words.ts';
import { useShowSubject } from './use-show-subject.ts';

/** The number of entries shown at first: the latest ones; earlier ones are shown on request. */
const shownAtFirst = 40;

const isSame = (a: Subject, b: Subject) => JSON.stringify(a) === JSON.stringify(b);

function SubjectLink({ subject }: { subject: Subject }) {
  const { t } = useTranslation();
  const show = useShowSubject();
  if (subject.kind === 'capture') return null;
  const text =
    subject.kind === 'order'
      ? t('tracking.show.order', { id: subject.orderId })
      : t(`tracking.show.${subject.kind}`);
  return (
    <LinkButton fz={11.5} onClick={() => show(subject)}>
      {text}
    </LinkButton>
  );
}

function Entry({ entry, about }: { entry: HistoryEntry; about: Subject }) {
  const { t, i18n } = useTranslation();
  const { at, observedAt, source, certainty, reason } = entry;
  const observed =
    observedAt === null ? null : t('tracking.observed', { at: formatUtc(i18n.language, observedAt) });
  const leads = entry.subjects.filter((subject) => subject.kind !== 'capture' && !isSame(subject, about));
  const words = entryWords(t, i18n.language, entry);
  const status = String(entry.text.status ?? '');
  const statusText = statusWords(t, status);
  // The text of the kind may already contain the status: `closed` in `order closed`.
  const namesStatus = [status.replaceAll('_', ' '), statusText].some((each) =>
    words.toLowerCase().includes(each.toLowerCase()),
  );
  return (
    <li className={classes.entry} data-certainty={certainty} data-testid="history-entry">
      <span className={classes.dot} aria-hidden />
      <div className={classes.body}>
        <div className={classes.head}>
          {at === null && observed !== null ? (
            <span className={classes.quiet}>{observed}</span>
          ) : at === null ? (
            <span className={classes.quiet}>{t('tracking.anyTime')}</span>
          ) : (
            <TimeText at={at} size="xs" />
          )}
          <Tooltip
            label={[t(`tracking.sourceOf.${source}`), at === null ? null : observed]
              .filter(Boolean)
              .join(' · ')}
          >
            <span className={classes.source}>{t(`tracking.source.${source}`)}</span>
          </Tooltip>
        </div>
        <div className={classes.words}>
          <BreakableName text={words} />
          {entry.kind === 'event' && status !== '' && !namesStatus && (
            <span className={classes.quiet}>{` → ${statusText}`}</span>
          )}
        </div>
        {reason !== null && <div className={classes.quiet}>{reason}</div>}
        {leads[0] && <SubjectLink subject={leads[0]} />}
      </div>
    </li>
  );
}

/** Returns the flags and the history of a subject. */
export function useHistory(scope: Scope, subject: Subject) {
  return useQuery({
    ...useApi().query.tracking.history.queryOptions({ input: { scope, subject } }),
    placeholderData: keepPreviousData,
  });
}

/** The flags of a subject. They are above the captures, the history is below them. */
export function SubjectFlags({ scope, subject }: { scope: Scope; subject: Subject }) {
  const flags = useHistory(scope, subject).data?.flags;
  return flags ? <FlagNotes scope={scope} flags={flags} /> : null;
}

/** The history of a subject and of subjects that belong to it; expected events are listed separately. */
export function History({ scope, subject }: { scope: Scope; subject: Subject }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const result = useHistory(scope, subject);
  if (result.isError) return <ErrorNote error={result.error} onRetry={() => void result.refetch()} />;
  const history = result.data;
  if (!history) return null;
  const happened = history.entries.filter(({ certainty }) => certainty === 'happened');
  const shown = all ? happened : happened.slice(-shownAtFirst);
  const earlier = happened.length - shown.length;
  return (
    <Stack gap={6}>
      <Text fw={600} size="sm" component="h3" m={0}>
        {t('tracking.history')}
      </Text>
      {history.entries.length === 0 && (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('tracking.noHistory')}
        </Text>
      )}
      {all && history.leftOut > 0 && (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('tracking.leftOut', { count: history.leftOut })}
        </Text>
      )}
      {earlier > 0 && (
        <div>
          <Button size="compact-xs" variant="default" onClick={() => setAll(true)}>
            {t('tracking.earlier', { count: earlier })}
          </Button>
        </div>
      )}
      <ol className={shell.plainList} aria-label={t('tracking.history')}>
        {shown.map((entry) => (
          <Entry key={entry.key} entry={entry} about={subject} />
        ))}
      </ol>
      {(['overdue', 'expected'] as const).map((certainty) => {
        const entries = history.entries.filter((entry) => entry.certainty === certainty);
        if (entries.length === 0) return null;
        const title = certainty === 'overdue' ? t('tracking.overdue') : t('tracking.expectedNext');
        return (
          <Stack key={certainty} gap={6}>
            <Text fw={600} size="xs" component="h4" m={0} c="var(--nadir-quiet)">
              {title}
            </Text>
            <ol className={shell.plainList} aria-label={title}>
              {entries.map((entry) => (
                <Entry key={entry.key} entry={entry} about={subject} />
              ))}
            </ol>
          </Stack>
        );
      })}
    </Stack>
  );
}
