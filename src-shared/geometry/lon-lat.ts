/** A place in degrees on WGS 84, in the order of GeoJSON. */
export type LonLat = readonly [longitude: number, latitude: number];
