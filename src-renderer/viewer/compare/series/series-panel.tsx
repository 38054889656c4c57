import { Button, CloseButton, Group, Progress, Select, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { boundsOfAcquired } from '../../../../src-preload/contract/acquired.ts';
import { type IndexPreset, indexPresets } from '../../../../src-preload/contract/plain-values.ts';
import { mercatorX, mercatorY } from '../../../../src-shared/geometry/mercator.ts';
import { useApi, useSettings } from '../../../kit/client/api.tsx';
import { csvOf } from '../../../kit/client/csv.ts';
import { saveCsv } from '../../../kit/client/save-file.ts';
import { formatCoordinate, type LonLat } from '../../../kit/i18n/coordinates.ts';
import { formatAcquired, formatNumber, formatShare } from '../../../kit/i18n/format.ts';
import { compareStore } from '../../../kit/state/compare-store.ts';
import { mapStore } from '../../../kit/state/map-store.ts';
import { measureStore } from '../../../kit/state/measure-store.ts';
import { ErrorNote } from '../../../kit/ui/error-note.tsx';
import { unlessDoubleClick } from '../../../kit/ui/use-one-press.ts';
import type { NadirMap } from '../../../map/nadir-map.ts';
import { outlineText } from '../../pixels/area-statistics.ts';
import { createPixelsLayer } from '../../pixels/pixels-layer.ts';
import { nudgeHeadings } from '../offset-text.ts';
import { runSeries, type SeriesGround, type SeriesRow } from './run-series.ts';
import classes from './series.module.css';
import { SeriesPlot } from './series-plot.tsx';

const places = ['centre', 'here', 'area'] as const;
type Place = (typeof places)[number];

const pointGround = ([longitude, latitude]: LonLat): SeriesGround => ({
  box: [longitude, latitude, longitude, latitude],
  place: { kind: 'point', at: [mercatorX(longitude), mercatorY(latitude)] },
  at: [longitude, latitude],
  outline: null,
});

/** Returns the ground of a measured outline, whose longitudes continue across the antimeridian. */
function areaGround(vertices: readonly LonLat[]): SeriesGround | null {
  const [first] = vertices;
  if (first === undefined || vertices.length < 3) return null;
  const unwrapped = vertices.map(([longitude, latitude]): LonLat => {
    const turned = longitude - 360 * Math.round((longitude - first[0]) / 360);
    return [turned, latitude];
  });
  const xs = unwrapped.map(([x]) => x);
  const ys = unwrapped.map(([, y]) => y);
  const [west, south, east, north] = [
    Math.min(...xs),
    Math.min(...ys),
    Math.max(...xs),
    Math.max(...ys),
  ] as const;
  return {
    box: [west, south, east, north],
    at: [(west + east) / 2, (south + north) / 2],
    outline: unwrapped,
    place: { kind: 'area', rings: [unwrapped.map(([x, y]) => [mercatorX(x), mercatorY(y)] as const)] },
  };
}

/** Returns the ground of each kind of place; null if it is not available now. */
function useGrounds(): Record<Place, SeriesGround | null> {
  const centre = useStore(mapStore, ({ view }) => view?.centre ?? null);
  const here = useStore(mapStore, (state) => state.here?.at ?? null);
  const measure = useStore(measureStore, (state) => state.measure);
  return {
    centre: centre && pointGround(centre),
    here: here && pointGround(here),
    area: measure?.kind === 'area' ? areaGround(measure.vertices) : null,
  };
}

interface Run {
  rows: readonly SeriesRow[];
  total: number;
  isMore: boolean;
  /** The index that was read. */
  index: IndexPreset;
  /** The place that was read, which stays what it was when the map moves. */
  ground: SeriesGround;
  isRunning: boolean;
  error: unknown;
}

/** Runs one series at a time. A new one cancels the previous one, and closing the panel cancels the last one. */
function useRun() {
  const { client } = useApi();
  const [run, setRun] = useState<Run | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  function start(ground: SeriesGround, index: Run['index']) {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    const patch = (changed: Partial<Run>) => {
      if (!own.signal.aborted) setRun((before) => before && { ...before, ...changed });
    };
    setRun({ rows: [], total: 0, isMore: false, index, ground, isRunning: true, error: null });
    runSeries({
      client,
      index,
      ground,
      signal: own.signal,
      onRows: (rows, total, isMore) => patch({ rows, total, isMore }),
    }).then(
      () => patch({ isRunning: false }),
      (error: unknown) => patch({ isRunning: false, error }),
    );
  }
  function cancel() {
    controller.current?.abort();
    setRun((before) => before && { ...before, isRunning: false });
  }
  return { run, start, cancel };
}

const foundValue = ({ found }: SeriesRow) => (typeof found === 'string' ? null : found.value);

function Values({ rows, name }: { rows: readonly SeriesRow[]; name: string }) {
  const { t, i18n } = useTranslation();
  const textOf = ({ found }: SeriesRow): string => {
    if (found === 'lacks-bands') return t('compare.series.lacksBands');
    if (found === 'unreadable') return t('compare.series.unreadable');
    return found.value === null ? t('compare.series.noValue') : formatNumber(i18n.language, found.value, 3);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled by keys
    <section className={classes.values} tabIndex={0} aria-label={t('compare.series.values')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('label.acquired')}</th>
            <th scope="col">{t('label.satellite')}</th>
            <th scope="col">{name}</th>
            <th scope="col">{t('compare.series.covered')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.scene.librarySceneId}>
              <td>{formatAcquired(i18n.language, row.scene) ?? row.scene.sceneId}</td>
              <td>{row.scene.satelliteName ?? '—'}</td>
              <td>{textOf(row)}</td>
              <td>{typeof row.found === 'string' ? '—' : formatShare(i18n.language, row.found.share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The part of a row that is written. */
interface WrittenRow {
  scene: Pick<SeriesRow['scene'], 'timestamp' | 'period' | 'satelliteName' | 'sceneId'>;
  found: SeriesRow['found'];
  offset: SeriesRow['offset'];
}

/** Returns the values of a series with the place that was read as a table for comma-separated text. */
export function seriesTable({
  rows,
  index,
  ground,
}: Pick<Run, 'index' | 'ground'> & { rows: readonly WrittenRow[] }) {
  const headings = [
    'time',
    'start',
    'end',
    'satellite',
    'scene',
    'index',
    'value',
    'samples',
    'share',
    'note',
    'latitude',
    'longitude',
    'outline_wkt',
    ...nudgeHeadings,
  ];
  const [longitude, latitude] = ground.at;
  const outline = ground.outline && outlineText([Float64Array.from(ground.outline.flat())]);
  const place = outline === null ? [latitude, longitude, null] : [null, null, outline];
  const lines = rows.map(({ scene: { timestamp, period, satelliteName, sceneId }, found, offset }) => {
    const values = typeof found === 'string' ? { value: null, samples: null, share: null } : found;
    const note = typeof found === 'string' ? found : '';
    const time = [timestamp, period?.start ?? null, period?.end ?? null];
    return [
      ...time,
      satelliteName,
      sceneId,
      index,
      values.value,
      values.samples,
      values.share,
      note,
      ...place,
      ...offset,
    ];
  });
  return { headings, lines };
}

/** Saves the values of a series as comma-separated text, in a file named by the index and the place. */
function saveSeries(run: Run) {
  const { headings, lines } = seriesTable(run);
  const [longitude, latitude] = run.ground.at.map((degrees) => degrees.toFixed(5));
  saveCsv(`${run.index}-series_${latitude}_${longitude}.csv`, csvOf(headings, lines));
}

/** Marks the point of a series on the map; a measured area is drawn there already. */
function useMark(map: NadirMap | null, ground: SeriesGround | null) {
  useEffect(() => {
    if (map === null || ground === null || ground.outline !== null) return;
    const { overlay, remove } = map.overlay(createPixelsLayer);
    overlay.set([{ at: ground.at, text: '', colour: '#d9534f' }]);
    return remove;
  }, [map, ground]);
}

/** Says which place was read, and whether another one is selected now. */
function PlaceRead({ run, ground }: { run: Run; ground: SeriesGround | null }) {
  const { t } = useTranslation();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const place = formatCoordinate(run.ground.at, format);
  const isSame = ground !== null && JSON.stringify(ground) === JSON.stringify(run.ground);
  return (
    <>
      <Text fz={11} mt={4}>
        {run.ground.outline === null
          ? t('compare.series.readAt', { place })
          : t('compare.series.readIn', { place })}
      </Text>
      {!isSame && (
        <Text fz={11} c="var(--nadir-warning)" role="status">
          {t('compare.series.otherPlace')}
        </Text>
      )}
    </>
  );
}

/** The values of an index at a point or in an area over all its captures: as a plot, as a table and as CSV. */
export function SeriesPanel({ map }: { map: NadirMap | null }) {
  const { t, i18n } = useTranslation();
  const index = useStore(compareStore, (state) => state.index);
  const grounds = useGrounds();
  const [selected, setPlace] = useState<Place>('centre');
  const place = grounds[selected] === null ? 'centre' : selected;
  const ground = grounds[place];
  const { run, start, cancel } = useRun();
  useMark(map, run?.ground ?? null);
  const name = t(`map.preset.${run?.index ?? index}`);
  const points = (run?.rows ?? []).flatMap((row) => {
    const [value, time] = [foundValue(row), boundsOfAcquired(row.scene)];
    if (value === null || time === null) return [];
    const label = `${formatAcquired(i18n.language, row.scene)}: ${formatNumber(i18n.language, value, 3)}`;
    return [{ from: Date.parse(time.start), until: Date.parse(time.end), value, label }];
  });
  const isDone = run !== null && !run.isRunning && run.error === null;
  return (
    <section className={classes.panel} aria-label={t('compare.series.title')} data-testid="series">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} size="sm" component="h3" m={0}>
          {t('compare.series.title')}
        </Text>
        <CloseButton
          size="sm"
          aria-label={t('compare.series.close')}
          onClick={() => compareStore.setState({ isSeriesOpen: false })}
        />
      </Group>
      <Group gap={8} align="flex-end">
        <Select
          w={110}
          label={t('compare.index')}
          data={indexPresets.map((value) => ({ value, label: t(`map.preset.${value}`) }))}
          value={index}
          allowDeselect={false}
          onChange={(value) =>
            compareStore.setState({ index: indexPresets.find((each) => each === value) ?? 'ndvi' })
          }
        />
        <Select
          w={170}
          label={t('label.place')}
          data={places.map((value) => ({
            value,
            label: t(`compare.series.at.${value}`),
            disabled: grounds[value] === null,
          }))}
          value={place}
          allowDeselect={false}
          onChange={(value) => setPlace(places.find((each) => each === value) ?? 'centre')}
        />
        {run?.isRunning === true ? (
          <Button size="xs" variant="default" onClick={unlessDoubleClick(cancel)}>
            {t('common.cancel')}
          </Button>
        ) : (
          <Button size="xs" disabled={ground === null} onClick={() => ground && start(ground, index)}>
            {t('compare.series.read')}
          </Button>
        )}
      </Group>
      {run === null && (
        <Text fz={11} c="var(--nadir-quiet)" mt={4}>
          {t('compare.series.hint')}
        </Text>
      )}
      {run?.isRunning === true && (
        <>
          <Progress
            mt={6}
            size="sm"
            value={run.total === 0 ? 0 : (run.rows.length / run.total) * 100}
            aria-label={t('compare.series.progress', { done: run.rows.length, total: run.total })}
          />
          <Text fz={11} role="status">
            {t('compare.series.progress', { done: run.rows.length, total: run.total })}
          </Text>
        </>
      )}
      {run !== null && run.error !== null && <ErrorNote error={run.error} />}
      {run !== null && <PlaceRead run={run} ground={ground} />}
      {points.length > 0 && <SeriesPlot points={points} name={name} />}
      {run !== null && run.rows.length > 0 && <Values rows={run.rows} name={name} />}
      {isDone && run.rows.length === 0 && (
        <Text size="xs" role="status" mt={6}>
          {t('compare.series.none')}
        </Text>
      )}
      {run?.isMore === true && (
        <Text fz={11} role="status">
          {t('compare.isMore')}
        </Text>
      )}
      {run !== null && !run.isRunning && run.rows.length > 0 && (
        <Button mt={6} size="compact-xs" variant="default" onClick={() => saveSeries(run)}>
          {t('bills.exportAs.csv')}
        </Button>
      )}
    </section>
  );
}
