import { type PlaceColour, placeColours } from '../../src-preload/contract/place-values.ts';

/** The shades of the colours of lists, each with sufficient contrast to the map and the panes of its theme. */
export const placeTones: Readonly<Record<PlaceColour, { light: string; dark: string }>> = {
  red: { light: '#c01c28', dark: '#ff7b72' },
  orange: { light: '#b84a00', dark: '#ff9a52' },
  amber: { light: '#806000', dark: '#f2d14b' },
  green: { light: '#1b7a34', dark: '#5bd778' },
  teal: { light: '#00776a', dark: '#2fd3c0' },
  cyan: { light: '#00708f', dark: '#63d8f5' },
  blue: { light: '#1f5fc4', dark: '#79b0ff' },
  violet: { light: '#6a3fc0', dark: '#b99bff' },
  magenta: { light: '#a3208c', dark: '#f08be0' },
  grey: { light: '#55606b', dark: '#b9c4ce' },
};

const isDark = () => document.documentElement.dataset.mantineColorScheme === 'dark';

/** Returns the CSS colour for elements of the page. The browser selects the shade of the theme. */
export const placeCssColour = (colour: PlaceColour): string =>
  `light-dark(${placeTones[colour].light}, ${placeTones[colour].dark})`;

/** Returns the shade of a colour in the current theme, by the index of the colour in the contract. */
export const placeToneAt = (index: number): string =>
  placeTones[placeColours[index] ?? 'grey'][isDark() ? 'dark' : 'light'];
