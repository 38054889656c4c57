import type { TFunction } from 'i18next';
import { memo } from 'react';
import type { TimelineEntry } from '../../../../src-preload/contract/timeline.ts';
import classes from '../../../kit/ui/panes.module.css';
import { TimeCell } from '../../../kit/ui/time-text.tsx';
import { KindMark } from './marks.tsx';

/** Returns the name of an entry's subject; its number if it has no name. */
export function nameOf(t: TFunction, { name, subject }: Pick<TimelineEntry, 'name' | 'subject'>): string {
  if (name !== '') return name;
  return subject.kind === 'order'
    ? t('orders.unnamed', { id: subject.id })
    : t('tasks.unnamed', { id: subject.id });
}

interface EntryRowProps {
  entry: TimelineEntry;
  t: TFunction;
  language: string;
  /** The contract of the entry if several contracts are shown; else null. */
  contract: { name: string; tone: string } | null;
}

/** An entry of the timeline in a list. */
export const EntryRow = memo(function EntryRow({ entry, t, language, contract }: EntryRowProps) {
  const about = [
    t(`timeline.kind.${entry.kind}`),
    entry.isOfDeliveries === true ? t('timeline.ofDeliveries') : null,
    entry.project,
    contract?.name,
  ];
  return (
    <>
      <div className={classes.rowLine}>
        <span className={classes.rowStart}>
          <KindMark kind={entry.kind} colour={contract?.tone} />
          <span className={classes.rowName}>{nameOf(t, entry)}</span>
        </span>
        <TimeCell at={entry.at} language={language} />
      </div>
      <div className={classes.rowQuiet}>{about.filter(Boolean).join(' · ')}</div>
    </>
  );
});
