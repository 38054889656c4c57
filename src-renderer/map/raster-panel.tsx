import { CloseButton, Group, SegmentedControl, Text, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { RasterPlacement } from '../../src-preload/contract/raster-placement.ts';
import { bandPresets } from '../raster/bands.ts';
import type { RasterFailure } from '../raster/raster-messages.ts';
import { mapStore, putRaster, takeRasterAway } from '../state/map-store.ts';
import { Busy } from '../ui/busy.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { BandChoice, inMode } from './band-choice.tsx';
import classes from './map-pane.module.css';
import type { useShownRaster } from './shown-raster.ts';

/** Says that a raster is placed approximately, or not at all, and why; nothing for the usual one. */
function PlacementNote({ placement }: { placement: RasterPlacement | null }) {
  const { t } = useTranslation();
  if (placement === null || (placement.kind === 'placed' && placement.rough === null)) return null;
  const name = placement.kind === 'unplaced' ? placement.detail || t('map.unnamedSystem') : '';
  return (
    <Text size="xs" role="status" mt={4} maw={460} style={{ overflowWrap: 'anywhere' }}>
      {placement.kind === 'unplaced'
        ? t(`map.unplaced.${placement.reason}`, { name })
        : placement.rough && t(`map.placedBy.${placement.rough}`)}
    </Text>
  );
}

/**
 * Shows which raster is on the map and in which bands, with a button to hide it; renders nothing while no raster is
 * shown.
 */
export function RasterPanel({
  shown,
  pending,
  failure,
}: {
  shown: ReturnType<typeof useShownRaster>;
  pending: boolean;
  failure: RasterFailure | null;
}) {
  const { t } = useTranslation();
  const state = useStore(mapStore, (each) => each.shownRaster);
  if (!state) return null;
  const { scene } = shown;
  const natural = { 'true-colour': t('map.trueColour'), 'as-stored': t('map.asStored'), grey: t('map.grey') };
  const modes = [
    { value: 'true-colour', label: natural[shown.natural ?? 'true-colour'] },
    ...bandPresets.map((preset) => ({
      value: preset,
      label: t(`map.preset.${preset}`),
      disabled: !shown.presets.includes(preset),
    })),
    { value: 'chosen', label: t('map.chosenBands'), disabled: shown.display === null },
  ];
  const missing = bandPresets.find((preset) => !shown.presets.includes(preset));
  return (
    <section
      className={`${classes.panel} ${classes.raster}`}
      aria-label={t('map.bands')}
      data-testid="raster-panel"
    >
      <Group gap={8} wrap="nowrap" align="flex-start">
        {/* Beside the bands if there is room, else below them, so that the date is never cut. */}
        <Group gap={8} style={{ flex: 1, minWidth: 0 }}>
          {/* A raster that cannot be drawn has no bands, so none are offered. */}
          {!shown.error && (
            <Tooltip label={missing && t(`map.noPreset.${missing}`)} disabled={missing === undefined}>
              <SegmentedControl
                className={classes.bands}
                aria-label={t('map.bands')}
                data={modes}
                value={state.bandMode}
                onChange={(value) => putRaster(inMode(state, value, shown.display?.bands))}
              />
            </Tooltip>
          )}
          <div style={{ flex: '1 1 150px', minWidth: 0, maxWidth: 320 }} data-testid="raster-identity">
            <Group gap="0 6px" fz="xs" fw={600}>
              <TimeText at={scene?.timestamp ?? null} fz="inherit" fw="inherit" />
              {scene?.satelliteName && (
                <Text span fz="inherit" fw="inherit" truncate>
                  {scene.satelliteName}
                </Text>
              )}
            </Group>
            <Text size="xs" c="var(--nadir-quiet)" truncate title={shown.info?.fileName}>
              {shown.info?.fileName}
            </Text>
          </div>
        </Group>
        {(pending || shown.loading) && (
          <Busy size={14} label={t('map.drawing', { file: shown.info?.fileName ?? '' })} />
        )}
        <CloseButton size="sm" aria-label={t('map.hideRaster')} onClick={takeRasterAway} />
      </Group>
      {state.bandMode === 'chosen' && shown.display && <BandChoice display={shown.display} />}
      <PlacementNote placement={shown.display?.info.placement ?? null} />
      {shown.error !== null && shown.error !== undefined && <ErrorNote error={shown.error} />}
      {failure !== null && (
        <Text size="xs" role="alert">
          {t(`map.rasterFailure.${failure}`)}
        </Text>
      )}
    </section>
  );
}
