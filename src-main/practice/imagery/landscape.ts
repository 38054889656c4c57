import { createCanopy } from './canopy.ts';
import { climateOf } from './climate.ts';
import { cellValue, fractalNoise, valueNoise } from './noise.ts';
import { type Coarse, createParcels } from './parcels.ts';
import { cover, type Reflectance, setBands, setVegetation } from './reflectance.ts';

/**
 * Creates the function that draws streets, houses and gardens at a point (metres) into `out`; `grain` is the brightness of the
 * pixel.
 */
function createTown({ salt, vigour }: { salt: number; vigour: number }) {
  const angle = cellValue(1, 2, salt + 25) * 1.2 - 0.6;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];

  function drawRoof(roof: number, light: number, out: Reflectance) {
    if (roof < 0.5) return setBands(out, 760 * light, 880 * light, 1_350 * light, 1_900 * light);
    if (roof < 0.9) return setBands(out, 1_050 * light, 1_080 * light, 1_110 * light, 1_350 * light);
    return setBands(out, 2_000 * light, 2_050 * light, 2_080 * light, 2_300 * light);
  }

  return (east: number, north: number, grain: number, out: Reflectance) => {
    const x = east * cos + north * sin;
    const y = north * cos - east * sin;
    const streetX = ((x % 84) + 84) % 84;
    const streetY = ((y % 66) + 66) % 66;
    if (streetX < 8 || streetY < 7)
      return setBands(out, 950 * grain, 1_010 * grain, 1_060 * grain, 1_300 * grain);
    const lotX = Math.floor(x / 21);
    const lotY = Math.floor(y / 16.5);
    const inX = ((x % 21) + 21) % 21;
    const inY = ((y % 16.5) + 16.5) % 16.5;
    const built = cellValue(lotX, lotY, salt + 14);
    // Every lot has one house, with its own size and place.
    const left = 2 + 4 * cellValue(lotX, lotY, salt + 26);
    const right = left + 7 + built * 9;
    const low = 2 + 3 * cellValue(lotX, lotY, salt + 27);
    const high = low + 6 + built * 5;
    if (built < 0.72 && inX > left && inX < right && inY > low && inY < high) {
      const ridge = (inY < (low + high) / 2 ? 1.12 : 0.84) * (0.9 + 0.2 * cellValue(lotX, lotY, salt + 28));
      return drawRoof(cellValue(lotX, lotY, salt + 15), ridge, out);
    }
    // The shadow is on the far side of a house; elsewhere there are trees and garden.
    if (built < 0.72 && inX >= right && inX < right + 2.5 && inY > low && inY < high)
      return setBands(out, 330, 360, 340, 700);
    if (valueNoise(x / 5, y / 5, salt + 29) > 0.66)
      return setVegetation(out, { green: 0.35 + 0.5 * vigour, light: grain * 0.55, soil: 0.6 });
    setVegetation(out, { green: 0.3 + 0.4 * vigour, light: grain, soil: 0.85 });
  };
}

const cellMetres = 8;

/**
 * Returns a slowly varying field that is sampled on a grid of 8 m over the bounds (metres) and interpolated. The grid is
 * anchored at multiples of the cell, so that overlapping scenes read the same values.
 */
function coarseField(
  field: (x: number, y: number) => number,
  [west, south, east, north]: readonly [number, number, number, number],
): (x: number, y: number) => number {
  const firstX = Math.floor(west / cellMetres) - 1;
  const firstY = Math.floor(south / cellMetres) - 1;
  const columns = Math.ceil(east / cellMetres) - firstX + 3;
  const rows = Math.ceil(north / cellMetres) - firstY + 3;
  let values: Float32Array | null = null;
  // Computed at its first use, because not every scene uses every field.
  const make = () => {
    const made = new Float32Array(columns * rows);
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        made[row * columns + column] = field((firstX + column) * cellMetres, (firstY + row) * cellMetres);
      }
    }
    return made;
  };
  return (x, y) => {
    values ??= make();
    const gx = x / cellMetres - firstX;
    const gy = y / cellMetres - firstY;
    const column = Math.floor(gx);
    const row = Math.floor(gy);
    const fx = gx - column;
    const fy = gy - row;
    const at = row * columns + column;
    const a = values[at] ?? 0;
    const b = values[at + 1] ?? 0;
    const c = values[at + columns] ?? 0;
    const d = values[at + columns + 1] ?? 0;
    return a + (b - a) * fx + (c - a) * fy + (a - b - c + d) * fx * fy;
  };
}

