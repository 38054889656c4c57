import { type BasemapColours, readBasemapColours } from './basemap/basemap-colours.ts';

/** The colours of the map in the current theme, as CSS colours. */
export interface Palette {
  basemap: BasemapColours;
  graticule: string;
  label: string;
  accent: string;
  ground: string;
}

/** Returns the name of a variable of the theme, such as `--nadir-border-band` for `borderBand`. */
export const variableOf = (colour: string) =>
  `--nadir-${colour.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Returns the colours of the theme at an element. */
export function readPalette(element: HTMLElement): Palette {
  const style = getComputedStyle(element);
  const value = (name: string) => style.getPropertyValue(variableOf(name)).trim();
  return {
    basemap: readBasemapColours(value),
    graticule: value('graticule'),
    label: value('label'),
    accent: value('accent'),
    ground: value('pane'),
  };
}

/**
 * Reads the colours of the theme for the canvas, and again when the colour scheme changes. `onChange` is also called when the
 * language changes, because names are drawn in it.
 */
export function followPalette(
  element: HTMLElement,
  onChange: () => void,
): { palette: () => Palette; stop: () => void } {
  let current = readPalette(element);
  const observer = new MutationObserver(() => {
    current = readPalette(element);
    onChange();
  });
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-mantine-color-scheme', 'lang'],
  });
  return { palette: () => current, stop: () => observer.disconnect() };
}
