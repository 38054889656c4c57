import { ActionIcon, Button, Group, Text } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowsMove,
  IconArrowUp,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import type { Nudge } from '../../../src-preload/contract/raster-styles.ts';
import { formatNumber } from '../../i18n/format.ts';
import { compareStore } from '../../state/compare-store.ts';
import { takesText } from '../../ui/outside-of-text.ts';
import { noNudge, useSetNudge } from './nudges.ts';

const arrows = [
  { key: 'ArrowLeft', by: [-1, 0], icon: IconArrowLeft, name: 'left' },
  { key: 'ArrowRight', by: [1, 0], icon: IconArrowRight, name: 'right' },
  { key: 'ArrowUp', by: [0, -1], icon: IconArrowUp, name: 'up' },
  { key: 'ArrowDown', by: [0, 1], icon: IconArrowDown, name: 'down' },
] as const;

/** A key that moves something else: the handle of the swipe, a slider, a list. */
const isElsewhere = (target: EventTarget | null) =>
  takesText(target) ||
  (target instanceof Element &&
    target.closest('[role="slider"], [role="listbox"], [role="radiogroup"], [role="dialog"]') !== null);

interface NudgeControlProps {
  fileId: LibraryFileId;
  nudge: Nudge;
  /** What is nudged, for those who cannot see beside which raster the button is. */
  name: string;
}

/** Nudges a raster by hand, in its own pixels: with the arrow keys while it is switched on. */
export function NudgeControl({ fileId, nudge, name }: NudgeControlProps) {
  const { t, i18n } = useTranslation();
  const setNudge = useSetNudge();
  const isOn = useStore(compareStore, ({ nudging }) => nudging === fileId);
  const end = () => compareStore.setState({ nudging: null });
  const move = ([right, down]: readonly [number, number], isLarge: boolean, isSmall: boolean) => {
    const step = isLarge ? 10 : isSmall ? 0.25 : 1;
    setNudge(fileId, [nudge[0] + right * step, nudge[1] + down * step]);
  };
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (isElsewhere(event.target) || event.ctrlKey || event.metaKey) return;
      const arrow = arrows.find(({ key }) => key === event.key);
      if (event.key === 'Escape') end();
      else if (arrow) move(arrow.by, event.shiftKey, event.altKey);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  });
  const [right, down] = nudge;
  const isNudged = right !== 0 || down !== 0;
  const pixels = (value: number) => formatNumber(i18n.language, value, 2);
  return (
    <Group gap={4}>
      <ActionIcon
        size="sm"
        variant={isOn ? 'filled' : 'subtle'}
        color={isOn ? 'tide' : 'gray'}
        aria-label={t('compare.nudge.title', { raster: name })}
        title={t('compare.nudge.title', { raster: name })}
        aria-pressed={isOn}
        onClick={() => compareStore.setState({ nudging: isOn ? null : fileId })}
      >
        <IconArrowsMove size={15} />
      </ActionIcon>
      {(isOn || isNudged) && (
        <Text fz={11} role="status" style={{ fontVariantNumeric: 'tabular-nums' }} data-testid="nudge">
          {t('compare.nudge.by', { right: pixels(right), down: pixels(down) })}
        </Text>
      )}
      {isOn &&
        arrows.map(({ key, by, icon: Icon, name: direction }) => (
          <ActionIcon
            key={key}
            size="sm"
            variant="default"
            aria-label={t(`compare.nudge.${direction}`)}
            onClick={(event) => move(by, event.shiftKey, event.altKey)}
          >
            <Icon size={13} />
          </ActionIcon>
        ))}
      {isNudged && (
        <Button size="compact-xs" variant="default" onClick={() => setNudge(fileId, noNudge)}>
          {t('compare.nudge.reset')}
        </Button>
      )}
      {isOn && (
        <Text fz={11} c="var(--nadir-quiet)" w="100%">
          {t('compare.nudge.hint')}
        </Text>
      )}
    </Group>
  );
}
