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
  /** Whether the point is water: the same on every date. */
  isWater(x: number, y: number): boolean;
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
  green: number;
  tone: number;
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
  const parcel: Parcel = { green: 0, tone: 0, rows: 0, edge: 0 };

  // Terrain height bends rivers and forest edges.
  const height = (x: number, y: number) => fractalNoise(x / 2_600, y / 2_600, salt + 1, 3);
  const river = coarse((x, y) => {
    const bend = fractalNoise(x / 1_900, y / 1_900, salt + 2, 3) * 2_600;
    const across = ((((x * 0.42 + y * 0.91 + bend) % 5_200) + 5_200) % 5_200) - 2_600;
    const width = 26 + 40 * valueNoise(x / 900, y / 900, salt + 3);
    return Math.abs(across) - width;
  });
  const lake = coarse((x, y) => fractalNoise(x / 1_400, y / 1_400, salt + 4, 3) - 0.74);
  const isWater = (x: number, y: number) => lake(x, y) > 0 || river(x, y) < 0;

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
  const softField = coarse((x, y) => 0.88 + 0.24 * valueNoise(x / 12, y / 12, salt + 21));
  const wobbleField = coarse((x, y) => 40 * valueNoise(x / 350, y / 350, salt + 6));
  const cloudField = (x: number, y: number) => fractalNoise(x / 900, y / 900, dateSalt + 30, 6);
  const cloudGrid = cloudLevel > 1 ? null : coarse(cloudField);
  const shadowGrid = cloudLevel > 1 ? null : coarse((x, y) => cloudField(x + 260, y - 340));

  function parcelAt(x: number, y: number): Parcel {
    // Blocks of fields, each turned its own way, split into strips.
    const wobble = wobbleField(x, y);
    const blockX = Math.floor((x + wobble) / 640);
    const blockY = Math.floor((y - wobble) / 560);
    const angle = cellValue(blockX, blockY, salt + 7) * Math.PI;
    const u = x * Math.cos(angle) + y * Math.sin(angle);
    const v = y * Math.cos(angle) - x * Math.sin(angle);
    const strip = 70 + 110 * cellValue(blockX, blockY, salt + 8);
    const length = 190 + 240 * cellValue(blockX, blockY, salt + 9);
    const fieldU = Math.floor(u / strip);
    const fieldV = Math.floor(v / length);
    const key = salt + blockX * 31 + blockY * 17;
    const crop = cellValue(fieldU, fieldV, key);
    const ripe = cellValue(fieldU, fieldV, key + 1);
    const insideU = u / strip - fieldU;
    const insideV = v / length - fieldV;
    parcel.edge = Math.min(insideU * strip, (1 - insideU) * strip, insideV * length, (1 - insideV) * length);
    // A third of the fields is in crop early, some lie fallow.
    const growth = crop < 0.18 ? 0.1 : Math.min(1, Math.max(0, vigour * 1.5 - ripe * 0.55));
    parcel.green = growth * (1 - arid * 0.6);
    parcel.tone = 0.75 + 0.5 * cellValue(fieldU, fieldV, key + 2);
    parcel.rows = 1 + 0.05 * Math.sin(u * 1.1);
    return parcel;
  }

  function ground(x: number, y: number, out: Reflectance) {
    const grain = 0.9 + 0.2 * cellValue(Math.floor(x * 1.4), Math.floor(y * 1.4), salt + 20);
    const soft = softField(x, y);
    const waterEdge = Math.max(lake(x, y) * 1_400, -river(x, y));
    if (waterEdge > 0) {
      const deep = Math.min(1, waterEdge / 60);
      const ripple = 0.94 + 0.12 * valueNoise(x / 4, y / 9, salt + 22);
      set(
        out,
        (760 - 260 * deep) * ripple,
        (820 - 330 * deep) * ripple,
        (560 - 290 * deep) * ripple,
        (330 - 150 * deep) * ripple,
      );
      return;
    }
    const forest = forestField(x, y);
    const town = townField(x, y);
    const bank = waterEdge > -14;
    if (town > 0.69 && !bank) return townAt(x, y, grain, out);
    if (isRoad(x, y)) return set(out, 980 * grain, 1_080 * grain, 1_150 * grain, 1_450 * grain);
    if (forest > 0.56 || bank) return forestAt(x, y, bank, out);
    const field = parcelAt(x, y);
    const green = field.edge < 3 ? 0.75 * vigour + 0.1 : field.green;
    const light = grain * soft * field.rows;
    const soil = field.tone * (1 + arid * 0.5);
    mix(out, green, light, soil);
  }

  function isRoad(x: number, y: number): boolean {
    const bendX = roadX(x, y);
    const bendY = roadY(x, y);
    const mainRoad = Math.abs(((((x + bendX) % 2_300) + 2_300) % 2_300) - 1_150) < 8;
    const lane = Math.abs(((((y + bendY) % 1_180) + 1_180) % 1_180) - 590) < 3.2;
    return mainRoad || lane;
  }

  function townAt(x: number, y: number, grain: number, out: Reflectance) {
    const streetX = ((x % 84) + 84) % 84;
    const streetY = ((y % 66) + 66) % 66;
    if (streetX < 8 || streetY < 7) return set(out, 950 * grain, 1_010 * grain, 1_060 * grain, 1_300 * grain);
    const lotX = Math.floor(x / 21);
    const lotY = Math.floor(y / 16.5);
    const inX = ((x % 21) + 21) % 21;
    const inY = ((y % 16.5) + 16.5) % 16.5;
    const built = cellValue(lotX, lotY, salt + 14);
    if (built < 0.72 && inX > 4 && inX < 17 && inY > 3 && inY < 13) {
      const roof = cellValue(lotX, lotY, salt + 15);
      const ridge = inY < 8 ? 1.12 : 0.86;
      if (roof < 0.45) return set(out, 900 * ridge, 1_150 * ridge, 1_950 * ridge, 2_300 * ridge);
      if (roof < 0.8) return set(out, 1_350 * ridge, 1_400 * ridge, 1_450 * ridge, 1_600 * ridge);
      return set(out, 2_500 * ridge, 2_600 * ridge, 2_700 * ridge, 2_900 * ridge);
    }
    // Shadow on the far side of a house, else garden.
    if (built < 0.72 && inX >= 17 && inX < 19.5 && inY > 3 && inY < 13) return set(out, 330, 360, 340, 700);
    mix(out, 0.25 + 0.5 * vigour, grain, 0.9);
  }

  function forestAt(x: number, y: number, bank: boolean, out: Reflectance) {
    const crownX = Math.floor(x / 7);
    const crownY = Math.floor(y / 7);
    const dx = x / 7 - crownX - 0.5 + 0.4 * (cellValue(crownX, crownY, salt + 16) - 0.5);
    const dy = y / 7 - crownY - 0.5 + 0.4 * (cellValue(crownX, crownY, salt + 17) - 0.5);
    const lit = Math.max(0.35, 1.15 - 1.3 * (dx * dx + dy * dy) * 2 + 0.5 * (dx - dy));
    const evergreen = evergreenField(x, y) > 0.5 || absolute < 12;
    const leaf = evergreen ? 0.85 : 0.25 + 0.7 * vigour;
    const tone = (bank ? 1.05 : 0.9) * lit * (0.85 + 0.3 * cellValue(crownX, crownY, salt + 19));
    set(out, 360 * tone, (520 + 190 * leaf) * tone, (640 - 240 * leaf) * tone, (1_450 + 2_400 * leaf) * tone);
  }

  function mix(out: Reflectance, green: number, light: number, soil: number) {
    const bare = 1 - green;
    set(
      out,
      (360 * green + 880 * soil * bare) * light,
      (700 * green + 1_220 * soil * bare) * light,
      (420 * green + 1_650 * soil * bare) * light,
      (4_300 * green + 2_250 * soil * bare) * light,
    );
  }

  function thickness(grid: typeof cloudGrid, x: number, y: number): number {
    return grid ? Math.max(0, grid(x, y) - cloudLevel) * 12 : 0;
  }

  return {
    isWater,
    sample(x, y, out) {
      ground(x, y, out);
      if (snow > 0 && out[3] > 500) {
        const cover = snow * Math.min(1, 0.5 + valueNoise(x / 60, y / 60, salt + 23));
        for (let band = 0; band < 4; band += 1) out[band] = (out[band] ?? 0) * (1 - cover) + 2_450 * cover;
      }
      const shadow = thickness(shadowGrid, x, y);
      if (shadow > 0) {
        const dark = 1 - 0.55 * Math.min(1, shadow);
        for (let band = 0; band < 4; band += 1) out[band] = (out[band] ?? 0) * dark;
      }
      const cloud = Math.min(1, thickness(cloudGrid, x, y));
      if (cloud > 0) {
        const bright = 2_500 + 1_900 * Math.min(1, cloud) + 900 * valueNoise(x / 90, y / 90, dateSalt + 31);
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
