import { createCanopy } from './canopy.ts';
import { coarseField } from './coarse-field.ts';
import { cellValue, fractalNoise, valueNoise } from './noise.ts';

/** Reflectance × 10,000 of one pixel: blue, green, red, near infrared. */
export type Reflectance = [blue: number, green: number, red: number, nir: number];

export interface LandscapeOptions {
  seed: number;
  /** UTM zone number, negative in the south: a salt, so that zones do not repeat each other. */
  zone: number;
  latitude: number;
  capturedAt: Date;
  /** `[west, south, east, north]` in metres of the zone: where samples will be asked for. */
  bounds: readonly [number, number, number, number];
}

export interface Landscape {
  /** The ground at a point of the scene's UTM zone (metres), written into `out`; returns true under cloud. */
  sample(x: number, y: number, out: Reflectance): boolean;
  /** Whether a point lies under cloud, without looking at the ground. */
  isCloud(x: number, y: number): boolean;
}

const yearMs = 365.25 * 86_400_000;

/** −1 in the middle of the hemisphere's winter, +1 in the middle of its summer. */
function season(date: Date, latitude: number): number {
  const yearStart = Date.UTC(date.getUTCFullYear(), 0, 1);
  const phase = (date.getTime() - yearStart) / yearMs;
  const north = -Math.cos(2 * Math.PI * (phase - 0.05));
  return latitude >= 0 ? north : -north;
}

interface Parcel {
  /** Share of green leaves, and of ripe straw. */
  green: number;
  straw: number;
  tone: number;
  leafTone: number;
  rows: number;
  edge: number;
}

/**
 * The ground from above, as layers of deterministic noise over UTM metres: overlapping scenes and other dates show the
 * same fields, rivers and roads; only the season, the light and the clouds move.
 */
