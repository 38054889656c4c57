import { useTranslation } from 'react-i18next';
import type { RevisitWithGaps } from '../../../src-preload/contract/timeline.ts';
import { formatGap, formatInterval, formatNumber, formatShare } from '../../kit/i18n/format.ts';
import { waitingMs } from './revisit-bars.ts';
import classes from './timeline.module.css';

function Figure({ name, value, warn = false }: { name: string; value: string; warn?: boolean }) {
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd data-warn={warn || undefined}>{value}</dd>
    </div>
  );
}

/** The requested interval of a revisit and the achieved ones, in figures. */
export function RevisitFigures({ row }: { row: RevisitWithGaps }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const gap = (ms: number | null) => (ms === null ? '—' : formatGap(language, ms));
  const nowMs = Date.now();
  const waiting = waitingMs(row, nowMs);
  const late = row.lateFrom !== null && Date.parse(row.lateFrom) < nowMs;
  const sinceLast = () => {
    if (row.isAhead) return t('timeline.revisit.notBegun');
    if (row.waitingSince === null) return t('timeline.revisit.over');
    if (waiting === null)
      return t('timeline.revisit.ahead', { time: gap(Date.parse(row.waitingSince) - nowMs) });
    return late ? t('timeline.revisit.openLate', { time: gap(waiting) }) : gap(waiting);
  };
  const share =
    row.withinCount === null || row.gapCount === 0
      ? '—'
      : t('timeline.revisit.shareOf', {
          share: formatShare(language, row.withinCount / row.gapCount),
          within: formatNumber(language, row.withinCount),
          total: formatNumber(language, row.gapCount),
        });
  const asked =
    row.asked === null
      ? t('timeline.revisit.unreadable', { text: row.askedText })
      : formatInterval(language, row.asked);
  return (
    <dl className={classes.figures} data-testid="revisit-figures">
      <Figure name={t('timeline.revisit.asked')} value={asked} />
      <Figure name={t('label.captures')} value={formatNumber(language, row.captureCount)} />
      <Figure name={t('timeline.revisit.median')} value={gap(row.medianMs)} />
      <Figure name={t('timeline.revisit.longest')} value={gap(row.longestMs)} />
      <Figure name={t('timeline.revisit.share')} value={share} />
      <Figure name={t('timeline.revisit.openNow')} value={sinceLast()} warn={late} />
      {row.asked !== null && (
        <Figure name={t('timeline.revisit.tolerance')} value={t('timeline.revisit.tolerated')} />
      )}
    </dl>
  );
}
