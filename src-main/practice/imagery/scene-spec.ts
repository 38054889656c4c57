import proj4 from 'proj4';

/** L1D and L1D_SR are delivered tiled with overviews, all other levels as strips without (service §10.5). */
export type ProcessingLevel = 'L0' | 'L1A' | 'L1B' | 'L1C' | 'L1D' | 'L1D_SR';

/** Everything that decides the pixels of a scene: equal specs give equal pixels. */
export interface SceneSpec {
  seed: number;
  /** Centre, decimal degrees. */
  longitude: number;
  latitude: number;
  /** ISO 8601 UTC. */
  capturedAt: string;
  widthPx: number;
  heightPx: number;
  gsdMetres: number;
  level: ProcessingLevel;
}

interface SceneGeometry {
  /** 326xx or 327xx. */
  epsg: number;
  /** The outer corner of the north-west pixel, in metres. */
  originX: number;
  originY: number;
  /** The exact outer corners of the raster in WGS84, closed, counter-clockwise from the north-west. */
  footprint: { type: 'Polygon'; coordinates: [number, number][][] };
}

const wgs84 = '+proj=longlat +datum=WGS84 +no_defs';

/** Returns the UTM zone of a longitude, 1 to 60. */
export function utmZone(longitude: number): number {
  const wrapped = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return Math.min(60, Math.floor((wrapped + 180) / 6) + 1);
}

const makeProjection = (utm: string) => proj4(wgs84, utm);
const projections = new Map<string, ReturnType<typeof makeProjection>>();

/** Cached, because parsing a definition takes longer than using it. */
function projection(zone: number, south: boolean) {
  const utm = `+proj=utm +zone=${zone}${south ? ' +south' : ''} +datum=WGS84 +units=m +no_defs`;
  const made = projections.get(utm) ?? makeProjection(utm);
  projections.set(utm, made);
  return made;
}

/** Returns the geometry of a scene in the UTM zone of its centre, with its corner snapped to the pixel grid. */
export function sceneGeometry(spec: SceneSpec): SceneGeometry {
  const zone = utmZone(spec.longitude);
  const south = spec.latitude < 0;
  const toUtm = projection(zone, south);
  const [centreX, centreY] = toUtm.forward([spec.longitude, spec.latitude]);
  const snap = (value: number) => Math.round(value / spec.gsdMetres) * spec.gsdMetres;
  const originX = snap(centreX - (spec.widthPx * spec.gsdMetres) / 2);
  const originY = snap(centreY + (spec.heightPx * spec.gsdMetres) / 2);
  const east = originX + spec.widthPx * spec.gsdMetres;
  const south_ = originY - spec.heightPx * spec.gsdMetres;
  const corner = (x: number, y: number): [number, number] => {
    const [longitude, latitude] = toUtm.inverse([x, y]);
    return [longitude, latitude];
  };
  const northWest = corner(originX, originY);
  const ring = [northWest, corner(originX, south_), corner(east, south_), corner(east, originY), northWest];
  return {
    epsg: (south ? 32_700 : 32_600) + zone,
    originX,
    originY,
    footprint: { type: 'Polygon', coordinates: [ring] },
  };
}
