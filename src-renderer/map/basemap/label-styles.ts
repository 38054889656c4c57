import type { BasemapColours } from './basemap-colours.ts';
import type { NameKind, TileName } from './decode-tile.ts';

/** The sign beside the name of a point; null for the name of an area, which is in its middle. */
export type LabelSign = 'capital' | 'seat' | 'town' | 'peak' | 'airport' | 'port' | 'station' | null;

/** How a name is written. */
export interface LabelStyle {
  sizePx: number;
  weight: number;
  isItalic: boolean;
  isCapitals: boolean;
  /** Between two letters, in CSS pixels. */
  spacingPx: number;
  colour: keyof BasemapColours;
  sign: LabelSign;
  /** Half the width of the sign, in CSS pixels. */
  signPx: number;
  /** Longer names of areas are broken into lines. */
  lineWidthPx: number;
}

const between = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value));

const area: LabelStyle = {
  sizePx: 11,
  weight: 450,
  isItalic: false,
  isCapitals: false,
  spacingPx: 0.2,
  colour: 'natureLabel',
  sign: null,
  signPx: 0,
  lineWidthPx: 90,
};

const point: LabelStyle = { ...area, colour: 'townLabel', signPx: 2.2, lineWidthPx: 150 };

const styles: Record<Exclude<NameKind, 'town' | 'country'>, (zoom: number) => LabelStyle> = {
  ocean: (zoom) => ({
    ...area,
    sizePx: between(12 + zoom, 13, 16),
    isItalic: true,
    spacingPx: 2.4,
    colour: 'waterLabel',
    lineWidthPx: 120,
  }),
  sea: (zoom) => ({
    ...area,
    sizePx: between(8.5 + zoom / 2, 10.5, 12.5),
    isItalic: true,
    spacingPx: 0.9,
    colour: 'waterLabel',
    lineWidthPx: 80,
  }),
  lake: () => ({ ...area, sizePx: 10.5, isItalic: true, colour: 'waterLabel', lineWidthPx: 70 }),
  river: () => ({ ...area, sizePx: 10.5, isItalic: true, spacingPx: 0.4, colour: 'waterLabel' }),
  glacier: () => ({ ...area, sizePx: 10.5, isItalic: true, colour: 'waterLabel', lineWidthPx: 70 }),
  division: (zoom) => ({
    ...area,
    sizePx: between(7.5 + zoom / 2, 10, 12),
    isCapitals: true,
    weight: 500,
    spacingPx: 1.2,
    colour: 'divisionLabel',
    lineWidthPx: 100,
  }),
  islands: () => ({ ...area, isItalic: true, spacingPx: 0.6 }),
  island: () => ({ ...area, sizePx: 10.5, isItalic: true }),
  range: () => ({ ...area, isItalic: true, spacingPx: 1.4, lineWidthPx: 110 }),
  region: () => ({ ...area, isItalic: true, spacingPx: 1, lineWidthPx: 100 }),
  peak: () => ({ ...point, sizePx: 10, colour: 'natureLabel', sign: 'peak', signPx: 3.2 }),
  depression: () => ({ ...area, sizePx: 10, isItalic: true }),
  station: () => ({ ...point, sizePx: 10.5, sign: 'station' }),
  district: () => ({ ...area, sizePx: 10.5, colour: 'minorLabel', spacingPx: 0.4 }),
  airport: () => ({ ...point, sizePx: 10, colour: 'minorLabel', sign: 'airport', signPx: 4.5 }),
  port: () => ({ ...point, sizePx: 10, colour: 'minorLabel', sign: 'port', signPx: 4 }),
};

function townStyle({ size, capital }: TileName, zoom: number): LabelStyle {
  const large = size + (capital === 2 ? 2 : capital === 1 ? 0.5 : 0);
  // Names of towns become larger in closer views, because these contain fewer of them.
  const sizePx = between(9.4 + 0.42 * large + 0.3 * (zoom - 5), 10.5, capital === 2 ? 15 : 14.5);
  const sign = capital === 2 ? 'capital' : capital === 1 ? 'seat' : 'town';
  return {
    ...point,
    sizePx: Math.round(sizePx * 2) / 2,
    weight: capital === 2 || size >= 6 ? 600 : size >= 4 ? 520 : 450,
    colour: size >= 2 || capital > 0 ? 'townLabel' : 'minorLabel',
    sign,
    signPx: sign === 'capital' ? 3.2 : sign === 'seat' ? 2.6 : size >= 4 ? 2.3 : 1.8,
  };
}

function countryStyle({ rank }: TileName, zoom: number): LabelStyle {
  // The rank of a country is ten times the zoom from which it is named, which is low for large countries.
  const sizePx = between(10.5 + 1.5 * (zoom - rank / 10 - 1), 10.5, 16);
  return {
    ...area,
    sizePx: Math.round(sizePx * 2) / 2,
    weight: 600,
    isCapitals: true,
    spacingPx: 1 + (sizePx - 10) * 0.3,
    colour: 'countryLabel',
    lineWidthPx: 130,
  };
}

/** Returns the style of a name at a zoom of the view. */
export function labelStyle(name: TileName, zoom: number): LabelStyle {
  if (name.kind === 'town') return townStyle(name, zoom);
  return name.kind === 'country' ? countryStyle(name, zoom) : styles[name.kind](zoom);
}

/** Returns the CSS font of a style. Scripts other than Latin, Greek and Cyrillic use a font of the system. */
export function fontOf({ isItalic, weight, sizePx }: LabelStyle): string {
  return `${isItalic ? 'italic ' : ''}${weight} ${sizePx}px "Inter Variable", system-ui, sans-serif`;
}
