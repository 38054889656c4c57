import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RevisitWithGaps } from '../../../src-preload/contract/timeline.ts';
import { formatGap } from '../../kit/i18n/format.ts';
import { TimeCell } from '../../kit/ui/time-text.tsx';
import { waitingMs } from './revisit-bars.ts';
import classes from './timeline.module.css';

/** The gaps between the captures of a revisit as a table, the latest first. */
export function GapTable({ row }: { row: RevisitWithGaps }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const lines = [...row.gaps].reverse();
  const cell = (at: string) => <TimeCell at={at} language={language} />;
  const says = (within: boolean | null): ReactNode =>
    within === null ? '—' : within ? t('timeline.revisit.isWithin') : t('timeline.revisit.isBeyond');
  const length = (from: string, to: string) => formatGap(language, Date.parse(to) - Date.parse(from));
  const waited = waitingMs(row, Date.now());
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys
    <section className={classes.gaps} tabIndex={0} aria-label={t('timeline.revisit.gaps')}>
      <Table
        stickyHeader
        withRowBorders
        fz={12}
        verticalSpacing={3}
        horizontalSpacing={8}
        data-testid="revisit-gaps"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('label.from')}</Table.Th>
            <Table.Th scope="col">{t('label.to')}</Table.Th>
            <Table.Th scope="col">{t('timeline.revisit.gap')}</Table.Th>
            <Table.Th scope="col">{t('timeline.revisit.judged')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {row.waitingSince !== null && waited !== null && (
            <Table.Tr>
              <Table.Td>{cell(row.waitingSince)}</Table.Td>
              <Table.Td>{t('timeline.revisit.now')}</Table.Td>
              <Table.Td>{formatGap(language, waited)}</Table.Td>
              <Table.Td>{t('timeline.revisit.isOpen')}</Table.Td>
            </Table.Tr>
          )}
          {lines.map(({ from, to, within }) => (
            <Table.Tr key={from}>
              <Table.Td>{cell(from)}</Table.Td>
              <Table.Td>{cell(to)}</Table.Td>
              <Table.Td>{length(from, to)}</Table.Td>
              <Table.Td>{says(within)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
