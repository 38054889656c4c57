import { Button, Group, Progress, Select, Table, Text } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatNumber } from '../../kit/i18n/format.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import { finishMeasure, measureStore } from '../../kit/state/measure-store.ts';
import { endPixelTool } from '../../kit/state/pixels-store.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { focusPane } from '../../kit/ui/panes.ts';
import { unlessDoubleClick } from '../../kit/ui/use-one-press.ts';
import mapClasses from '../../map/map-pane.module.css';
import { useFold } from '../../map/use-fold.ts';
import { boxRing, measuredRing } from './area-rings.ts';
import {
  type ClassCount,
  type CountedRaster,
  channelsOf,
  classCounts,
  statisticRows,
  statisticsTable,
} from './area-statistics.ts';
import { LineLegend } from './line-legend.tsx';
import { NudgeNote } from './nudge-note.tsx';
import { type Outline, outlineKinds, useOutlines } from './outlines.ts';
import { PixelPlot } from './pixel-plot.tsx';
import { formatSample, groupName, rasterName } from './pixel-values.ts';
import classes from './pixels.module.css';
import { type ReadableRaster, readingKey, useReadableRasters } from './readable-rasters.ts';
import { ScaledNote } from './scaled-note.tsx';
import { PanelHead } from './table-out.tsx';
import { VertexTools } from './vertex-tools.tsx';

const sources = ['drawn', 'view', ...outlineKinds, 'raster'] as const;
/** The significant digits in the table. Copied values have all digits. */
const tableDigits = 6;
type Source = (typeof sources)[number];

/** Returns the outlines of an area; null for the whole raster, undefined if the area has none. */
function ringsOf(source: Source, outlines: readonly Outline[]): readonly Float64Array[] | null | undefined {
  if (source === 'raster') return null;
  if (source === 'view') {
    const { viewBox } = mapStore.getState();
    return viewBox === null ? undefined : [boxRing(viewBox)];
  }
  if (source !== 'drawn') return outlines.find(({ kind }) => kind === source)?.rings;
  const vertices = measureStore.getState().measure?.vertices ?? [];
  return vertices.length < 3 ? undefined : [measuredRing(vertices)];
}

/** Returns the areas that can be selected. The selected one stays in the list even if it has no outline any more. */
function useSourceChoices(source: Source, outlines: readonly Outline[]) {
  const { t } = useTranslation();
  return sources.flatMap((value): { value: Source; label: string }[] => {
    if (value === 'drawn' || value === 'view' || value === 'raster')
      return [{ value, label: t(`pixels.sourceOf.${value}`) }];
    const outline = outlines.find(({ kind }) => kind === value);
    if (outline === undefined && value !== source) return [];
    return [{ value, label: outline?.label ?? t('pixels.outline.none') }];
  });
}

/** Returns the running computation of statistics and its last result. */
function useCount(rasters: readonly ReadableRaster[]) {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<number | null>(null);
  const [counted, setCounted] = useState<readonly CountedRaster[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const running = useRef<AbortController | null>(null);
  const cancel = () => {
    running.current?.abort();
    running.current = null;
    setProgress(null);
  };
  const forget = () => {
    cancel();
    setCounted(null);
  };
  useEffect(() => () => running.current?.abort(), []);

  async function countAll(
    rings: readonly Float64Array[] | null,
    signal: AbortSignal,
  ): Promise<CountedRaster[]> {
    const found: CountedRaster[] = [];
    for (const [i, raster] of rasters.entries()) {
      const channels = channelsOf(t, raster);
      const request = {
        expressions: channels.map(({ expression }) => expression),
        hidesZeros: raster.style.hidesZeros,
        rings,
      };
      const onProgress = (fraction: number) => setProgress((i + fraction) / rasters.length);
      const result = await raster.reader.area(request, signal, onProgress);
      if (result) found.push({ raster, channels, counted: result, rings });
    }
    return found;
  }

  async function count(rings: readonly Float64Array[] | null) {
    cancel();
    const controller = new AbortController();
    running.current = controller;
    setError(null);
    setProgress(0);
    try {
      setCounted(await countAll(rings, controller.signal));
    } catch (reason) {
      if (!controller.signal.aborted) setError(reason);
    } finally {
      if (running.current === controller) {
        running.current = null;
        setProgress(null);
      }
    }
  }
  return { progress, counted, error, count, cancel, forget };
}

/** The classes of a raster in an area, with their pixels and their share of all that are of a class. */
function ClassShares({ counts }: { counts: readonly ClassCount[] }) {
  const { t, i18n } = useTranslation();
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumSignificantDigits: 3 });
  return (
    <LineLegend
      label={t('pixels.classShares')}
      headings={[t('pixels.class'), t('pixels.count'), t('pixels.share')]}
      rows={counts.map(({ group, pixels, share }) => ({
        key: groupName(group),
        name: groupName(group),
        colour: group[0]?.colour ? `rgb(${group[0].colour.join(' ')})` : null,
        cells: [formatNumber(i18n.language, pixels), percent.format(share)],
      }))}
    />
  );
}

