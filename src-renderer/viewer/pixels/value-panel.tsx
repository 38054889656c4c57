import { Table, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { Fragment, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { RasterInfo } from '../../../src-preload/contract/library.ts';
import { useSettings } from '../../kit/client/api.tsx';
import { type CoordinateFormat, formatCoordinate, type LonLat } from '../../kit/i18n/coordinates.ts';
import { formatAcquired } from '../../kit/i18n/format.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import { pixelsStore, toggleValues } from '../../kit/state/pixels-store.ts';
import { focusPane } from '../../kit/ui/panes.ts';
import mapClasses from '../../map/map-pane.module.css';
import { nudgeHeadings } from '../compare/offset-text.ts';
import { type ShownDifference, shownRastersStore } from '../compare/shown-rasters.ts';
import { isOfPalette } from '../raster/class-groups.ts';
import type { PointValues } from '../raster/raster-messages.ts';
import { differenceAt, indexOn } from './difference-values.ts';
import { NudgeNote } from './nudge-note.tsx';
import {
  classesAt,
  computedAt,
  computedName,
  computedOf,
  formatSample,
  isInside,
  plainSample,
  rasterName,
  rasterNameInTable,
  scalingOf,
} from './pixel-values.ts';
import classes from './pixels.module.css';
import { type ReadableRaster, useReadableRasters } from './readable-rasters.ts';
import { PanelHead, type TableOut } from './table-out.tsx';

/** The values of all shown rasters at one place. */
interface Reading {
  at: LonLat;
  rasters: readonly ReadableRaster[];
  /** The values of each raster; null if it was removed meanwhile. */
  values: readonly (PointValues | null)[];
}

/** Returns the place whose values are to be read: under the pointer, or the middle of the map; null to keep the last one. */
function placeToRead(): LonLat | null {
  const { cursor, view } = mapStore.getState();
  if (cursor !== null) return cursor;
  return pixelsStore.getState().isAtCentre ? (view?.centre ?? null) : null;
}

/**
 * Reads the values at the current place whenever it changes, one request at a time. While one is pending, only the newest place
 * waits, so that a fast pointer causes no more requests than the workers can answer.
 */
function useReadings(rasters: readonly ReadableRaster[], onReading: (reading: Reading) => void) {
  const last = useRef<LonLat | null>(null);
  useEffect(() => {
    const stopped = new AbortController();
    const { signal } = stopped;
    let [isReading, isChanged] = [false, false];
    async function read() {
      isReading = true;
      do {
        isChanged = false;
        const at = placeToRead() ?? last.current;
        if (at === null) break;
        last.current = at;
        const places = Float64Array.from(at);
        const values = await Promise.all(
          // The panel of the raster shows its errors.
          rasters.map(({ reader }) => reader.points(places.slice(), signal).catch(() => null)),
        );
        if (signal.aborted) return;
        onReading({ at, rasters, values });
      } while (isChanged);
      isReading = false;
    }
    const follow = () => {
      const due = placeToRead();
      if (due === null || due === last.current) return;
      isChanged = true;
      if (!isReading) void read();
    };
    void read();
    const unfollow = [mapStore.subscribe(follow), pixelsStore.subscribe(follow)];
    return () => {
      stopped.abort();
      for (const stop of unfollow) stop();
    };
  }, [rasters, onReading]);
}

/** A row of the panel: a class, a band or a computed value. */
interface Row {
  key: string;
  name: string;
  stored: string;
  scaled: string;
  /** What the value stands for; empty if nothing says that. */
  meaning: string;
}

/** Returns the row of the class of a pixel. */
function classRow(info: RasterInfo, read: PointValues | null, name: string): Row {
  const found = classesAt(info, read);
  return {
    key: 'class',
    name,
    stored: found.map(({ value }) => plainSample(value)).join(' / ') || '—',
    scaled: '',
    meaning: found.flatMap((each) => each.name ?? []).join(' / '),
  };
}

/** Returns the rows of a raster with their texts, which are empty without values. */
function rowsOf(
  raster: ReadableRaster,
  read: PointValues | null,
  write: (value: number) => string,
  { computedName: name, className, index }: RowNames,
): Row[] {
  const text = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? '—' : write(value);
  const bands = raster.info.bands.map((band, i): Row => {
    const value = read?.bands[i]?.[0] ?? Number.NaN;
    const scaling = scalingOf(raster.info, i);
    const scaled = scaling === null ? '' : text(Math.fround(value * scaling.scale + scaling.offset));
    return { key: `band ${i}`, name: band, stored: text(value), scaled, meaning: '' };
  });
  const ofStyle = computedOf(raster).map((expression) => ({ expression, name: name(expression) }));
  const isOfStyle = ofStyle.some(({ expression }) => expression === index?.expression);
  const computed = [...(index === null || isOfStyle ? [] : [index]), ...ofStyle].map((each, i): Row => {
    const value = read === null ? Number.NaN : computedAt(raster, each.expression, read)[0];
    return { key: `computed ${i}`, name: each.name, stored: text(value), scaled: '', meaning: '' };
  });
  const ofClass = raster.info.classes === undefined ? [] : [classRow(raster.info, read, className)];
  // The bands of a palette are the colours of its classes, and the file has no such values.
  return isOfPalette(raster.info) ? ofClass : [...ofClass, ...computed, ...bands];
}

/** The names of the rows of a raster, and the index whose difference the map draws. */
interface RowNames {
  computedName: (text: string) => string;
  className: string;
  index: { expression: string; name: string } | null;
}

/** Returns the texts with which the rows of a raster are named. */
function namesOf(t: TFunction, raster: ReadableRaster, difference: ShownDifference | null): RowNames {
  const expression = difference && indexOn(raster, difference);
  return {
    computedName: (text) => computedName(t, raster, text),
    className: t('pixels.class'),
    index: expression ? { expression, name: t(`map.preset.${difference.index}`) } : null,
  };
}

/** Returns the words for the difference that the map draws. */
function differenceName(t: TFunction, language: string, { index, later, earlier }: ShownDifference): string {
  const timeOf = (scene: ShownDifference['later']) => (scene && formatAcquired(language, scene)) ?? '—';
  return t('compare.difference', {
    index: t(`map.preset.${index}`),
    later: timeOf(later),
    earlier: timeOf(earlier),
  });
}

/** The maximum number of bands. More can be read in a profile or a plot. */
const maxRows = 40;

/** Returns the values as a table with a row for each. */
function tableOf(
  reading: Reading | null,
  difference: ShownDifference | null,
  t: TFunction,
  language: string,
): TableOut {
  const headings = [
    t('label.latitude'),
    t('label.longitude'),
    t('pixels.raster'),
    t('map.style.band'),
    t('orderForm.parameterValue'),
    t('pixels.scaled'),
    t('pixels.className'),
    ...nudgeHeadings,
  ];
  const numberOf = (text: string) =>
    text === '' || text === '—' ? null : text.includes('/') ? text : Number(text);
  const rows = (reading?.rasters ?? []).flatMap((raster, i) =>
    rowsOf(raster, reading?.values[i] ?? null, plainSample, namesOf(t, raster, difference)).map(
      ({ name, stored, scaled, meaning }) => [
        reading?.at[1] ?? null,
        reading?.at[0] ?? null,
        rasterNameInTable(language, raster),
        name,
        numberOf(stored),
        numberOf(scaled),
        meaning,
        ...raster.offset,
      ],
    ),
  );
  if (reading === null || difference === null) return { headings, rows };
  const value = differenceAt(difference, reading.rasters, reading.values);
  const place = [reading.at[1], reading.at[0], differenceName(t, language, difference)];
  return {
    headings,
    rows: [
      ...rows,
      [
        ...place,
        t(`map.preset.${difference.index}`),
        Number.isFinite(value) ? value : null,
        null,
        '',
        null,
        null,
      ],
    ],
  };
}

/** Writes the texts into the cells of the panel. */
function writeReading(
  { at, rasters, values }: Reading,
  cells: ReadonlyMap<string | undefined, HTMLElement>,
  {
    t,
    language,
    format,
    difference,
  }: {
    t: TFunction;
    language: string;
    format: CoordinateFormat;
    difference: ShownDifference | null;
  },
) {
  const put = (cell: string, text: string) => {
    const found = cells.get(cell);
    if (found && found.textContent !== text) found.textContent = text;
  };
  put('place', formatCoordinate(at, format));
  for (const [i, raster] of rasters.entries()) {
    const read = values[i] ?? null;
    const isThere = read !== null && isInside(raster, read, 0);
    const hasData = isThere && read.bands.some((plane) => !Number.isNaN(plane[0]));
    put(`${i} note`, isThere ? (hasData ? '' : t('pixels.noData')) : t('pixels.outside'));
    const rows = rowsOf(
      raster,
      read,
      (value) => formatSample(language, value),
      namesOf(t, raster, difference),
    );
    for (const { key, stored, scaled, meaning } of rows) {
      put(`${i} ${key} stored`, meaning === '' ? stored : `${stored} · ${meaning}`);
      put(`${i} ${key} scaled`, scaled);
    }
  }
  if (difference === null) return;
  const value = differenceAt(difference, rasters, values);
  put('difference', Number.isNaN(value) ? '—' : formatSample(language, value));
}

/**
 * The panel with the values of all shown rasters under the pointer, or at the middle of the map while it is moved by keys. Texts
 * are written without a render, because they follow the pointer.
 */
export function ValuePanel() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const rasters = useReadableRasters();
  const difference = useStore(shownRastersStore, (state) => state.difference);
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const isAtCentre = useStore(pixelsStore, (state) => state.isAtCentre);
  const body = useRef<HTMLDivElement>(null);
  const last = useRef<Reading | null>(null);
  const [hasReading, setReading] = useState(false);

  const write = useCallback(() => {
    const reading = last.current;
    if (reading === null || body.current === null) return;
    const cells = [...body.current.querySelectorAll<HTMLElement>('[data-cell]')];
    writeReading(reading, new Map(cells.map((cell) => [cell.dataset.cell, cell])), {
      t,
      language,
      format,
      difference,
    });
  }, [format, language, t, difference]);
  const onReading = useCallback(
    (reading: Reading) => {
      last.current = reading;
      setReading(true);
      write();
    },
    [write],
  );
  useReadings(rasters, onReading);
  // A render may have created new cells.
  useEffect(write);

  const close = () => {
    toggleValues();
    focusPane('map');
  };
  return (
    <section
      className={`${mapClasses.panel} ${classes.panel} ${classes.values}`}
      aria-label={t('pixels.values')}
      data-testid="pixel-values"
    >
      <PanelHead
        title={isAtCentre ? t('pixels.valuesAtCentre') : t('pixels.values')}
        closeLabel={t('pixels.closeValues')}
        onClose={close}
        table={hasReading && rasters.length > 0 ? () => tableOf(last.current, difference, t, language) : null}
      />
      {rasters.length === 0 && <Text size="xs">{t('pixels.noRaster')}</Text>}
      {/* Values under the pointer change too often to be announced. */}
      <div ref={body} aria-live={isAtCentre ? 'polite' : 'off'} style={{ overflow: 'auto' }}>
        {rasters.length > 0 && (
          <Text size="xs" style={{ fontVariantNumeric: 'tabular-nums' }} data-cell="place" />
        )}
        {difference !== null && (
          <>
            <Text size="xs" fw={600} mt={4}>
              {differenceName(t, language, difference)}
            </Text>
            <Text size="xs" style={{ fontVariantNumeric: 'tabular-nums' }} data-cell="difference" />
          </>
        )}
        {rasters.map((raster, i) => (
          <Fragment key={raster.info.fileId}>
            {rasters.length > 1 && (
              <Text size="xs" fw={600} mt={4} truncate>
                {rasterName(language, raster)}
              </Text>
            )}
            <NudgeNote rasters={[raster]} />
            <Text size="xs" c="var(--nadir-quiet)" data-cell={`${i} note`} />
            <ValueRows raster={raster} index={i} difference={difference} />
          </Fragment>
        ))}
      </div>
    </section>
  );
}

/** The rows of a raster, whose cells are filled later. */
function ValueRows({
  raster,
  index,
  difference,
}: {
  raster: ReadableRaster;
  index: number;
  difference: ShownDifference | null;
}) {
  const { t } = useTranslation();
  const rows = rowsOf(raster, null, String, namesOf(t, raster, difference)).slice(0, maxRows);
  const scaling = raster.info.bands
    .map((_, band) => scalingOf(raster.info, band))
    .find((each) => each !== null);
  return (
    <Table fz="xs" verticalSpacing={1} horizontalSpacing={6} className={classes.cells}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('map.style.band')}</Table.Th>
          <Table.Th className={classes.number}>{t('orderForm.parameterValue')}</Table.Th>
          {scaling && (
            <Table.Th
              className={classes.number}
              title={scaling.as === 'reflectance' ? t('pixels.reflectanceHint') : t('pixels.scaledHint')}
            >
              {scaling.as === 'reflectance' ? t('pixels.reflectance') : t('pixels.scaled')}
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, name }) => (
          <Table.Tr key={key}>
            <Table.Td style={{ maxWidth: 150, overflow: 'hidden', textOverflow: 'ellipsis' }} title={name}>
              {name}
            </Table.Td>
            <Table.Td className={classes.number} data-cell={`${index} ${key} stored`} />
            {scaling && <Table.Td className={classes.number} data-cell={`${index} ${key} scaled`} />}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