/** Creates the clouds of one moment and their shadows. `salt` identifies the moment. */
function createClouds({ salt, coarse }: { salt: number; coarse: Coarse }) {
  const cloudiness = cellValue(3, 5, salt);
  // A level above 1 is a clear sky.
  const level = cloudiness < 0.6 ? 2 : 0.74 - 0.16 * ((cloudiness - 0.6) / 0.4);
  const field = (x: number, y: number) => fractalNoise(x / 900, y / 900, salt + 30, 6);
  const cloudGrid = level > 1 ? null : coarse(field);
  const shadowGrid = level > 1 ? null : coarse((x, y) => field(x + 260, y - 340));

  function thickness(grid: typeof cloudGrid, x: number, y: number): number {
    return grid ? Math.max(0, grid(x, y) - level) * 12 : 0;
  }

  return {
    /** Whether a point (metres) is under cloud. */
    isCloud: (x: number, y: number): boolean => level <= 1 && (field(x, y) - level) * 12 > 0.3,
    /** Draws shadow and cloud over the ground in `out`; returns whether the cloud hides it. */
    draw(x: number, y: number, out: Reflectance): boolean {
      const shadow = thickness(shadowGrid, x, y);
      if (shadow > 0) {
        const dark = 1 - 0.55 * Math.min(1, shadow);
        for (let band = 0; band < 4; band += 1) out[band] = (out[band] ?? 0) * dark;
      }
      const cloud = Math.min(1, thickness(cloudGrid, x, y));
      if (cloud > 0) cover(out, cloud, 2_050 + 500 * cloud + 900 * valueNoise(x / 90, y / 90, salt + 31));
      return cloud > 0.3;
    },
  };
}

interface LandscapeOptions {
  seed: number;
  /** The UTM zone number, negative in the south. It varies the ground from zone to zone. */
  zone: number;
  latitude: number;
  capturedAt: Date;
  /** `[west, south, east, north]` in metres of the zone: the area in which samples are read. */
  bounds: readonly [number, number, number, number];
}

/** An invented ground. All scenes of one seed show the same ground, so that they can be compared. */
export interface Landscape {
  /** Writes the reflectance at a point of the scene's UTM zone (metres) into `out`; returns true under cloud. */
  sample(x: number, y: number, out: Reflectance): boolean;
  /** Whether a point is under cloud; does not compute the ground. */
  isCloud(x: number, y: number): boolean;
}

/** Creates the fields that decide what covers the ground; they vary slowly and are computed once on a coarse grid. */
function createLandCover({ salt, arid, coarse }: { salt: number; arid: number; coarse: Coarse }) {
  // The height of the terrain bends rivers and forest edges.
  const height = (x: number, y: number) => fractalNoise(x / 2_600, y / 2_600, salt + 1, 3);
  return {
    /** The distance to the bank in metres, negative in the river. */
    river: coarse((x, y) => {
      const bend = fractalNoise(x / 1_900, y / 1_900, salt + 2, 3) * 2_600;
      const across = ((((x * 0.42 + y * 0.91 + bend) % 5_200) + 5_200) % 5_200) - 2_600;
      const width = 26 + 40 * valueNoise(x / 900, y / 900, salt + 3);
      return Math.abs(across) - width;
    }),
    /** Positive in a lake. */
    lake: coarse((x, y) => fractalNoise(x / 1_400, y / 1_400, salt + 4, 3) - 0.74),
    forest: coarse(
      (x, y) =>
        fractalNoise(x / 800, y / 800, salt + 10, 3) +
        0.25 * (height(x, y) - 0.5) -
        arid * 0.22 +
        0.05 * (valueNoise(x / 70, y / 70, salt + 24) - 0.5),
    ),
    town: coarse((x, y) => fractalNoise(x / 1_700, y / 1_700, salt + 11, 4)),
    evergreen: coarse((x, y) => valueNoise(x / 500, y / 500, salt + 18)),
    softLight: coarse((x, y) => 0.84 + 0.32 * fractalNoise(x / 90, y / 90, salt + 21, 4)),
    snow: coarse((x, y) => fractalNoise(x / 160, y / 160, salt + 23, 4)),
  };
}

/** Creates the roads: main roads cross rivers, side roads do not. */
function createRoads({ salt, coarse }: { salt: number; coarse: Coarse }) {
  const bendX = coarse((_x, y) => 220 * valueNoise(y / 1_300, 3, salt + 12));
  const bendY = coarse((x) => 260 * valueNoise(x / 1_500, 9, salt + 13));
  const isMain = (x: number, y: number) =>
    Math.abs(((((x + bendX(x, y)) % 2_300) + 2_300) % 2_300) - 1_150) < 7;
  const isSide = (x: number, y: number) =>
    Math.abs(((((y + bendY(x, y)) % 1_180) + 1_180) % 1_180) - 590) < 3;
  return { isMain, isAny: (x: number, y: number) => isSide(x, y) || isMain(x, y) };
}

