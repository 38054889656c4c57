import type { TFunction } from 'i18next';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import { latitudeOf, longitudeOf, wrapLongitude } from '../../../src-shared/geometry/mercator.ts';
import type { CoordinateFormat } from '../../kit/i18n/coordinates.ts';
import { formatCoordinate } from '../../kit/i18n/coordinates.ts';
import { formatAcquired, formatNumber } from '../../kit/i18n/format.ts';
import type { PictureView } from '../../map/basemap-picture.ts';
import { formatScaleLength } from '../../map/measure/measure-units.ts';
import { boxOfView, isRasterInView } from '../../map/raster-in-view.ts';
import { formatScene } from '../compare/captions.tsx';
import { differenceRamp } from '../compare/difference.ts';
import type { ShownDifference } from '../compare/shown-rasters.ts';
import { hasRamp } from '../raster/style/presets.ts';
import { rampColours } from '../raster/style/ramps.ts';
import type { Bounds } from '../raster/style/stretch.ts';
import { isPaletteOfClasses, presetName } from '../raster-style/preset-name.ts';
import { formatValue, rampLabels } from '../raster-style/style-numbers.ts';
import type { StyledRaster } from '../raster-style/style-on-raster.ts';
import type { ShownRaster } from '../shown-raster.ts';
import type { PictureCaption, PictureLegend } from './picture-frame.ts';
import { groundMetresPerPixel } from './scale-bar.ts';

/** A raster of a picture, with what its caption says of it. */
export interface PicturedRaster {
  styled: StyledRaster | null;
  bounds: readonly Bounds[] | null;
  /** Its part of the title: its satellite and time, with its side where the rasters are drawn apart. */
  title: string;
  /** What tells it from the others below the title, such as its side; empty for the only one. */
  label: string;
}

interface CaptionOptions {
  t: TFunction;
  /** The rasters of the picture; those that are drawn apart from the left to the right. */
  rasters: readonly PicturedRaster[];
  /** The difference that is drawn instead of the raster; null for none. */
  difference: ShownDifference | null;
  language: string;
  coordinateFormat: CoordinateFormat;
  shown: ShownRaster;
  view: PictureView;
  scale: number;
  title: string;
  /** A line for each raster that is drawn elsewhere than its file lies. */
  nudges: readonly string[];
  hasMap: boolean;
}

type Captured = Pick<SceneDetails, 'satelliteName' | 'timestamp' | 'period'> | null;

/** Returns the satellite and time of a raster above that of the selection. */
export function captureTitle(scene: Captured, language: string): string {
  const time = scene ? formatAcquired(language, scene) : null;
  return [scene?.satelliteName, time].filter((part) => part).join(' · ');
}

/** Returns the default title of a picture: product, satellite and time of the scene. */
export function defaultTitle({ scene, info }: ShownRaster, language: string): string {
  const time = scene ? formatAcquired(language, scene) : null;
  const parts = [scene?.productName, scene?.satelliteName, time].filter((part) => part);
  return parts.length === 0 ? (info?.fileName ?? '') : parts.join(' · ');
}

/** Returns what a difference is: the index, and the time and satellite of the later and the earlier capture. */
export function differenceTitle(
  t: TFunction,
  { index, later, earlier }: ShownDifference,
  language: string,
): string {
  return t('compare.difference', {
    index: t(`map.preset.${index}`),
    later: formatScene(t, language, later),
    earlier: formatScene(t, language, earlier),
  });
}

/** Returns the legend of a raster that is drawn with a colour ramp; null for others. */
export function rampLegend(
  t: TFunction,
  language: string,
  styled: Pick<StyledRaster, 'style' | 'info'>,
  bounds: readonly Bounds[],
): PictureLegend | null {
  const { style } = styled;
  if (!hasRamp(style.preset)) return null;
  return {
    title: presetName(t, styled),
    colours: rampColours(style.ramp, style.isRampReversed),
    labels: rampLabels(language, style.gamma, bounds[0] ?? [0, 1]),
  };
}

