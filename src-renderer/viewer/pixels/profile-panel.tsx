import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import uPlot from 'uplot';
import { useStore } from 'zustand';
import { placesAlong, type Segment, segmentsOf } from '../../../src-shared/geometry/geodesic.ts';
import { formatNumber } from '../../kit/i18n/format.ts';
import { measureStore } from '../../kit/state/measure-store.ts';
import { endPixelTool, pixelsStore } from '../../kit/state/pixels-store.ts';
import { Busy } from '../../kit/ui/busy.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { focusPane } from '../../kit/ui/panes.ts';
import mapClasses from '../../map/map-pane.module.css';
import { formatLength } from '../../map/measure/measure-units.ts';
import { useMeasureUnits } from '../../map/measure/use-measure-units.ts';
import { useFold } from '../../map/use-fold.ts';
import { nudgeHeadings } from '../compare/offset-text.ts';
import { LineLegend } from './line-legend.tsx';
import { NudgeNote } from './nudge-note.tsx';
import { PixelPlot, type PlotLine } from './pixel-plot.tsx';
import { formatSample, rasterName, rasterNameInTable } from './pixel-values.ts';
import classes from './pixels.module.css';
import {
  extremesOf,
  type PlotChoice,
  plotChoices,
  type ValueLine,
  valueLines,
  withGaps,
} from './plot-lines.ts';
import { maxSamples, type Profile, readProfile } from './profile-samples.ts';
import { type ReadableRaster, readingKey, useReadableRasters } from './readable-rasters.ts';
import { ScaledNote } from './scaled-note.tsx';
import { PanelHead, type TableOut } from './table-out.tsx';
import { VertexTools } from './vertex-tools.tsx';

/** The significant digits in the table. Copied values have all digits. */
const tableDigits = 6;

/** A raster with its values along the line. */
interface Sampled {
  raster: ReadableRaster;
  profile: Profile;
  lines: ValueLine[];
}

/** Returns the lines of all rasters over the distance. Several rasters have samples at different distances. */
function plotLines(sampled: readonly Sampled[], nameOf: (raster: ReadableRaster, line: ValueLine) => string) {
  const tables = sampled.map(
    ({ profile, lines }): uPlot.AlignedData => [
      [...profile.metres],
      ...lines.map(({ values }) => withGaps(values)),
    ],
  );
  const [x = [], ...values] = tables.length > 1 ? uPlot.join(tables) : (tables[0] ?? [[]]);
  const lines = sampled
    .flatMap(({ raster, lines: own }, index) => own.map((line) => ({ raster, line, index })))
    .map(
      ({ raster, line, index }, i): PlotLine => ({
        label: nameOf(raster, line),
        colour: line.colour,
        isDashed: index > 0,
        values: Array.from(values[i] ?? []),
        ...(line.nameOf ? { nameOf: line.nameOf } : {}),
      }),
    );
  return { x: Array.from(x, Number), lines };
}

/** Returns the table of all bands and the drawn value along the line, with a row for each sample. */
function tableOf(
  sampled: readonly Sampled[],
  { headings, className }: { headings: readonly string[]; className: string },
  language: string,
  all: (raster: ReadableRaster, profile: Profile) => ValueLine[],
): TableOut {
  const [first] = sampled;
  const names =
    first === undefined
      ? []
      : all(first.raster, first.profile).flatMap(({ label, nameOf }) =>
          nameOf ? [label, className] : label,
        );
  const rows = sampled.flatMap(({ raster, profile }) => {
    const lines = all(raster, profile);
    return profile.metres.map((metres, i) => {
      const [longitude = null, latitude = null] = profile.places[i] ?? [];
      return [
        rasterNameInTable(language, raster),
        metres,
        latitude,
        longitude,
        ...raster.offset,
        ...lines.flatMap(({ values: plane, nameOf }) => {
          const value = plane[i] ?? Number.NaN;
          const written = Number.isFinite(value) ? value : null;
          return nameOf ? [written, nameOf(value)] : written;
        }),
      ];
    });
  });
  return { headings: [...headings, ...names], rows };
}

/** Reads the values of the shown rasters along the measured line. */
function useProfiles(rasters: readonly ReadableRaster[]) {
  const vertices = useStore(measureStore, ({ measure }) => measure?.vertices);
  const isReady = vertices !== undefined && vertices.length > 1 && rasters.length > 0;
  return useQuery({
    queryKey: ['raster-profile', rasters.map(readingKey), vertices],
    queryFn: ({ signal }) =>
      Promise.all(rasters.map(({ reader }) => readProfile(reader, vertices ?? [], signal))),
    enabled: isReady,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // The last profile of the same rasters stays until the next one is read.
    placeholderData: (before, query) =>
      isReady && String(query?.queryKey[1]) === String(rasters.map(readingKey)) ? before : undefined,
  });
}

