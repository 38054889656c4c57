import type { TFunction } from 'i18next';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import { latitudeOf, longitudeOf, wrapLongitude } from '../../geometry/mercator.ts';
import type { CoordinateFormat } from '../../i18n/coordinates.ts';
import { formatCoordinate } from '../../i18n/coordinates.ts';
import { formatNumber, formatUtc } from '../../i18n/format.ts';
import { hasRamp } from '../../raster/style/presets.ts';
import { rampColours } from '../../raster/style/ramps.ts';
import type { PictureView } from '../basemap-picture.ts';
import { formatScaleLength } from '../measure/measure-units.ts';
import { formatValue } from '../raster-style/style-numbers.ts';
import type { ShownRaster } from '../shown-raster.ts';
import type { PictureCaption, PictureLegend } from './picture-frame.ts';
import { groundMetresPerPixel } from './scale-bar.ts';

interface CaptionOptions {
  t: TFunction;
  language: string;
  coordinateFormat: CoordinateFormat;
  shown: ShownRaster;
  view: PictureView;
  scale: number;
  title: string;
  hasMap: boolean;
}

type Captured = Pick<SceneDetails, 'satelliteName' | 'timestamp'> | null;

/** Returns the title of a picture, extended by the satellites and times of the rasters above that of the selection. */
export function titleWithRasters(title: string, above: readonly Captured[], language: string): string {
  const captures = above.map((scene) => {
    const time = scene?.timestamp ? formatUtc(language, scene.timestamp) : null;
    return [scene?.satelliteName, time].filter((part) => part).join(' · ');
  });
  return [title, ...captures].filter((part) => part !== '').join(' | ');
}

/** Returns the default title of a picture: product, satellite and time of the scene. */
export function defaultTitle({ scene, info }: ShownRaster, language: string): string {
  const time = scene?.timestamp ? formatUtc(language, scene.timestamp) : null;
  const parts = [scene?.productName, scene?.satelliteName, time].filter((part) => part);
  return parts.length === 0 ? (info?.fileName ?? '') : parts.join(' · ');
}

function legendOf({ t, language, shown }: CaptionOptions): PictureLegend | null {
  const { styled, bounds } = shown;
  if (!styled || !bounds || !hasRamp(styled.style.preset)) return null;
  const { style } = styled;
  const [low, high] = bounds[0] ?? [0, 1];
  const middle = low + (high - low) * 0.5 ** style.gamma;
  const text = (value: number) => formatValue(language, value, Math.abs(high - low));
  return {
    title: style.preset === 'expression' ? style.expression : t(`map.preset.${style.preset}`),
    colours: rampColours(style.ramp, style.isRampReversed),
    labels: [text(low), text(middle), text(high)],
  };
}

/** Returns the caption of a picture: the scene, its bands and stretch, the place, the sources and a legend. */
export function rasterCaption(options: CaptionOptions): PictureCaption {
  const { t, language, coordinateFormat, shown, view, scale, title, hasMap } = options;
  const { styled, bounds, info } = shown;
  const names = (styled?.bands ?? []).map((band) => styled?.info.bands[band] ?? '');
  const ranges = (bounds ?? []).map(([low, high]) => {
    const text = (value: number) => formatValue(language, value, Math.abs(high - low));
    return t('takeaway.picture.range', { low: text(low), high: text(high) });
  });
  const centre = [wrapLongitude(longitudeOf(view.x)), latitudeOf(view.y)] as const;
  const metres = groundMetresPerPixel(view) / scale;
  const bands = styled && `${t(`map.preset.${styled.style.preset}`)}: ${names.join(', ')}`;
  return {
    title,
    lines: [
      ...(info ? [info.fileName] : []),
      ...(bands ? [`${bands} · ${t('takeaway.picture.stretch', { ranges: ranges.join('; ') })}`] : []),
      t('takeaway.picture.where', {
        place: formatCoordinate(centre, coordinateFormat),
        metres: formatNumber(language, metres, metres < 10 ? 2 : 0),
      }),
      ...(hasMap ? [t('map.attribution')] : []),
    ],
    legend: legendOf(options),
    lengthText: (length) => formatScaleLength(language, length),
    north: t('gazetteer.direction.n'),
  };
}
