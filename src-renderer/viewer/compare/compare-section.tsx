import { ActionIcon, Button, SegmentedControl, Slider, Switch, Text, Tooltip } from '@mantine/core';
import type { Icon as TablerIcon } from '@tabler/icons-react';
import {
  IconArrowDown,
  IconArrowUp,
  IconChartLine,
  IconColumns2,
  IconMovie,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  type CompareMode,
  changeAbove,
  compareModes,
  compareStore,
  endComparison,
  moveAbove,
  stopComparingWith,
} from '../../kit/state/compare-store.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import type { ShownRaster } from '../shown-raster.ts';
import { BlinkFields } from './blink-fields.tsx';
import { useSceneText } from './captions.tsx';
import { type Captures, hasNoCapture } from './captures.ts';
import classes from './compare.module.css';
import type { ComparedRaster } from './compared-rasters.ts';
import type { Difference } from './difference.ts';
import { DifferenceFields } from './difference-fields.tsx';
import { OffsetControl } from './offset-control.tsx';
import type { CompareActions } from './use-compare-keys.ts';

/** Selects a mode and starts blinking in that mode, except for users who prefer reduced motion. */
function selectMode(mode: CompareMode) {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const { blink } = compareStore.getState();
  compareStore.setState({ mode, blink: { ...blink, isRunning: mode === 'blink' && !isCalm } });
}

interface RowProps {
  compared: ComparedRaster;
  mode: CompareMode;
  /** Whether there are other rasters above and below it. */
  canMove: { up: boolean; down: boolean };
}

/** One of the rasters above: its name, opacity, offset and position in the sequence. */
function Row({ compared: { raster, scene, info, styled, offset, error }, mode, canMove }: RowProps) {
  const { t } = useTranslation();
  const name = useSceneText()(scene);
  const { fileId } = raster;
  const tool = (label: string, icon: React.ReactNode, onClick: () => void) => (
    <ActionIcon size="sm" variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
  return (
    <li>
      <div className={classes.row}>
        <Text span fz={12} fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {name}
        </Text>
        {mode === 'opacity' && (
          <Slider
            w={64}
            size="sm"
            thumbLabel={t('compare.opacityOf', { raster: name })}
            label={null}
            min={0}
            max={100}
            value={Math.round(raster.opacity * 100)}
            onChange={(percent) => changeAbove(fileId, { opacity: percent / 100 })}
          />
        )}
        {canMove.up &&
          tool(t('compare.higher', { raster: name }), <IconArrowUp size={14} />, () => moveAbove(fileId, 1))}
        {canMove.down &&
          tool(t('compare.lower', { raster: name }), <IconArrowDown size={14} />, () =>
            moveAbove(fileId, -1),
          )}
        {tool(t('compare.remove', { raster: name }), <IconX size={14} />, () => stopComparingWith(fileId))}
        {info !== null && <OffsetControl raster={info} offset={offset} name={name} />}
      </div>
      {styled?.info.placement.kind === 'unplaced' && (
        <Text size="xs" role="status">
          {t('compare.unplaced')}
        </Text>
      )}
      {error !== null && <ErrorNote error={error} />}
    </li>
  );
}

interface SectionToolProps {
  label: string;
  icon: TablerIcon;
  isOn: boolean;
  onClick: () => void;
}

function SectionTool({ label, icon: Icon, isOn, onClick }: SectionToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="sm"
        variant={isOn ? 'filled' : 'subtle'}
        color={isOn ? 'tide' : 'gray'}
        aria-label={label}
        aria-pressed={isOn}
        onClick={onClick}
      >
        <Icon size={15} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

interface CompareSectionProps {
  shown: ShownRaster;
  captures: Captures;
  compared: readonly ComparedRaster[];
  difference: Difference;
  actions: CompareActions;
}

/** The section of the raster's panel that compares captures of the place. Renders nothing if none can be read. */
export function CompareSection({ shown, captures, compared, difference, actions }: CompareSectionProps) {
  const { t } = useTranslation();
  const textOf = useSceneText();
  const mode = useStore(compareStore, (state) => state.mode);
  const isStripOpen = useStore(compareStore, (state) => state.isStripOpen);
  const isSeriesOpen = useStore(compareStore, (state) => state.isSeriesOpen);
  const isStretchShared = useStore(compareStore, (state) => state.isStretchShared);
  const isComparing = compared.length > 0;
  const name = textOf(shown.scene);
  if (hasNoCapture(captures) && !isComparing) return null;
  return (
    <div className={classes.section} data-testid="compare">
      <div className={classes.row}>
        <Button
          size="compact-xs"
          variant={isStripOpen ? 'filled' : 'default'}
          aria-pressed={isStripOpen}
          leftSection={<IconMovie size={14} aria-hidden />}
          onClick={actions.strip}
        >
          {captures.scenes.length === 0
            ? t('label.captures')
            : t('spending.captures', { count: captures.scenes.length })}
        </Button>
        {(isComparing || captures.scenes.length > 1) && (
          <SectionTool
            label={isComparing ? t('compare.end') : t('compare.begin')}
            icon={IconColumns2}
            isOn={isComparing}
            onClick={isComparing ? endComparison : actions.compare}
          />
        )}
        <SectionTool
          label={t('compare.series.title')}
          icon={IconChartLine}
          isOn={isSeriesOpen}
          onClick={actions.series}
        />
        {shown.info !== null && <OffsetControl raster={shown.info} offset={shown.offset} name={name} />}
      </div>
      {isComparing && (
        <>
          <SegmentedControl
            mt={6}
            className={classes.modes}
            withItemsBorders={false}
            aria-label={t('compare.mode.title')}
            data={compareModes.map((value) => ({ value, label: t(`compare.mode.${value}`) }))}
            value={mode}
            onChange={(value) => selectMode(compareModes.find((each) => each === value) ?? 'swipe')}
          />
          {mode === 'blink' && <BlinkFields />}
          {mode === 'difference' ? (
            <DifferenceFields difference={difference} />
          ) : (
            <Switch
              size="xs"
              mt={6}
              mb={4}
              label={t('compare.sameStretch')}
              checked={isStretchShared}
              onChange={({ currentTarget }) =>
                compareStore.setState({ isStretchShared: currentTarget.checked })
              }
            />
          )}
          <ol className={classes.rows}>
            {compared.toReversed().map((each, i) => (
              <Row
                key={each.raster.fileId}
                compared={each}
                mode={mode}
                canMove={{ up: i > 0, down: i < compared.length - 1 }}
              />
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
