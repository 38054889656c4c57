import { ActionIcon, Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useSettings } from '../../kit/client/api.tsx';
import { formatCoordinate, type LonLat } from '../../kit/i18n/coordinates.ts';
import {
  endPixelTool,
  pixelsStore,
  removeAllPoints,
  removePoint,
  renamePoint,
  type SpectraPoint,
  setAddingPoints,
} from '../../kit/state/pixels-store.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { focusPane } from '../../kit/ui/panes.ts';
import mapClasses from '../../map/map-pane.module.css';
import { useFold } from '../../map/use-fold.ts';
import { nudgeHeadings } from '../compare/offset-text.ts';
import { isOfPalette } from '../raster/class-groups.ts';
import type { PointValues } from '../raster/raster-messages.ts';
import { wavelengthsOf } from '../raster/wavelengths.ts';
import { LineLegend } from './line-legend.tsx';
import { NudgeNote } from './nudge-note.tsx';
import { PixelPlot, type PlotLine } from './pixel-plot.tsx';
import { formatSample, lineColour, rasterName, rasterNameInTable, scalingOf } from './pixel-values.ts';
import classes from './pixels.module.css';
import { type ReadableRaster, readingKey, useReadableRasters } from './readable-rasters.ts';
import { PanelHead, type TableOut } from './table-out.tsx';

/** The spectrum of a point in a raster: a value for each band, NaN if there is none. */
interface Spectrum {
  point: SpectraPoint;
  raster: ReadableRaster;
  values: number[];
}

/** The values of the rasters at places. */
interface ReadPoints {
  /** The `readingKey` of each raster. */
  keys: readonly string[];
  places: readonly LonLat[];
  /** The values of each raster; null if it was removed meanwhile. */
  values: readonly (PointValues | null)[];
}

/** Returns the spectra of the shown rasters. Those of rasters that were shown before, or elsewhere, are still there while the new ones are read. */
export function spectraOf(
  rasters: readonly ReadableRaster[],
  points: readonly SpectraPoint[],
  { keys, places, values }: ReadPoints,
  isScaled: boolean,
): Spectrum[] {
  return rasters.flatMap((raster) => {
    const read = values[keys.indexOf(readingKey(raster))] ?? null;
    return points.map((point) => {
      // A new point has no values yet, and a removed one may still have some.
      const index = places.findIndex(([x, y]) => x === point.at[0] && y === point.at[1]);
      return {
        point,
        raster,
        values: raster.info.bands.map((_, band) => {
          const value = read?.bands[band]?.[index] ?? Number.NaN;
          const scaling = isScaled ? scalingOf(raster.info, band) : null;
          return scaling === null ? value : Math.fround(value * scaling.scale + scaling.offset);
        }),
      };
    });
  });
}

/** Reads the values of the shown rasters at the points. */
function useSpectra(rasters: readonly ReadableRaster[], points: readonly SpectraPoint[]) {
  const places = points.map(({ at }) => at);
  return useQuery({
    queryKey: ['raster-spectra', rasters.map(readingKey), places],
    queryFn: async ({ signal }): Promise<ReadPoints> => ({
      keys: rasters.map(readingKey),
      places,
      values: await Promise.all(
        rasters.map(({ reader }) => reader.points(Float64Array.from(places.flat()), signal)),
      ),
    }),
    enabled: points.length > 0 && rasters.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: (before) => before,
  });
}

/** The list of points, with the buttons that add and remove them. */
function Points() {
  const { t } = useTranslation();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const { points, isAddingPoints } = useStore(pixelsStore);
  return (
    <>
      {points.length > 0 && (
        <div className={classes.table} style={{ maxHeight: 130 }}>
          {points.map(({ id, name, at }) => (
            <Group key={id} gap={6} wrap="nowrap" mb={2}>
              <span className={classes.swatch} style={{ background: lineColour(id - 1) }} aria-hidden />
              <TextInput
                size="xs"
                maw={130}
                miw={60}
                style={{ flexShrink: 1 }}
                aria-label={t('pixels.pointName', { number: id })}
                placeholder={t('places.new.point', { number: id })}
                value={name}
                maxLength={60}
                onChange={(event) => renamePoint(id, event.currentTarget.value)}
              />
              <Text
                size="xs"
                truncate
                title={formatCoordinate(at, format)}
                style={{ flex: 1, minWidth: 40, fontVariantNumeric: 'tabular-nums' }}
              >
                {formatCoordinate(at, format)}
              </Text>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('common.removeNamed', { name: name || t('places.new.point', { number: id }) })}
                title={t('common.removeNamed', { name: name || t('places.new.point', { number: id }) })}
                onClick={() => removePoint(id)}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
        </div>
      )}
      {isAddingPoints && (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('pixels.pointHint')}
        </Text>
      )}
      <Group gap={6}>
        {!isAddingPoints && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              setAddingPoints(true);
              focusPane('map');
            }}
          >
            {t('pixels.addPoints')}
          </Button>
        )}
        {points.length > 0 && (
          <Button size="compact-xs" variant="default" onClick={removeAllPoints}>
            {t('pixels.removePoints')}
          </Button>
        )}
      </Group>
    </>
  );
}

