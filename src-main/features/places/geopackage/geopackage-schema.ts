import type { GeopackageColumn, GeopackageRow } from '../../../../src-preload/contract/geopackage.ts';

/** The definition of WGS 84 as well-known text (OGC 12-128r19, requirement 11). */
const wgs84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]';

/** The EPSG code of WGS 84. */
export const wgs84Id = 4_326;

/** The tables of every GeoPackage 1.3 (OGC 12-128r17), with its application id “GPKG” and its version. */
export const coreTables = `
  PRAGMA application_id = 0x47504B47;
  PRAGMA user_version = 10300;
  CREATE TABLE gpkg_spatial_ref_sys (
    srs_name TEXT NOT NULL,
    srs_id INTEGER NOT NULL PRIMARY KEY,
    organization TEXT NOT NULL,
    organization_coordsys_id INTEGER NOT NULL,
    definition TEXT NOT NULL,
    description TEXT
  );
  INSERT INTO gpkg_spatial_ref_sys VALUES
    ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', NULL),
    ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', NULL),
    ('WGS 84', ${wgs84Id}, 'EPSG', ${wgs84Id}, '${wgs84}', NULL);
  CREATE TABLE gpkg_contents (
    table_name TEXT NOT NULL PRIMARY KEY,
    data_type TEXT NOT NULL,
    identifier TEXT UNIQUE,
    description TEXT DEFAULT '',
    last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    min_x DOUBLE,
    min_y DOUBLE,
    max_x DOUBLE,
    max_y DOUBLE,
    srs_id INTEGER,
    CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id)
  );
  CREATE TABLE gpkg_geometry_columns (
    table_name TEXT NOT NULL,
    column_name TEXT NOT NULL,
    geometry_type_name TEXT NOT NULL,
    srs_id INTEGER NOT NULL,
    z TINYINT NOT NULL,
    m TINYINT NOT NULL,
    CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
    CONSTRAINT uk_gc_table_name UNIQUE (table_name),
    CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents (table_name),
    CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id)
  );`;

/** The ending of the table name, geometry type and `z` of each kind of rows. A `z` of 2 means that altitudes are optional. */
export const layerKinds: Readonly<
  Record<GeopackageRow['kind'], { ending: string; geometryType: string; z: 0 | 2 }>
> = {
  point: { ending: 'points', geometryType: 'POINT', z: 2 },
  line: { ending: 'lines', geometryType: 'MULTILINESTRING', z: 0 },
  area: { ending: 'areas', geometryType: 'MULTIPOLYGON', z: 0 },
};

const sqlTypes: Readonly<Record<GeopackageColumn['type'], string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  real: 'REAL',
  boolean: 'BOOLEAN',
  time: 'DATETIME',
};

/** Returns a name as an identifier of SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns the SQL that creates the table of a kind of rows. */
export function featureTable(
  name: string,
  kind: GeopackageRow['kind'],
  columns: readonly GeopackageColumn[],
): string {
  const fields = columns.map((column) => `, ${quoted(column.name)} ${sqlTypes[column.type]}`);
  return `CREATE TABLE ${quoted(name)} (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom ${layerKinds[kind].geometryType}${fields.join('')})`;
}
