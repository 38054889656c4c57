import type { ExportFormat } from './export-format.ts';
import type { FeatureWriter } from './feature-writer.ts';
import { writeCsv } from './write-csv.ts';
import { writeGeoJson } from './write-geojson.ts';
import { type GeopackageSink, geopackageWriter } from './write-geopackage.ts';
import { writeGpx } from './write-gpx.ts';
import { writeKml } from './write-kml.ts';
import { writeShapefile } from './write-shapefile.ts';

/** Returns the writer of each format. */
export const featureWriters = (sink: GeopackageSink): Readonly<Record<ExportFormat, FeatureWriter>> => ({
  geojson: writeGeoJson,
  kml: writeKml,
  gpx: writeGpx,
  csv: writeCsv,
  shapefile: writeShapefile,
  geopackage: geopackageWriter(sink),
});
