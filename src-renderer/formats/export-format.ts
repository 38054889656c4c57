/**
 * The formats to which places can be exported, in the order of the dialog; their writers are in `write-features.ts`.
 */
export const exportFormats = ['geojson', 'kml', 'gpx', 'csv', 'shapefile', 'geopackage'] as const;
/** A format to which places can be exported. */
export type ExportFormat = (typeof exportFormats)[number];

/**
 * The name of each format, which is the same in every language, its extension and its media type. A shapefile consists
 * of several files, so it is a zip.
 */
export const exportFiles: Readonly<
  Record<ExportFormat, { name: string; ending: string; mediaType: string }>
> = {
  geojson: { name: 'GeoJSON', ending: 'geojson', mediaType: 'application/geo+json' },
  kml: { name: 'KML', ending: 'kml', mediaType: 'application/vnd.google-earth.kml+xml' },
  gpx: { name: 'GPX', ending: 'gpx', mediaType: 'application/gpx+xml' },
  csv: { name: 'CSV', ending: 'csv', mediaType: 'text/csv;charset=utf-8' },
  shapefile: { name: 'Shapefile', ending: 'zip', mediaType: 'application/zip' },
  geopackage: { name: 'GeoPackage', ending: 'gpkg', mediaType: 'application/geopackage+sqlite3' },
};
