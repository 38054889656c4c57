import type { Spread } from './made-footprints.ts';

/** What both maps show in turn. The centre is in degrees. */
export interface FootprintView {
  name: string;
  spread: Spread;
  centre: readonly [number, number];
  zoom: number;
  /** True if outlines show on both maps, so that the pictures must be equal. Nadir draws smaller footprints as dots. */
  hasOutlines: boolean;
}

const world: Spread = { west: -175, south: -55, east: 175, north: 65 };
/** A country whose whole archive lies in one window. */
const country: Spread = { west: 4, south: 44, east: 14, north: 50 };
/** A continent, of which a window shows a part. */
const continent: Spread = { west: -10, south: 35, east: 40, north: 65 };

export const footprintViews: readonly FootprintView[] = [
  { name: 'the world, all as dots', spread: world, centre: [0, 15], zoom: 2, hasOutlines: false },
  { name: 'a country, all as outlines', spread: country, centre: [9, 47], zoom: 7, hasOutlines: true },
  {
    name: 'a part of a continent, 2,400 outlines',
    spread: continent,
    centre: [9, 47],
    zoom: 8,
    hasOutlines: true,
  },
  { name: 'a country from afar, as dots', spread: country, centre: [9, 47], zoom: 3, hasOutlines: false },
];
