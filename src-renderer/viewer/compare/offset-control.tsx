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
import type { PixelOffset } from '../../../src-preload/contract/raster-styles.ts';
import { compareStore } from '../../kit/state/compare-store.ts';
import { haveOthersKeys } from '../../kit/ui/outside-of-text.ts';
import { formatOffset, isNudged } from './offset-text.ts';
import { type MovedRaster, noOffset, useSetOffset } from './offsets.ts';

const arrows = [
  { key: 'ArrowLeft', by: [-1, 0], icon: IconArrowLeft, name: 'left' },
  { key: 'ArrowRight', by: [1, 0], icon: IconArrowRight, name: 'right' },
  { key: 'ArrowUp', by: [0, -1], icon: IconArrowUp, name: 'up' },
  { key: 'ArrowDown', by: [0, 1], icon: IconArrowDown, name: 'down' },
] as const;

/** Returns true if an element handles arrow keys itself: the handle of the swipe, a slider, a list, a text field. */
const isElsewhere = (target: EventTarget | null) =>
  haveOthersKeys(target) ||
  (target instanceof Element &&
    target.closest('[role="slider"], [role="listbox"], [role="radiogroup"]') !== null);

interface OffsetControlProps {
  raster: MovedRaster;
  offset: PixelOffset;
  /** The name of the moved raster, for users who cannot see beside which raster the button is. */
  name: string;
}

/** The switch with which the arrow keys move the rasters of a scene, by pixels of the one that is shown. */
export function OffsetControl({ raster, offset, name }: OffsetControlProps) {
  const { t, i18n } = useTranslation();
  const { fileId } = raster;
  const setOffset = useSetOffset();
  const isOn = useStore(compareStore, ({ offsetFile }) => offsetFile === fileId);
  const end = () => compareStore.setState({ offsetFile: null });
  const move = ([right, down]: readonly [number, number], isLarge: boolean, isSmall: boolean) => {
    const step = isLarge ? 10 : isSmall ? 0.25 : 1;
    setOffset(raster, [offset[0] + right * step, offset[1] + down * step]);
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
  const isOffset = isNudged(offset);
  return (
    <Group gap={4}>
      <ActionIcon
        size="sm"
        variant={isOn ? 'filled' : 'subtle'}
        color={isOn ? 'tide' : 'gray'}
        aria-label={t('compare.offset.title', { raster: name })}
        title={t('compare.offset.title', { raster: name })}
        aria-pressed={isOn}
        onClick={() => compareStore.setState({ offsetFile: isOn ? null : fileId })}
      >
        <IconArrowsMove size={15} />
      </ActionIcon>
      {(isOn || isOffset) && (
        <Text fz={11} role="status" style={{ fontVariantNumeric: 'tabular-nums' }} data-testid="offset">
          {formatOffset(t, i18n.language, offset)}
        </Text>
      )}
      {isOn &&
        arrows.map(({ key, by, icon: Icon, name: direction }) => (
          <ActionIcon
            key={key}
            size="sm"
            variant="default"
            aria-label={t(`compare.offset.${direction}`)}
            title={t(`compare.offset.${direction}`)}
            onClick={(event) => move(by, event.shiftKey, event.altKey)}
          >
            <Icon size={13} />
          </ActionIcon>
        ))}
      {isOffset && (
        <Button size="compact-xs" variant="default" onClick={() => setOffset(raster, noOffset)}>
          {t('compare.offset.reset')}
        </Button>
      )}
      {isOn && (
        <Text fz={11} c="var(--nadir-quiet)" w="100%">
          {t('compare.offset.hint')}
        </Text>
      )}
    </Group>
  );
}