/**
 * Creates the ground as layers of deterministic noise over UTM metres. Overlapping scenes and other dates show the same fields,
 * rivers and roads; only season, light and clouds differ.
 */
export function createLandscape({ seed, zone, latitude, capturedAt, bounds }: LandscapeOptions): Landscape {
  // Computed once on a coarse grid: four reads per pixel replace dozens of hashes.
  const coarse: Coarse = (field) => coarseField(field, bounds);
  const salt = (Math.imul(seed, 7919) ^ Math.imul(zone + 100, 104_729)) | 0;
  const dateSalt = (salt ^ Math.floor(capturedAt.getTime() / 1_000)) | 0;
  const climate = climateOf(latitude, capturedAt);
  const { vigour, snow, arid, tropical } = climate;
  const land = createLandCover({ salt, arid, coarse });
  const roads = createRoads({ salt, coarse });
  const parcelAt = createParcels({ salt, climate, coarse });
  const drawTown = createTown({ salt, vigour });
  const canopy = createCanopy(salt + 16);
  const clouds = createClouds({ salt: dateSalt, coarse });

  function drawWater(x: number, y: number, waterEdge: number, out: Reflectance) {
    const deep = Math.min(1, waterEdge / 60);
    const ripple = 0.94 + 0.12 * valueNoise(x / 4, y / 9, salt + 22);
    setBands(
      out,
      (760 - 260 * deep) * ripple,
      (820 - 330 * deep) * ripple,
      (560 - 290 * deep) * ripple,
      (330 - 150 * deep) * ripple,
    );
  }

  function drawForest(x: number, y: number, isBank: boolean, out: Reflectance) {
    const isEvergreen = land.evergreen(x, y) > 0.5 || tropical;
    const leaf = isEvergreen ? 0.85 : 0.25 + 0.7 * vigour;
    const tone = (isBank ? 1.15 : 1) * canopy(x, y) * land.softLight(x, y);
    setBands(
      out,
      360 * tone,
      (520 + 190 * leaf) * tone,
      (640 - 240 * leaf) * tone,
      (1_450 + 2_400 * leaf) * tone,
    );
  }

  /** Draws a field; returns the same as `drawGround`. */
  function drawParcel(x: number, y: number, grain: number, out: Reflectance): number {
    const { green, straw, tone, leafTone, rows, edge } = parcelAt(x, y);
    const light = grain * land.softLight(x, y) * rows;
    const soil = tone * (1 + arid * 0.5);
    // A hedge or a strip of grass between fields, darker in its shadow.
    if (edge < 2.5) {
      setVegetation(out, { green: 0.7 * vigour + 0.15, light: light * 0.72, soil: 0.9 });
      return 0.6;
    }
    setVegetation(out, { green, light: light * (1 + green * (leafTone - 1)), soil, straw });
    return 1;
  }

  /** Draws the bare ground; returns how much of it snow would hide, 0 … 1. */
  function drawGround(x: number, y: number, out: Reflectance): number {
    const grain = 0.9 + 0.2 * cellValue(Math.floor(x * 1.4), Math.floor(y * 1.4), salt + 20);
    const lake = land.lake(x, y);
    const waterEdge = Math.max(lake * 1_400, -land.river(x, y));
    if (waterEdge > 0) {
      // Main roads cross rivers, not lakes.
      if (lake < -0.02 && roads.isMain(x, y)) {
        setBands(out, 1_150 * grain, 1_230 * grain, 1_280 * grain, 1_500 * grain);
        return 0.4;
      }
      drawWater(x, y, waterEdge, out);
      return 0;
    }
    const isBank = waterEdge > -14;
    if (land.town(x, y) > 0.69 && !isBank) {
      drawTown(x, y, grain, out);
      return 0.7;
    }
    if (roads.isAny(x, y)) {
      setBands(out, 980 * grain, 1_080 * grain, 1_150 * grain, 1_450 * grain);
      return 0.4;
    }
    if (land.forest(x, y) > 0.56 || isBank) {
      drawForest(x, y, isBank, out);
      return 0.35;
    }
    return drawParcel(x, y, grain, out);
  }

  return {
    isCloud: clouds.isCloud,
    sample(x, y, out) {
      const hidden = drawGround(x, y, out);
      if (snow > 0 && hidden > 0) {
        const lying = hidden * Math.min(0.97, Math.max(0, (land.snow(x, y) - 0.72 + snow) * 5));
        cover(out, lying, 2_500 * (0.92 + 0.16 * land.softLight(x, y) - 0.08));
      }
      return clouds.draw(x, y, out);
    },
  };
}
