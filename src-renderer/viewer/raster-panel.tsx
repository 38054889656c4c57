import { ActionIcon, CloseButton, Group, SegmentedControl, Select, Text, Tooltip } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { boundsOfAcquired } from '../../src-preload/contract/acquired.ts';
import { importedConnectionId, type RasterInfo } from '../../src-preload/contract/library.ts';
import type { RasterPlacement } from '../../src-preload/contract/raster-placement.ts';
import { type RasterPreset, rasterPresets } from '../../src-preload/contract/raster-styles.ts';
import { mercatorLatitude } from '../../src-shared/geometry/mercator.ts';
import { hasErrorCode } from '../kit/i18n/error-text.ts';
import { hideShownRaster, mapStore, restyleRaster, zoomToBox } from '../kit/state/map-store.ts';
import { AcquiredText } from '../kit/ui/acquired-text.tsx';
import { Busy } from '../kit/ui/busy.tsx';
import { LinkButton } from '../kit/ui/link-button.tsx';
import { FoldButton } from '../map/fold-button.tsx';
import classes from '../map/map-pane.module.css';
import type { NadirMap } from '../map/nadir-map.ts';
import { isRasterInView } from '../map/raster-in-view.ts';
import { useFold } from '../map/use-fold.ts';
import { OverviewsNote } from './overviews-note.tsx';
import type { RasterFailure } from './raster/raster-messages.ts';
import { bandText } from './raster/style/band-names.ts';
import { hasRamp, withPreset } from './raster/style/presets.ts';
import { RasterError } from './raster-error.tsx';
import { PresetInputs } from './raster-style/preset-inputs.tsx';
import { naturalName } from './raster-style/preset-name.ts';
import { RampLegend } from './raster-style/ramp-legend.tsx';
import { StyleEditor } from './raster-style/style-editor.tsx';
import type { ShownRaster } from './shown-raster.ts';
import { useDragOut } from './takeaway/file-actions.tsx';
import { TakeawayMenu } from './takeaway/takeaway-menu.tsx';

/** The presets with their own button; the others are in a list. */
const frequent: readonly RasterPreset[] = ['true-colour', 'near-infrared', 'ndvi'];
const others = rasterPresets.filter((preset) => !frequent.includes(preset));

/** Returns how much of a raster lies where a map in the projection of Mercator ends; null if nothing does. */
function partBeyondMap([, south, , north]: readonly [number, number, number, number]):
  | 'whole'
  | 'part'
  | null {
  if (south >= mercatorLatitude || north <= -mercatorLatitude) return 'whole';
  return south < -mercatorLatitude || north > mercatorLatitude ? 'part' : null;
}

/** Returns the sentences about the place of a raster; none for one that places itself exactly. */
function placementNotes(placement: RasterPlacement, t: TFunction): string[] {
  const unused = placement.unusedFiles?.join(', ') ?? '';
  const unusedNote = unused === '' ? [] : [t('map.unusedPlaceFiles', { files: unused })];
  if (placement.kind === 'unplaced') {
    const { reason, detail } = placement;
    return [
      reason === 'no-projection'
        ? t('map.unplaced.no-projection', { file: detail })
        : t(`map.unplaced.${reason}`, { name: detail || t('map.unnamedSystem') }),
      ...unusedNote,
    ];
  }
  const { rough, placeFiles = [], box } = placement;
  const beyond = partBeyondMap(box);
  return [
    ...(beyond === null ? [] : [t(`map.beyondMap.${beyond}`)]),
    ...(rough === null ? [] : [t(`map.placedBy.${rough}`)]),
    ...(placeFiles.length === 0 ? [] : [t('map.placeFiles', { files: placeFiles.join(', ') })]),
    ...unusedNote,
  ];
}

/**
 * Shows that a raster is placed approximately, by files beside it, or not at all, and why, and which overviews beside it are not used;
 * renders nothing for one that has all in itself.
 */
