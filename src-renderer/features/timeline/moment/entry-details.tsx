import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { TimelineEntry } from '../../../../src-preload/contract/timeline.ts';
import { serviceWord } from '../../../kit/i18n/service-word.ts';
import { closeDetails } from '../../../kit/lists/close-details.ts';
import { placeOf, usePlaceText } from '../../../kit/lists/use-place-text.ts';
import { zoomToPoint } from '../../../kit/state/map-store.ts';
import { timelineStore } from '../../../kit/state/timeline-store.ts';
import { DetailsHead } from '../../../kit/ui/details-head.tsx';
import { type Fact, Facts } from '../../../kit/ui/facts.tsx';
import { TimeText } from '../../../kit/ui/time-text.tsx';
import { nameOf } from './entry-row.tsx';
import { KindMark, Swatch, useContractTone } from './marks.tsx';
import { useOpenSubject } from './use-open-subject.ts';
import { type Timeline, useTimeline } from './use-timeline.ts';

function Details({ entry, timeline }: { entry: TimelineEntry; timeline: Timeline }) {
  const { t } = useTranslation();
  const placeText = usePlaceText();
  const tone = useContractTone();
  const subject = useOpenSubject(timeline);
  const other = subject.otherOf(entry);
  const contract = timeline.contracts.find(({ contractId }) => contractId === entry.contractId);
  const place = placeOf(entry);
  const inline = { display: 'inline-flex', gap: 6, alignItems: 'center' } as const;
  const facts: Fact[] = [
    [
      t('timeline.what'),
      <span key="kind" style={inline}>
        <KindMark kind={entry.kind} colour={timeline.all && contract ? tone(contract.colour) : undefined} />
        {t(`timeline.kind.${entry.kind}`)}
      </span>,
    ],
    [t('timeline.when'), <TimeText key="at" at={entry.at} fz="inherit" />],
    [t('label.project'), entry.project || '—'],
    ...(contract
      ? [
          [
            t('label.contract'),
            <span key="contract" style={inline}>
              {timeline.all && <Swatch tone={tone(contract.colour)} />}
              {contract.name}
            </span>,
          ] satisfies Fact,
        ]
      : []),
    ...(entry.status === '' ? [] : [[t('timeline.word'), serviceWord(t, entry.status)] satisfies Fact]),
    [t('label.place'), placeText(entry)],
  ];
  return (
    <Stack gap="sm" p="sm">
      <DetailsHead
        title={nameOf(t, entry)}
        onZoom={
          place &&
          (() => {
            // The calendar would cover the map.
            timelineStore.setState({ view: 'map' });
            zoomToPoint(place);
          })
        }
        onClose={() => closeDetails('moment')}
      />
      <Facts facts={facts} />
      {entry.isOfDeliveries === true && <Text size="xs">{t('timeline.ofDeliveriesHint')}</Text>}
      {other !== null && <Text size="xs">{t('timeline.otherContract', { name: other.name })}</Text>}
      <Group>
        <Button onClick={() => subject.open(entry)}>{subject.label(entry)}</Button>
      </Group>
    </Stack>
  );
}

/** Shows the selected entry of the timeline, with a button that opens its subject. */
export function EntryDetailsPane({ entryKey }: { entryKey: TimelineEntry['key'] }) {
  const timeline = useTimeline();
  const entry = useStore(timelineStore, (state) => state.entry);
  if (!timeline || entry?.key !== entryKey) return null;
  return <Details entry={entry} timeline={timeline} />;
}
