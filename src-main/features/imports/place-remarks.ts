import type { PlaceRemark } from '../../../src-preload/contract/place-remarks.ts';
import type { RasterFacts } from './found-scene.ts';

/** West, south, east and north in degrees; longitudes may differ by whole turns. */
export type DegreeBox = readonly [west: number, south: number, east: number, north: number];

const earthRadiusKm = 6_371;
/** Outlines are drawn roughly, and sensor models place roughly: below this distance they fit. */
const outlineKm = 1;
/** The parts of one acquisition may be some distance from each other. */
const rastersKm = 50;
/** Boxes of which less than this share is common are not of one geometry. */
const commonShare = 0.5;
const mostUnplaced = 5;

/** Returns the distance of two places in degrees, in kilometres. */
function kmBetween([lon1, lat1]: readonly [number, number], [lon2, lat2]: readonly [number, number]): number {
  const radians = Math.PI / 180;
  const [dx, dy] = [(lon2 - lon1) * radians, (lat2 - lat1) * radians];
  const h =
    Math.sin(dy / 2) ** 2 + Math.cos(lat1 * radians) * Math.cos(lat2 * radians) * Math.sin(dx / 2) ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(h)));
}

const middleOf = ([west, south, east, north]: DegreeBox) => [(west + east) / 2, (south + north) / 2] as const;

/** Returns the box moved by whole turns next to another one. */
function turnedTo([west, south, east, north]: DegreeBox, other: DegreeBox): DegreeBox {
  const turns = 360 * Math.round((middleOf(other)[0] - (west + east) / 2) / 360);
  return [west + turns, south, east + turns, north];
}

/** Returns how far apart the nearest places of two boxes are, in kilometres; 0 if they meet. */
function gapKm(one: DegreeBox, other: DegreeBox): number {
  const [west, south, east, north] = turnedTo(one, other);
  // The nearest place of a range to the other range, and the place there that is nearest to it.
  const nearest = (from: number, to: number, otherFrom: number, otherTo: number) => {
    if (to < otherFrom) return [to, otherFrom] as const;
    if (otherTo < from) return [from, otherTo] as const;
    const common = (Math.max(from, otherFrom) + Math.min(to, otherTo)) / 2;
    return [common, common] as const;
  };
  const [x1, x2] = nearest(west, east, other[0], other[2]);
  const [y1, y2] = nearest(south, north, other[1], other[3]);
  return kmBetween([x1, y1], [x2, y2]);
}

/** Returns a box with longitude and latitude exchanged; null if that is not on the earth. */
function swapped([west, south, east, north]: DegreeBox): DegreeBox | null {
  return west >= -90 && east <= 90 ? [south, west, north, east] : null;
}

const meets = (one: DegreeBox | null, other: DegreeBox) => one !== null && gapKm(one, other) <= outlineKm;

/** Returns the distance of the middles for a person: a tenth of a kilometre below ten. */
function shownKm(one: DegreeBox, other: DegreeBox): number {
  const km = kmBetween(middleOf(one), middleOf(other));
  return km < 10 ? Math.round(km * 10) / 10 : Math.round(km);
}

/** Returns a remark if the bounding box of an item is not that of its geometry; null if it is, or if one of them is wider than half the globe. */
export function remarkOnBox(box: DegreeBox, geometry: DegreeBox): PlaceRemark | null {
  const [west, south, east, north] = turnedTo(box, geometry);
  if (east - west > 180 || geometry[2] - geometry[0] > 180) return null;
  const areaOf = ([left, bottom, right, top]: DegreeBox) =>
    Math.max(0, right - left) * Math.max(0, top - bottom);
  const common = areaOf([
    Math.max(west, geometry[0]),
    Math.max(south, geometry[1]),
    Math.min(east, geometry[2]),
    Math.min(north, geometry[3]),
  ]);
  const larger = Math.max(areaOf(box), areaOf(geometry));
  // A point and a line have no area, and are where they meet.
  const isSame = larger === 0 ? meets(box, geometry) : common >= larger * commonShare;
  if (isSame) return null;
  const other = swapped(box);
  return {
    kind: 'box',
    km: shownKm(box, geometry),
    isSwapped: !meets(box, geometry) && meets(other, geometry),
  };
}

/** A raster of a scene, by the name of its file. */
export interface PlacedRaster {
  name: string;
  facts: Pick<RasterFacts, 'box' | 'unplaced'>;
}

/** Returns the first raster that lies away from the first one, and from all that lie near to that, step by step; null if there is none. */
function findAway(placed: readonly { name: string; box: DegreeBox }[]) {
  const [first, ...others] = placed;
  if (first === undefined) return null;
  const near = [first];
  let left = others;
  for (let at = 0; at < near.length; at += 1) {
    const from = near[at];
    const isNear = ({ box }: { box: DegreeBox }) => from !== undefined && gapKm(box, from.box) <= rastersKm;
    near.push(...left.filter(isNear));
    left = left.filter((each) => !isNear(each));
  }
  const [away] = left;
  return away === undefined ? null : { first, away };
}

/**
 * Returns what does not fit together about the place of a scene: its outline and its rasters, its rasters among themselves, and rasters that
 * cannot be placed. `outline` is the box of the footprint; null without one.
 */
export function remarksOnPlace(outline: DegreeBox | null, rasters: readonly PlacedRaster[]): PlaceRemark[] {
  const placed = rasters.flatMap(({ name, facts: { box } }) => (box === null ? [] : [{ name, box }]));
  const remarks: PlaceRemark[] = [];
  const outside = outline === null ? [] : placed.filter(({ box }) => gapKm(outline, box) > outlineKm);
  const [first] = outside;
  // One tile of many that lies beside a rough outline is told by the rasters, if it lies away from the others.
  if (outline !== null && first !== undefined && outside.length === placed.length)
    remarks.push({
      kind: 'outline',
      km: shownKm(outline, first.box),
      isSwapped: meets(swapped(outline), first.box),
      file: first.name,
    });
  const away = findAway(placed);
  if (away !== null)
    remarks.push({
      kind: 'rasters',
      km: shownKm(away.first.box, away.away.box),
      file: away.first.name,
      other: away.away.name,
    });
  const told = new Set<string>();
  for (const { name, facts } of rasters) {
    if (facts.unplaced === null || told.size >= mostUnplaced) continue;
    const { reason, detail } = facts.unplaced;
    // Masks and pictures without any place are usual beside a raster that has one.
    if (reason === 'no-georeference' && outline !== null) continue;
    const key = `${reason} ${detail}`;
    if (told.has(key)) continue;
    told.add(key);
    remarks.push({ kind: 'unplaced', reason, detail: detail.slice(0, 100), file: name });
  }
  return remarks;
}