function RasterNotes({ info }: { info: RasterInfo | null }) {
  const { t } = useTranslation();
  if (info === null) return null;
  const { placement, unusedOverviews, isReplaced } = info;
  const notes = [
    ...(isReplaced ? [t('map.replacedFile')] : []),
    ...placementNotes(placement, t),
    ...(unusedOverviews === undefined ? [] : [t('map.unusedOverviews', { file: unusedOverviews })]),
  ];
  if (notes.length === 0) return null;
  return (
    <Text size="xs" role="status" mt={4} maw={460} style={{ overflowWrap: 'anywhere' }}>
      {notes.join(' ')}
    </Text>
  );
}

/** Draws the raster in another preset. The selection of bands starts with those that are drawn. */
function selectPreset({ wanted, styled }: ShownRaster, preset: RasterPreset) {
  const style = withPreset(wanted, preset);
  const drawn = styled?.bands.map((band) => bandText(styled.info.bands, band)) ?? [];
  const channels = style.channels.length === 0 && drawn.length === 3 ? drawn : style.channels;
  const expression = style.expression === '' ? (styled?.expressions[0] ?? '') : style.expression;
  restyleRaster({ ...style, channels, expression });
}

function PresetChoice({ shown }: { shown: ShownRaster }) {
  const { t } = useTranslation();
  const preset = shown.styled?.style.preset ?? shown.wanted.preset;
  const canHave = (each: RasterPreset) => shown.presets.includes(each);
  const missing = frequent.find((each) => !canHave(each));
  return (
    <>
      <Tooltip label={t('map.noNearInfrared')} disabled={missing === undefined}>
        <SegmentedControl
          className={classes.bands}
          withItemsBorders={false}
          aria-label={t('map.bands')}
          data={[
            { value: 'true-colour', label: naturalName(t, shown.natural ?? 'true-colour', shown.info) },
            ...frequent
              .slice(1)
              .map((each) => ({ value: each, label: t(`map.preset.${each}`), disabled: !canHave(each) })),
            { value: 'other', label: t('map.otherPreset'), disabled: shown.info === null },
          ]}
          value={frequent.includes(preset) ? preset : 'other'}
          onChange={(value) => selectPreset(shown, frequent.find((each) => each === value) ?? 'bands')}
        />
      </Tooltip>
      {!frequent.includes(preset) && (
        <Select
          w={170}
          aria-label={t('map.otherPreset')}
          data={others.map((each) => ({
            value: each,
            label: t(`map.preset.${each}`),
            disabled: !canHave(each),
          }))}
          value={preset}
          allowDeselect={false}
          onChange={(value) => selectPreset(shown, others.find((each) => each === value) ?? 'bands')}
        />
      )}
    </>
  );
}

/** The name of the file on the map, which can be dragged out of the window. */
function RasterFileName({ info }: { info: RasterInfo }) {
  const drag = useDragOut(info);
  return (
    <Text size="xs" c="var(--nadir-quiet)" truncate {...drag}>
      {info.fileName}
    </Text>
  );
}

interface RasterPanelProps {
  map: NadirMap | null;
  shown: ShownRaster;
  /** The raster whose pixels the map shows: the one before while `shown` is being read; null for none. */
  pictured: ShownRaster | null;
  pending: boolean;
  failure: RasterFailure | null;
  /** True while the details of the style are open. */
  isEdited: boolean;
  onEdit: (isEdited: boolean) => void;
  /** What is shown below the style. */
  children?: React.ReactNode;
}

/**
 * Shows which raster is on the map and how it is drawn, with a button that hides it. Renders nothing while no raster is shown.
 */
