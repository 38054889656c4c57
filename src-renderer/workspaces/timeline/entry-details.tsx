import { ActionIcon, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconCrosshair, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AgendaEntry } from '../../../src-preload/contract/agenda.ts';
import { useSettings } from '../../client/api.tsx';
import { formatCoordinate } from '../../i18n/coordinates.ts';
import { type Fact, Facts } from '../../shell/facts.tsx';
import { focusList } from '../../shell/panes.ts';
import classes from '../../shell/shell.module.css';
import { TimeText } from '../../shell/time-text.tsx';
import { zoomToPoint } from '../../state/map-store.ts';
import { timelineStore } from '../../state/timeline-store.ts';
import { nameOf } from './entry-row.tsx';
import { KindMark, Swatch, useContractTone } from './marks.tsx';
import { useOpenSubject } from './use-open-subject.ts';
import { type Timeline, useTimeline } from './use-timeline.ts';

function close() {
  timelineStore.setState({ selected: null });
  focusList();
}

function Details({ entry, timeline }: { entry: AgendaEntry; timeline: Timeline }) {
  const { t } = useTranslation();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const tone = useContractTone();
  const subject = useOpenSubject(timeline);
  const other = subject.otherOf(entry);
  const contract = timeline.contracts.find(({ contractId }) => contractId === entry.contractId);
  const { longitude, latitude } = entry;
  const place = longitude === null || latitude === null ? null : ([longitude, latitude] as const);
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
    [t('tasks.project'), entry.project || '—'],
    ...(contract
      ? [
          [
            t('timeline.contract'),
            <span key="contract" style={inline}>
              {timeline.all && <Swatch tone={tone(contract.colour)} />}
              {contract.name}
            </span>,
          ] satisfies Fact,
        ]
      : []),
    ...(entry.status === '' ? [] : [[t('timeline.word'), entry.status] satisfies Fact]),
    [t('timeline.place'), place === null ? '—' : formatCoordinate(place, format)],
  ];
  return (
    <Stack gap="sm" p="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <h2 className={classes.paneTitle} style={{ overflowWrap: 'anywhere' }}>
          {nameOf(t, entry)}
        </h2>
        <Group gap={4} wrap="nowrap">
          {place !== null && (
            <Tooltip label={t('map.zoomTo')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('map.zoomTo')}
                onClick={() => {
                  // The calendar covers the map.
                  timelineStore.setState({ view: 'map' });
                  zoomToPoint(place);
                }}
              >
                <IconCrosshair size={16} />
              </ActionIcon>
            </Tooltip>
          )}
          <ActionIcon variant="subtle" color="gray" aria-label={t('common.close')} onClick={close}>
            <IconX size={16} />
          </ActionIcon>
        </Group>
      </Group>
      <Facts facts={facts} />
      {other !== null && <Text size="xs">{t('timeline.otherContract', { name: other.name })}</Text>}
      <Group>
        <Button onClick={() => subject.open(entry)}>{subject.label(entry)}</Button>
      </Group>
    </Stack>
  );
}

/** One entry of the timeline and the way to what it is about. */
export function EntryDetailsPane({ entry }: { entry: AgendaEntry }) {
  const timeline = useTimeline();
  return timeline && <Details entry={entry} timeline={timeline} />;
}