export function createLandscape({ seed, zone, latitude, capturedAt, bounds }: LandscapeOptions): Landscape {
  // Slow fields are computed once on a coarse grid: per pixel they are four reads instead of dozens of hashes.
  const coarse = (field: (x: number, y: number) => number) => coarseField(field, bounds);
  const salt = (Math.imul(seed, 7919) ^ Math.imul(zone + 100, 104_729)) | 0;
  const dateSalt = (salt ^ Math.floor(capturedAt.getTime() / 1_000)) | 0;
  const absolute = Math.abs(latitude);
  const seasonNow = season(capturedAt, latitude);
  // Near the equator the year hardly shows; beyond 55° winter lies under snow.
  const seasonal = Math.min(1, Math.max(0.15, (absolute - 5) / 35));
  const vigour = 0.5 + 0.5 * seasonNow * seasonal;
  const snow = absolute > 55 ? Math.min(0.8, Math.max(0, -seasonNow - 0.3) * (absolute - 55) * 0.12) : 0;
  const arid = absolute > 14 && absolute < 33 ? 0.55 : 0.15;
  const cloudiness = cellValue(3, 5, dateSalt);
  const cloudLevel = cloudiness < 0.6 ? 2 : 0.74 - 0.16 * ((cloudiness - 0.6) / 0.4);
  const parcel: Parcel = { green: 0, straw: 0, tone: 0, leafTone: 1, rows: 0, edge: 0 };
  const block = { x: Number.NaN, y: Number.NaN, cos: 1, sin: 0, strip: 1, length: 1, key: 0 };
  const townAngle = cellValue(1, 2, salt + 25) * 1.2 - 0.6;
  const [townCos, townSin] = [Math.cos(townAngle), Math.sin(townAngle)];

  // Terrain height bends rivers and forest edges.
  const height = (x: number, y: number) => fractalNoise(x / 2_600, y / 2_600, salt + 1, 3);
  const river = coarse((x, y) => {
    const bend = fractalNoise(x / 1_900, y / 1_900, salt + 2, 3) * 2_600;
    const across = ((((x * 0.42 + y * 0.91 + bend) % 5_200) + 5_200) % 5_200) - 2_600;
    const width = 26 + 40 * valueNoise(x / 900, y / 900, salt + 3);
    return Math.abs(across) - width;
  });
  const lake = coarse((x, y) => fractalNoise(x / 1_400, y / 1_400, salt + 4, 3) - 0.74);

  const forestField = coarse(
    (x, y) =>
      fractalNoise(x / 800, y / 800, salt + 10, 3) +
      0.25 * (height(x, y) - 0.5) -
      arid * 0.22 +
      0.05 * (valueNoise(x / 70, y / 70, salt + 24) - 0.5),
  );
  const townField = coarse((x, y) => fractalNoise(x / 1_700, y / 1_700, salt + 11, 4));
  const roadX = coarse((_x, y) => 220 * valueNoise(y / 1_300, 3, salt + 12));
  const roadY = coarse((x) => 260 * valueNoise(x / 1_500, 9, salt + 13));
  const evergreenField = coarse((x, y) => valueNoise(x / 500, y / 500, salt + 18));
  const canopy = createCanopy(salt + 16);
  const softField = coarse((x, y) => 0.84 + 0.32 * fractalNoise(x / 90, y / 90, salt + 21, 4));
  const snowField = coarse((x, y) => fractalNoise(x / 160, y / 160, salt + 23, 4));
  const wobbleField = coarse((x, y) => 40 * valueNoise(x / 350, y / 350, salt + 6));
  const cloudField = (x: number, y: number) => fractalNoise(x / 900, y / 900, dateSalt + 30, 6);
  const cloudGrid = cloudLevel > 1 ? null : coarse(cloudField);
  const shadowGrid = cloudLevel > 1 ? null : coarse((x, y) => cloudField(x + 260, y - 340));

  function parcelAt(x: number, y: number): Parcel {
    // Blocks of fields, each turned its own way, split into strips.
    const wobble = wobbleField(x, y);
    const blockX = Math.floor((x + wobble) / 640);
    const blockY = Math.floor((y - wobble) / 560);
    if (blockX !== block.x || blockY !== block.y) enterBlock(blockX, blockY);
    const { cos, sin, strip, length, key } = block;
    const u = x * cos + y * sin;
    const v = y * cos - x * sin;
    const fieldU = Math.floor(u / strip);
    const fieldV = Math.floor(v / length);
    const crop = cellValue(fieldU, fieldV, key);
    const ripe = cellValue(fieldU, fieldV, key + 1);
    const insideU = u / strip - fieldU;
    const insideV = v / length - fieldV;
    parcel.edge = Math.min(insideU * strip, (1 - insideU) * strip, insideV * length, (1 - insideV) * length);
    // A third of the fields is in crop early, some lie fallow, and the cereals turn to straw in high summer.
    const growth = crop < 0.18 ? 0.1 : Math.min(0.97, Math.max(0, vigour * 1.5 - ripe * 0.6));
    const turned = crop > 0.72 ? Math.min(0.85, Math.max(0, vigour - 0.62 - ripe * 0.15) * 4) : 0;
    parcel.green = growth * (1 - turned) * (1 - arid * 0.6);
    parcel.straw = growth * turned;
    parcel.tone = 0.75 + 0.5 * cellValue(fieldU, fieldV, key + 2);
    parcel.leafTone = 0.78 + 0.5 * cellValue(fieldU, fieldV, key + 3);
    parcel.rows = 1 + 0.04 * Math.sin(u * 1.1);
    return parcel;
  }

  /** Neighbouring pixels lie in the same block of fields: its numbers are worked out once. */
  function enterBlock(x: number, y: number) {
    const angle = cellValue(x, y, salt + 7) * Math.PI;
    block.x = x;
    block.y = y;
    block.cos = Math.cos(angle);
    block.sin = Math.sin(angle);
    block.strip = 70 + 110 * cellValue(x, y, salt + 8);
    block.length = 190 + 240 * cellValue(x, y, salt + 9);
    block.key = salt + x * 31 + y * 17;
  }

  /** Writes the bare ground; answers how much of it lying snow would hide, 0 … 1. */
  function ground(x: number, y: number, out: Reflectance): number {
    const grain = 0.9 + 0.2 * cellValue(Math.floor(x * 1.4), Math.floor(y * 1.4), salt + 20);
    const soft = softField(x, y);
    const waterEdge = Math.max(lake(x, y) * 1_400, -river(x, y));
    if (waterEdge > 0) {
      // Main roads cross rivers, not lakes.
      if (lake(x, y) < -0.02 && isMainRoad(x, y)) {
        set(out, 1_150 * grain, 1_230 * grain, 1_280 * grain, 1_500 * grain);
        return 0.4;
      }
      const deep = Math.min(1, waterEdge / 60);
      const ripple = 0.94 + 0.12 * valueNoise(x / 4, y / 9, salt + 22);
      set(
        out,
        (760 - 260 * deep) * ripple,
        (820 - 330 * deep) * ripple,
        (560 - 290 * deep) * ripple,
        (330 - 150 * deep) * ripple,
      );
      return 0;
    }
    const forest = forestField(x, y);
    const town = townField(x, y);
    const bank = waterEdge > -14;
    if (town > 0.69 && !bank) {
      townAt(x, y, grain, out);
      return 0.7;
    }
    if (isRoad(x, y)) {
      set(out, 980 * grain, 1_080 * grain, 1_150 * grain, 1_450 * grain);
      return 0.4;
    }
    if (forest > 0.56 || bank) {
      forestAt(x, y, bank, out);
      return 0.35;
    }
    const field = parcelAt(x, y);
    const light = grain * soft * field.rows;
    const soil = field.tone * (1 + arid * 0.5);
    // A hedge or a strip of grass between fields, darker where it throws a shadow.
    if (field.edge < 2.5) {
      mix(out, 0.7 * vigour + 0.15, light * 0.72, 0.9);
      return 0.6;
    }
    mix(out, field.green, light * (1 + field.green * (field.leafTone - 1)), soil, field.straw);
    return 1;
  }

  const isMainRoad = (x: number, y: number) =>
    Math.abs(((((x + roadX(x, y)) % 2_300) + 2_300) % 2_300) - 1_150) < 7;

  function isRoad(x: number, y: number): boolean {
    const lane = Math.abs(((((y + roadY(x, y)) % 1_180) + 1_180) % 1_180) - 590) < 3;
    return lane || isMainRoad(x, y);
  }

  function townAt(east: number, north: number, grain: number, out: Reflectance) {
    const x = east * townCos + north * townSin;
    const y = north * townCos - east * townSin;
    const streetX = ((x % 84) + 84) % 84;
    const streetY = ((y % 66) + 66) % 66;
    if (streetX < 8 || streetY < 7) return set(out, 950 * grain, 1_010 * grain, 1_060 * grain, 1_300 * grain);
    const lotX = Math.floor(x / 21);
    const lotY = Math.floor(y / 16.5);
    const inX = ((x % 21) + 21) % 21;
    const inY = ((y % 16.5) + 16.5) % 16.5;
    const built = cellValue(lotX, lotY, salt + 14);
    // Every lot has a house of its own size and place.
    const left = 2 + 4 * cellValue(lotX, lotY, salt + 26);
    const right = left + 7 + built * 9;
    const low = 2 + 3 * cellValue(lotX, lotY, salt + 27);
    const high = low + 6 + built * 5;
    if (built < 0.72 && inX > left && inX < right && inY > low && inY < high) {
      const roof = cellValue(lotX, lotY, salt + 15);
      const ridge = (inY < (low + high) / 2 ? 1.12 : 0.84) * (0.9 + 0.2 * cellValue(lotX, lotY, salt + 28));
      if (roof < 0.5) return set(out, 760 * ridge, 880 * ridge, 1_350 * ridge, 1_900 * ridge);
      if (roof < 0.9) return set(out, 1_050 * ridge, 1_080 * ridge, 1_110 * ridge, 1_350 * ridge);
      return set(out, 2_000 * ridge, 2_050 * ridge, 2_080 * ridge, 2_300 * ridge);
    }
    // Shadow on the far side of a house, else trees and garden.
    if (built < 0.72 && inX >= right && inX < right + 2.5 && inY > low && inY < high)
      return set(out, 330, 360, 340, 700);
    if (valueNoise(x / 5, y / 5, salt + 29) > 0.66) return mix(out, 0.35 + 0.5 * vigour, grain * 0.55, 0.6);
    mix(out, 0.3 + 0.4 * vigour, grain, 0.85);
  }

  function forestAt(x: number, y: number, bank: boolean, out: Reflectance) {
    const evergreen = evergreenField(x, y) > 0.5 || absolute < 12;
    const leaf = evergreen ? 0.85 : 0.25 + 0.7 * vigour;
    const tone = (bank ? 1.15 : 1) * canopy(x, y) * softField(x, y);
    set(out, 360 * tone, (520 + 190 * leaf) * tone, (640 - 240 * leaf) * tone, (1_450 + 2_400 * leaf) * tone);
  }

  function mix(out: Reflectance, green: number, light: number, soil: number, straw = 0) {
    const bare = (1 - green - straw) * soil;
    set(
      out,
      (380 * green + 820 * straw + 830 * bare) * light,
      (720 * green + 1_330 * straw + 1_090 * bare) * light,
      (450 * green + 1_680 * straw + 1_400 * bare) * light,
      (4_300 * green + 2_700 * straw + 2_100 * bare) * light,
    );
  }

  function thickness(grid: typeof cloudGrid, x: number, y: number): number {
    return grid ? Math.max(0, grid(x, y) - cloudLevel) * 12 : 0;
  }

  return {
    isCloud: (x, y) => cloudLevel <= 1 && (cloudField(x, y) - cloudLevel) * 12 > 0.3,
    sample(x, y, out) {
      const hidden = ground(x, y, out);
      if (snow > 0 && hidden > 0) {
        const cover = hidden * Math.min(0.97, Math.max(0, (snowField(x, y) - 0.72 + snow) * 5));
        const white = 2_500 * (0.92 + 0.16 * softField(x, y) - 0.08);
        for (let band = 0; band < 4; band += 1) out[band] = (out[band] ?? 0) * (1 - cover) + white * cover;
      }
      const shadow = thickness(shadowGrid, x, y);
      if (shadow > 0) {
        const dark = 1 - 0.55 * Math.min(1, shadow);
        for (let band = 0; band < 4; band += 1) out[band] = (out[band] ?? 0) * dark;
      }
      const cloud = Math.min(1, thickness(cloudGrid, x, y));
      if (cloud > 0) {
        const bright = 2_050 + 500 * cloud + 900 * valueNoise(x / 90, y / 90, dateSalt + 31);
        for (let band = 0; band < 4; band += 1) out[band] = (out[band] ?? 0) * (1 - cloud) + bright * cloud;
      }
      return cloud > 0.3;
    },
  };
}

function set(out: Reflectance, blue: number, green: number, red: number, nir: number) {
  out[0] = blue;
  out[1] = green;
  out[2] = red;
  out[3] = nir;
}
