import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A database as bytes, made by these statements: for tests that need one that no program would write. */
export function writeDatabase(...statements: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'nadir-database-'));
  try {
    const database = new DatabaseSync(join(folder, 'a.gpkg'));
    for (const statement of statements) database.exec(statement);
    database.close();
    return readFileSync(join(folder, 'a.gpkg'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The statements that declare a layer of features in a table whose places are in the column `geom`. */
export const layerStatements = (table: string, srs = 4326): string[] => [
  `INSERT INTO gpkg_contents VALUES ('${table}', 'features', '${table}', ${srs})`,
  `INSERT INTO gpkg_geometry_columns VALUES ('${table}', 'geom', ${srs})`,
];

/** A GeoPackage as bytes: the tables that each has, and then these statements. */
export function writeGeoPackage(...statements: string[]): Buffer {
  return writeDatabase(
    'CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT, identifier TEXT, srs_id INTEGER)',
    'CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER)',
    'CREATE TABLE gpkg_spatial_ref_sys (srs_id INTEGER, organization TEXT, organization_coordsys_id INTEGER, definition TEXT, srs_name TEXT)',
    "INSERT INTO gpkg_spatial_ref_sys VALUES (4326, 'EPSG', 4326, 'undefined', 'WGS 84')",
    ...statements,
  );
}

/** A point in degrees as a GeoPackage stores it, in hexadecimal digits. */
export function geoPackagePoint(longitude: number, latitude: number): string {
  const bytes = Buffer.alloc(8 + 21);
  bytes.write('GP');
  bytes[3] = 1;
  bytes.writeInt32LE(4326, 4);
  bytes[8] = 1;
  bytes.writeUInt32LE(1, 9);
  bytes.writeDoubleLE(longitude, 13);
  bytes.writeDoubleLE(latitude, 21);
  return bytes.toString('hex');
}