/** Returns the legends of what is drawn: one for all rasters if their colours mean the same, else one for each that has a ramp. */
function legendsOf({ t, language, rasters, difference }: CaptionOptions): PictureLegend[] {
  if (difference !== null) {
    const { index, reach } = difference;
    const text = (value: number) => formatValue(language, value, 2 * reach);
    return [
      {
        title: `${t('compare.mode.difference')}: ${t(`map.preset.${index}`)}`,
        colours: rampColours(differenceRamp, false),
        labels: [text(-reach), text(0), text(reach)],
      },
    ];
  }
  const legends = rasters.flatMap(({ styled, bounds, label }) => {
    const legend = styled && bounds && rampLegend(t, language, styled, bounds);
    return legend ? [{ legend, label }] : [];
  });
  const meaning = ({ title, colours, labels }: PictureLegend) =>
    JSON.stringify([title, [...colours], labels]);
  const isOne =
    legends.length === rasters.length && new Set(legends.map(({ legend }) => meaning(legend))).size === 1;
  return (isOne ? legends.slice(0, 1) : legends).map(({ legend, label }) =>
    isOne || label === '' ? legend : { ...legend, title: `${label}: ${legend.title}` },
  );
}

/** Returns the lines that say what is drawn: the file with its bands and stretch, or the difference with its range. */
function drawnLines({ t, language, rasters, difference, title }: CaptionOptions): string[] {
  const rangeText = ([low, high]: readonly [number, number]) => {
    const text = (value: number) => formatValue(language, value, Math.abs(high - low));
    return t('takeaway.picture.range', { low: text(low), high: text(high) });
  };
  if (difference !== null) {
    const { index, reach } = difference;
    const what = differenceTitle(t, difference, language);
    const stretch = t('takeaway.picture.stretch', { ranges: rangeText([-reach, reach]) });
    return [
      // A person may have written another title.
      ...(title === what ? [] : [what]),
      `${t('compare.mode.difference')}: ${t(`map.preset.${index}`)} · ${stretch}`,
    ];
  }
  return rasters.flatMap(({ styled, bounds, label }) => {
    if (styled === null) return [];
    if (styled.style.preset === 'true-colour' && isPaletteOfClasses(styled.info))
      return [
        label === '' ? styled.info.fileName : `${label}: ${styled.info.fileName}`,
        presetName(t, styled),
      ];
    const names = [...new Set(styled.bands.map((band) => styled.info.bands[band] ?? ''))];
    const ranges = (bounds ?? []).map(rangeText).join('; ');
    const file = styled.info.fileName;
    return [
      label === '' ? file : `${label}: ${file}`,
      `${presetName(t, styled)}: ${names.join(', ')} · ${t('takeaway.picture.stretch', { ranges })}`,
    ];
  });
}

/**
 * Returns the caption of a picture: the scene, its bands and stretch, the place, the sources and a legend. A picture that shows nothing of
 * the raster says nothing of it.
 */
export function rasterCaption(options: CaptionOptions): PictureCaption {
  const { t, language, coordinateFormat, view, scale, title, nudges, hasMap } = options;
  const centre = [wrapLongitude(longitudeOf(view.x)), latitudeOf(view.y)] as const;
  const metres = groundMetresPerPixel(view) / scale;
  const isShown = isRasterInView(options.shown.info, boxOfView(view));
  return {
    title,
    lines: [
      ...(isShown ? [...drawnLines(options), ...nudges] : []),
      t('takeaway.picture.where', {
        place: formatCoordinate(centre, coordinateFormat),
        metres: formatNumber(language, metres, metres < 10 ? 2 : 0),
      }),
      ...(hasMap ? [t('map.attribution')] : []),
    ],
    legends: isShown ? legendsOf(options) : [],
    lengthText: (length) => formatScaleLength(language, length),
    north: t('gazetteer.direction.n'),
  };
}