export function RasterPanel({
  map,
  shown,
  pictured,
  pending,
  failure,
  isEdited,
  onEdit,
  children,
}: RasterPanelProps) {
  const { t } = useTranslation();
  const editorId = useId();
  const fold = useFold('raster');
  const chosenFile = useStore(mapStore, ({ shownRaster }) => shownRaster?.fileId ?? null);
  // The date, the legend and the place belong to the pixels, and change with them.
  const onMap = pictured === null || pictured.display === null || shown.error ? shown : pictured;
  const placement = onMap.styled?.info.placement;
  const isInView = useStore(mapStore, ({ viewBox }) => isRasterInView(onMap.styled?.info ?? null, viewBox));
  if (chosenFile === null) return null;
  const { styled } = shown;
  const { scene } = onMap;
  return (
    <section
      className={`${classes.panel} ${classes.raster}`}
      aria-label={t('map.bands')}
      data-testid="raster-panel"
      data-edited={(isEdited && !fold.isFolded) || undefined}
      data-folded={fold.isFolded || undefined}
    >
      <div className={classes.rasterHead}>
        <div data-testid="raster-identity">
          <Group gap="0 6px" fz="xs" fw={600}>
            {scene !== null && scene !== undefined && boundsOfAcquired(scene) === null ? (
              <Text span fz="inherit" fw="inherit" truncate title={scene.sceneId}>
                {scene.sceneId}
              </Text>
            ) : (
              <AcquiredText of={scene ?? { timestamp: null, period: null }} fz="inherit" fw="inherit" />
            )}
            {scene?.satelliteName && (
              <Text span fz="inherit" fw="inherit" truncate>
                {scene.satelliteName}
              </Text>
            )}
          </Group>
          {onMap.info && <RasterFileName info={onMap.info} />}
        </div>
        <Group gap={8} ml="auto" wrap="nowrap">
          {(pending || shown.loading) && (
            <Busy size={14} label={t('map.drawing', { file: shown.info?.fileName ?? '' })} />
          )}
          {styled && !shown.error && !fold.isFolded && (
            <Tooltip label={t('map.style.title')}>
              <ActionIcon
                size="sm"
                variant={isEdited ? 'filled' : 'subtle'}
                color={isEdited ? 'tide' : 'gray'}
                aria-label={t('map.style.title')}
                aria-expanded={isEdited}
                aria-controls={editorId}
                onClick={() => onEdit(!isEdited)}
              >
                <IconAdjustmentsHorizontal size={15} />
              </ActionIcon>
            </Tooltip>
          )}
          <TakeawayMenu map={map} shown={onMap} />
          <FoldButton {...fold} />
          <CloseButton size="sm" aria-label={t('map.hideRaster')} onClick={hideShownRaster} />
        </Group>
      </div>
      {/* A raster that cannot be drawn has no bands to offer. */}
      {!shown.error && !fold.isFolded && (
        <Group gap={6} mt={4}>
          <PresetChoice shown={shown} />
        </Group>
      )}
      {styled && !shown.error && !fold.isFolded && (
        <>
          {styled.style.preset !== shown.wanted.preset && (
            <Text size="xs" role="status" mt={4}>
              {t('map.style.lacksBands', { preset: t(`map.preset.${shown.wanted.preset}`) })}
            </Text>
          )}
          <PresetInputs styled={styled} files={shown.scene?.files ?? []} />
          {isInView && onMap.styled && hasRamp(onMap.styled.style.preset) && onMap.bounds && (
            <RampLegend style={onMap.styled.style} bounds={onMap.bounds[0] ?? [0, 1]} />
          )}
          <div id={editorId}>
            {isEdited && <StyleEditor shown={shown} styled={styled} pending={pending} />}
          </div>
        </>
      )}
      {!isInView && placement?.kind === 'placed' && (
        <Text size="xs" role="status" mt={4}>
          {t('map.outOfView')}{' '}
          <LinkButton onClick={() => zoomToBox(placement.box)}>{t('map.zoomToRaster')}</LinkButton>
        </Text>
      )}
      <RasterNotes info={styled?.info ?? null} />
      <OverviewsNote
        fileId={shown.info?.fileId ?? chosenFile}
        isDrawn={shown.info !== null && !hasErrorCode(shown.error, 'CANCELLED')}
      />
      {/* A cancelled copy has its own note. */}
      {shown.error !== null && shown.error !== undefined && !hasErrorCode(shown.error, 'CANCELLED') && (
        <RasterError error={shown.error} isFolderAwayShown={Boolean(shown.scene?.awayFolder)} />
      )}
      <div style={fold.isFolded ? { display: 'none' } : undefined}>{children}</div>
      {failure !== null && !shown.error && (
        <Text size="xs" role="alert">
          {failure === 'damaged' && shown.scene?.connectionId === importedConnectionId
            ? t('map.importedDamaged')
            : t(`map.rasterFailure.${failure}`)}
        </Text>
      )}
    </section>
  );
}