/** The plot of the spectra. The bands are at their wavelengths if all are known, else in their sequence. */
function SpectraPlot({ spectra, bands }: { spectra: readonly Spectrum[]; bands: readonly string[] }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const nameOf = ({ point }: Spectrum) => point.name || t('places.new.point', { number: point.id });
  const { x, lines, ticks, isByWavelength, areAssumed } = useMemo(() => {
    const wavelengths = wavelengthsOf(bands);
    const at = wavelengths?.at ?? bands.map((_, band) => band + 1);
    const order = [...bands.keys()].sort((one, other) => (at[one] ?? 0) - (at[other] ?? 0));
    const [first] = spectra;
    return {
      x: order.map((band) => at[band] ?? band),
      ticks:
        wavelengths === null && bands.length <= 8
          ? { at: order.map((band) => band + 1), names: order.map((band) => bands[band] ?? '') }
          : undefined,
      isByWavelength: wavelengths !== null,
      areAssumed: wavelengths?.areAssumed === true,
      lines: spectra.map(
        ({ point, raster, values }): PlotLine => ({
          label: point.name || String(point.id),
          colour: lineColour(point.id - 1),
          isDashed: raster !== first?.raster,
          values: order.map((band) => {
            const value = values[band];
            return value === undefined || Number.isNaN(value) ? null : value;
          }),
        }),
      ),
    };
  }, [spectra, bands]);
  const write = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? '—' : formatSample(language, value);
  const severalRasters = new Set(spectra.map(({ raster }) => raster)).size > 1;
  return (
    <>
      <PixelPlot
        x={x}
        lines={lines}
        kind="marked"
        label={t('pixels.spectra')}
        xLabel={isByWavelength ? t('pixels.wavelength') : t('map.style.band')}
        {...(ticks ? { ticks } : {})}
        describeAt={(index) =>
          [
            isByWavelength ? t('pixels.nanometres', { value: x[index] ?? 0 }) : (bands[index] ?? ''),
            ...lines.map(({ label, values }) => `${label} ${write(values[index] ?? undefined)}`),
          ].join(', ')
        }
      />
      {areAssumed && (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('pixels.wavelengthsAssumed')}
        </Text>
      )}
      <LineLegend
        label={t('pixels.spectra')}
        headings={[t('plan.choice.point'), ...bands]}
        rows={spectra.map((spectrum) => ({
          key: `${spectrum.raster.info.fileId} ${spectrum.point.id}`,
          name: severalRasters
            ? `${nameOf(spectrum)} · ${rasterName(language, spectrum.raster)}`
            : nameOf(spectrum),
          colour: lineColour(spectrum.point.id - 1),
          cells: spectrum.values.map(write),
        }))}
      />
    </>
  );
}

/** The panel with the values of all bands at the points that the user has set, as lines over the bands. */
export function SpectraPanel() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const shown = useReadableRasters();
  // The bands of a palette are the colours of its classes: they have no spectrum.
  const rasters = useMemo(() => shown.filter(({ info }) => !isOfPalette(info)), [shown]);
  const points = useStore(pixelsStore, (state) => state.points);
  const [isScaled, setScaled] = useState(false);
  const fold = useFold('spectra');
  const { data, error } = useSpectra(rasters, points);
  const bands = rasters[0]?.info.bands ?? [];
  const scaling = rasters[0] && bands.length > 0 ? scalingOf(rasters[0].info, 0) : null;
  const spectra = useMemo(
    () => (data ? spectraOf(rasters, points, data, isScaled) : []),
    [rasters, points, data, isScaled],
  );
  const table = (): TableOut => ({
    headings: [
      t('label.name'),
      t('pixels.raster'),
      t('label.latitude'),
      t('label.longitude'),
      ...nudgeHeadings,
      ...bands,
    ],
    rows: spectra.map(({ point, raster, values }) => [
      point.name || t('places.new.point', { number: point.id }),
      rasterNameInTable(language, raster),
      point.at[1],
      point.at[0],
      ...raster.offset,
      ...values.map((value) => (Number.isNaN(value) ? null : value)),
    ]),
  });
  return (
    <section
      className={`${mapClasses.panel} ${classes.panel}`}
      aria-label={t('pixels.spectra')}
      data-testid="pixel-spectra"
      data-folded={fold.isFolded || undefined}
    >
      <PanelHead
        title={t('pixels.spectra')}
        closeLabel={t('pixels.closeSpectra')}
        onClose={() => {
          endPixelTool();
          focusPane('map');
        }}
        table={spectra.length > 0 && data ? table : null}
        fileName="spectra"
        fold={fold}
      />
      {rasters.length === 0 && (
        <Text size="xs">{shown.length === 0 ? t('pixels.noRaster') : t('pixels.noSpectrum')}</Text>
      )}
      {error && <ErrorNote error={error} />}
      {scaling !== null && spectra.length > 0 && (
        <SegmentedControl
          size="xs"
          styles={{ label: { paddingInline: 4, whiteSpace: 'normal' } }}
          aria-label={t('pixels.plotted')}
          data={[
            { value: 'stored', label: t('pixels.stored') },
            {
              value: 'scaled',
              label: scaling.as === 'reflectance' ? t('pixels.reflectance') : t('pixels.scaled'),
            },
          ]}
          value={isScaled ? 'scaled' : 'stored'}
          onChange={(value) => setScaled(value === 'scaled')}
        />
      )}
      {spectra.length > 0 && data && (
        <>
          <SpectraPlot spectra={spectra} bands={bands} />
          <NudgeNote rasters={rasters} />
        </>
      )}
      <Points />
    </section>
  );
}