/** The statistics of a raster as a table, and the histogram of one of its bands. */
function RasterResult({ result, isNamed }: { result: CountedRaster; isNamed: boolean }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const { raster, channels, counted } = result;
  const [selected, setSelected] = useState(0);
  const channel = channels[selected] ?? channels[0];
  const values =
    counted.channels[channels.indexOf(channel ?? { expression: '', name: '', colour: '' })] ?? null;
  const bars = useMemo(() => {
    if (values === null || channel === undefined) return null;
    const { isWhole } = values;
    const [from, to] = values.range;
    const step = (to - from) / values.histogram.length || 1 / values.histogram.length;
    return {
      x: Array.from(values.histogram, (_, bar) => from + bar * step),
      firstValueOf: (bar: number) => from + bar * step + (isWhole ? 0.5 : 0),
      lines: [{ label: channel.name, colour: channel.colour, values: Array.from(values.histogram) }],
    };
  }, [values, channel]);
  const counts = classCounts({ raster, counted });
  return (
    <>
      {isNamed && (
        <Text size="xs" fw={600} truncate>
          {rasterName(language, raster)}
        </Text>
      )}
      <Text size="xs" role="status" data-testid="pixels-in-area">
        {counted.pixels === 0
          ? t('pixels.noPixels')
          : t('pixels.pixelsInArea', { pixels: formatNumber(language, counted.pixels) })}
      </Text>
      <NudgeNote rasters={[raster]} />
      {counted.pixels > 0 && <ScaledNote infos={[raster.info]} />}
      {counts.length > 0 && <ClassShares counts={counts} />}
      <div className={classes.result}>
        {bars && (
          <div>
            {channels.length > 1 && (
              <Select
                size="xs"
                maw={220}
                aria-label={t('pixels.histogramOf')}
                data={channels.map(({ name }, i) => ({ value: String(i), label: name }))}
                value={String(selected)}
                allowDeselect={false}
                onChange={(value) => setSelected(Number(value))}
              />
            )}
            <PixelPlot
              x={bars.x}
              lines={bars.lines}
              kind="steps"
              label={t('pixels.histogram', { name: channel?.name ?? '' })}
              xLabel={channel?.name ?? ''}
              describeAt={(bar) =>
                t('pixels.bar', {
                  from: formatSample(language, bars.firstValueOf(bar)),
                  pixels: formatNumber(language, bars.lines[0]?.values[bar] ?? 0),
                })
              }
            />
          </div>
        )}
        {counted.pixels > 0 && channels.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
          <section className={classes.table} aria-label={t('pixels.area')} tabIndex={0}>
            <Table fz="xs" verticalSpacing={1} horizontalSpacing={6}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th />
                  {channels.map(({ expression, name }) => (
                    <Table.Th key={expression} className={classes.number}>
                      {name}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {statisticRows(t).map(({ name, of }) => (
                  <Table.Tr key={name}>
                    <Table.Th scope="row" fw={400}>
                      {name}
                    </Table.Th>
                    {channels.map(({ expression }, i) => {
                      const each = counted.channels[i];
                      return (
                        <Table.Td key={expression} className={classes.number}>
                          {each ? formatSample(language, of(each) ?? Number.NaN, tableDigits) : '—'}
                        </Table.Td>
                      );
                    })}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        )}
      </div>
    </>
  );
}

/** The statistics of the shown rasters in an area, in the view, or in the whole raster. */
export function AreaPanel() {
  const { t, i18n } = useTranslation();
  const fold = useFold('area');
  const rasters = useReadableRasters();
  const measure = useStore(measureStore, (state) => state.measure);
  const [source, setSource] = useState<Source>('drawn');
  const outlines = useOutlines();
  const choices = useSourceChoices(source, outlines);
  const chosen = outlines.find(({ kind }) => kind === source);
  const { progress, counted, error, count, cancel, forget } = useCount(rasters);
  // The statistics of another area or raster, or of the same one nudged, must not be shown beside the new one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what the result is of
  useEffect(forget, [
    measure?.vertices,
    source,
    // Two places may have one name.
    chosen?.rings.map((ring) => ring.join()).join(';'),
    rasters.map(readingKey).join(';'),
  ]);
  // The statistics of a view stay while the map is moved, because looking around must not cost them.
  const isOfOtherView = useStore(
    mapStore,
    ({ viewBox }) =>
      source === 'view' &&
      viewBox !== null &&
      counted?.[0] !== undefined &&
      counted[0].rings?.[0]?.join() !== boxRing(viewBox).join(),
  );
  if (measure === null) return null;
  const hasOutline = source === 'drawn' ? measure.vertices.length > 2 : chosen !== undefined;
  const isReady = rasters.length > 0 && (source === 'view' || source === 'raster' || hasOutline);
  return (
    <section
      className={`${mapClasses.panel} ${classes.panel}`}
      aria-label={t('pixels.area')}
      data-testid="pixel-area"
      data-folded={fold.isFolded || undefined}
    >
      <PanelHead
        title={t('pixels.area')}
        closeLabel={t('pixels.closeArea')}
        onClose={() => {
          endPixelTool();
          focusPane('map');
        }}
        table={counted ? () => statisticsTable(t, i18n.language, counted) : null}
        fileName="statistics"
        fold={fold}
      />
      {rasters.length === 0 && <Text size="xs">{t('pixels.noRaster')}</Text>}
      <Group gap={6} wrap="nowrap">
        <Select
          size="xs"
          flex={1}
          maw={260}
          aria-label={t('pixels.source')}
          data={choices}
          value={source}
          allowDeselect={false}
          onChange={(value) => {
            const next = sources.find((each) => each === value) ?? 'drawn';
            if (next !== 'drawn') finishMeasure();
            setSource(next);
          }}
        />
        {progress === null ? (
          <Button
            size="compact-xs"
            disabled={!isReady}
            onClick={() => {
              const rings = ringsOf(source, outlines);
              if (rings === undefined) return;
              finishMeasure();
              void count(rings);
            }}
          >
            {t('pixels.compute')}
          </Button>
        ) : (
          <Button size="compact-xs" variant="default" onClick={unlessDoubleClick(cancel)}>
            {t('common.cancel')}
          </Button>
        )}
      </Group>
      {progress !== null && <Progress size="sm" value={progress * 100} aria-label={t('pixels.reading')} />}
      {error !== null && <ErrorNote error={error} />}
      {isOfOtherView && (
        <Text size="xs" c="var(--nadir-warning)" role="status">
          {t('pixels.otherView')}
        </Text>
      )}
      {counted?.map((result) => (
        <RasterResult key={result.raster.info.fileId} result={result} isNamed={counted.length > 1} />
      ))}
      {source === 'drawn' && <VertexTools measure={measure} tool="area" />}
      <Text size="xs" c="var(--nadir-quiet)">
        {t('pixels.areaRule')}
      </Text>
    </section>
  );
}
