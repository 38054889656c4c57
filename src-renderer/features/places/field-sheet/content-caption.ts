import type { TFunction } from 'i18next';
import { formatAcquired } from '../../../kit/i18n/format.ts';
import type { DrawnContent } from '../../../map/layers-picture.ts';
import { formatScene } from '../../../viewer/compare/captions.tsx';
import { differenceRamp } from '../../../viewer/compare/difference.ts';
import { formatOffset, isNudged } from '../../../viewer/compare/offset-text.ts';
import { noOffset } from '../../../viewer/compare/offsets.ts';
import type { ShownDifference, StyledShownRaster } from '../../../viewer/compare/shown-rasters.ts';
import type { RasterDisplay } from '../../../viewer/raster/raster-messages.ts';
import { hasRamp } from '../../../viewer/raster/style/presets.ts';
import { rampGradient } from '../../../viewer/raster/style/ramps.ts';
import { presetName } from '../../../viewer/raster-style/preset-name.ts';
import { formatValue, rampLabels } from '../../../viewer/raster-style/style-numbers.ts';
import { differenceTitle } from '../../../viewer/takeaway/raster-caption.ts';

/** What the sheet says of a raster on its map. */
export interface RasterNote {
  /** Product, satellite, time and style; or the index and the two captures of a difference; then the nudges of what is drawn. */
  text: string;
  /** The colours of the values, as a CSS gradient with its texts from low to high; null for a raster in natural colours. */
  legend: { gradient: string; labels: readonly string[] } | null;
}

interface Words {
  t: TFunction;
  language: string;
}

function noteOfShown(
  { t, language }: Words,
  { styled, scene, offset }: StyledShownRaster,
  display: RasterDisplay,
): RasterNote {
  const { style, info } = styled;
  const time = scene === null ? null : formatAcquired(language, scene);
  const named = [scene?.productName, scene?.satelliteName, time].filter((part) => part);
  const preset = presetName(t, styled);
  const nudge = isNudged(offset) ? [formatOffset(t, language, offset)] : [];
  return {
    text: [...(named.length === 0 ? [info.fileName] : named), preset, ...nudge].join(' · '),
    legend: hasRamp(style.preset)
      ? {
          gradient: rampGradient(style.ramp, style.isRampReversed),
          labels: rampLabels(language, style.gamma, display.paint?.bounds[0] ?? [0, 1]),
        }
      : null,
  };
}

function noteOfDifference(
  { t, language }: Words,
  difference: ShownDifference,
  { paint, minus }: RasterDisplay,
): RasterNote {
  const { reach, later, earlier } = difference;
  const text = (value: number) => formatValue(language, value, 2 * reach);
  // These are in pixels of the rasters of the difference, which need not be those that the map shows without it.
  const sides = [
    { scene: later, offset: paint?.offset ?? noOffset },
    { scene: earlier, offset: minus?.offset ?? noOffset },
  ];
  const nudges = sides
    .filter(({ offset }) => isNudged(offset))
    .map(({ scene, offset }) => `${formatScene(t, language, scene)} · ${formatOffset(t, language, offset)}`);
  return {
    text: [differenceTitle(t, difference, language), ...nudges].join(' | '),
    legend: {
      gradient: rampGradient(differenceRamp, false),
      labels: [text(-reach), text(0), text(reach)],
    },
  };
}

/** Returns the notes of those rasters that a picture shows, from the lowest; `shown` and `difference` are those of the map. */
export function rasterNotes(
  words: Words,
  drawn: DrawnContent,
  { shown, difference }: { shown: readonly StyledShownRaster[]; difference: ShownDifference | null },
): RasterNote[] {
  return drawn.rasters.flatMap((display) => {
    if (display.minus !== undefined)
      return difference === null ? [] : [noteOfDifference(words, difference, display)];
    const raster = shown.find((each) => each.display === display);
    return raster ? [noteOfShown(words, raster, display)] : [];
  });
}
