import { type GroundColour, groundPasses } from './ground-style.ts';

const otherColours = [
  'water',
  'townLabel',
  'minorLabel',
  'countryLabel',
  'divisionLabel',
  'waterLabel',
  'natureLabel',
  'labelHalo',
] as const;
type BasemapColour = GroundColour | (typeof otherColours)[number];

/** The colours of the embedded map in the current theme, as CSS colours; each is a variable `--nadir-…` of the theme. */
export type BasemapColours = Readonly<Record<BasemapColour, string>>;

/** Returns the colours that `value` reads by name. */
export function readBasemapColours(value: (name: BasemapColour) => string): BasemapColours;
export function readBasemapColours(value: (name: BasemapColour) => string): Record<string, string> {
  const names = [...otherColours, ...groundPasses.map(({ colour }) => colour)];
  return Object.fromEntries(names.map((name) => [name, value(name)]));
}