/** The plot of the profiles with its legend. The position under the pointer is marked on the map. */
function ProfilePlot({ sampled, segments }: { sampled: readonly Sampled[]; segments: readonly Segment[] }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const { units } = useMeasureUnits();
  const nameOf = useCallback(
    (raster: ReadableRaster, { label }: ValueLine) =>
      sampled.length > 1 ? `${label} · ${rasterName(language, raster)}` : label,
    [sampled, language],
  );
  const { x: metres, lines } = useMemo(() => plotLines(sampled, nameOf), [sampled, nameOf]);
  const isInKilometres = (metres.at(-1) ?? 0) >= 2_000;
  const x = useMemo(
    () => (isInKilometres ? metres.map((each) => each / 1_000) : metres),
    [metres, isInKilometres],
  );
  const point = (index: number | null) => {
    const distance = index === null ? undefined : metres[index];
    const [place = null] = distance === undefined ? [] : placesAlong(segments, [distance]);
    pixelsStore.setState({ profileAt: place });
  };
  const describeAt = (index: number) =>
    [
      formatLength(language, metres[index] ?? 0, units.length),
      ...lines.map(({ label, values, nameOf: meaningOf }) => {
        const value = values[index];
        if (value === null || value === undefined) return `${label} —`;
        return `${label} ${meaningOf?.(value) ?? formatSample(language, value)}`;
      }),
    ].join(', ');
  const rows = sampled.flatMap(({ raster, lines: own }) =>
    own.map((line) => {
      // Numbers of classes have no mean.
      const found = line.nameOf ? null : extremesOf(line.values);
      const numbers = found ? [found.min, found.max, found.mean] : [];
      return {
        key: `${raster.info.fileId} ${line.label}`,
        name: nameOf(raster, line),
        colour: line.colour,
        cells: numbers.map((value) => formatSample(language, value, tableDigits)),
      };
    }),
  );
  return (
    <>
      <PixelPlot
        x={x}
        lines={lines}
        describeAt={describeAt}
        kind="lines"
        label={t('pixels.profile')}
        xLabel={isInKilometres ? t('pixels.distanceKm') : t('pixels.distanceM')}
        onPoint={point}
      />
      <NudgeNote rasters={sampled.map(({ raster }) => raster)} />
      <ScaledNote infos={sampled.map(({ raster }) => raster.info)} />
      <LineLegend
        label={t('pixels.profile')}
        headings={[t('pixels.plotted'), t('pixels.min'), t('pixels.max'), t('pixels.mean')]}
        rows={rows}
      />
    </>
  );
}

/** Returns the rasters with their values along the line, and the function that creates their table. */
function useSampled(rasters: readonly ReadableRaster[], choice: PlotChoice) {
  const { t, i18n } = useTranslation();
  const { data, isFetching, error } = useProfiles(rasters);
  const sampled = useMemo(
    () =>
      rasters.flatMap((raster, i): Sampled[] => {
        const profile = data?.[i] ?? null;
        return profile ? [{ raster, profile, lines: valueLines(t, raster, profile.values, choice) }] : [];
      }),
    [t, rasters, data, choice],
  );
  const headings = [
    t('pixels.raster'),
    t('pixels.metres'),
    t('label.latitude'),
    t('label.longitude'),
    ...nudgeHeadings,
  ];
  const table = () =>
    tableOf(sampled, { headings, className: t('pixels.className') }, i18n.language, (raster, { values }) => [
      ...valueLines(t, raster, values, 'computed'),
      ...valueLines(t, raster, values, 'bands'),
    ]);
  return { sampled, isFetching, error, table };
}

/** The profile of the shown rasters along the measured line. */
export function ProfilePanel() {
  const { t, i18n } = useTranslation();
  const rasters = useReadableRasters();
  const measure = useStore(measureStore, (state) => state.measure);
  const [wanted, setWanted] = useState<PlotChoice | null>(null);
  const fold = useFold('profile');
  const choices = useMemo(() => plotChoices(t, rasters), [t, rasters]);
  const choice = choices.find(({ value }) => value === wanted)?.value ?? choices[0]?.value ?? 'bands';
  const { sampled, isFetching, error, table } = useSampled(rasters, choice);
  const segments = useMemo(() => segmentsOf(measure?.vertices ?? []), [measure?.vertices]);
  if (measure === null) return null;
  const isRead = sampled.length > 0 && measure.vertices.length > 1;
  const hasValues = isRead && sampled.some(({ lines }) => lines.some(({ values }) => extremesOf(values)));
  return (
    <section
      className={`${mapClasses.panel} ${classes.panel}`}
      aria-label={t('pixels.profile')}
      data-testid="pixel-profile"
      data-folded={fold.isFolded || undefined}
    >
      <PanelHead
        title={t('pixels.profile')}
        closeLabel={t('pixels.closeProfile')}
        onClose={() => {
          endPixelTool();
          focusPane('map');
        }}
        table={hasValues ? table : null}
        fileName="profile"
        fold={fold}
      />
      {rasters.length === 0 && <Text size="xs">{t('pixels.noRaster')}</Text>}
      {error && <ErrorNote error={error} />}
      {isRead && (
        <Select
          size="xs"
          maw={220}
          aria-label={t('pixels.plotted')}
          data={choices}
          value={choice}
          allowDeselect={false}
          onChange={(value) => setWanted(choices.find((each) => each.value === value)?.value ?? null)}
        />
      )}
      {hasValues && <ProfilePlot sampled={sampled} segments={segments} />}
      {isRead && !hasValues && (
        <Text size="xs" role="status">
          {t('map.style.noValues')}
        </Text>
      )}
      {isRead && sampled.some(({ profile }) => profile.isCoarser) && (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('pixels.coarser', { samples: formatNumber(i18n.language, maxSamples) })}
        </Text>
      )}
      {isFetching && <Busy size={14} label={t('pixels.reading')} />}
      <VertexTools measure={measure} tool="profile" />
    </section>
  );
}
