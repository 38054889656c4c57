/** Half the width of the world in EPSG:3857, in metres. */
export const halfWorldMetres = 20_037_508.342789244;
export const worldMetres = 2 * halfWorldMetres;
/** The latitude at which the square Mercator world ends. */
export const mercatorLatitude = 85.051_128_779_806_59;

/** Converts a longitude in degrees to metres of EPSG:3857. */
export function mercatorX(longitude: number): number {
  return (longitude / 180) * halfWorldMetres;
}

/** Converts a latitude in degrees to metres of EPSG:3857. Latitudes beyond the square world are moved to its edge. */
export function mercatorY(latitude: number): number {
  const clamped = Math.max(-mercatorLatitude, Math.min(mercatorLatitude, latitude));
  return (Math.log(Math.tan(Math.PI / 4 + (clamped * Math.PI) / 360)) / Math.PI) * halfWorldMetres;
}

/** Converts metres of EPSG:3857 to a longitude in degrees. */
export function longitudeOf(x: number): number {
  return (x / halfWorldMetres) * 180;
}

/** Converts metres of EPSG:3857 to a latitude in degrees. */
export function latitudeOf(y: number): number {
  return (360 / Math.PI) * Math.atan(Math.exp((y / halfWorldMetres) * Math.PI)) - 90;
}

/** Returns the longitude from -180 up to, but not including, 180, from any turn of the globe. */
export function wrapLongitude(longitude: number): number {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}

/** Returns the Mercator box of `[west, south, east, north]` in degrees. */
export function mercatorBox([west, south, east, north]: readonly [number, number, number, number]): [
  number,
  number,
  number,
  number,
] {
  return [mercatorX(west), mercatorY(south), mercatorX(east), mercatorY(north)];
}
