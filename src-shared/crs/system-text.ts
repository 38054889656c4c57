import { definitionOfProj, isProjText } from './definition-of-proj.ts';
import type { WrittenDefinition } from './definition-of-wkt.ts';
import { codeInName } from './systems.ts';
import { parseWkt, type WktNode } from './wkt-tree.ts';

/** A coordinate system as a file writes it: well-known text, the code of a system of the table, or the parameters themselves. */
export type SystemText =
  | { kind: 'wkt'; root: WktNode }
  | { kind: 'code'; code: number }
  | { kind: 'definition'; definition: WrittenDefinition };

/** The geographic systems that GDAL knows by these words (`OGRSpatialReference::SetWellKnownGeogCS`). */
const wellKnown: Readonly<Record<string, number>> = {
  WGS84: 4_326,
  WGS72: 4_322,
  NAD27: 4_267,
  NAD83: 4_269,
};

/** Returns the part of a compound system that says where x and y are: the first one. */
function horizontalName(text: string): string {
  const code = /^(EPSGA?:\d+)\+\d+$/i.exec(text)?.[1];
  const urn = /^urn:(?:x-)?ogc:def:crs,(crs:[^,]+),/i.exec(text)?.[1];
  const url = /^https?:\/\/www\.opengis\.net\/def\/crs-compound\?1=([^&]+)&/i.exec(text)?.[1];
  return code ?? urn ?? url ?? text;
}

/** Returns the system of a map service that lies about a place (WMS 1.1, annex E): `AUTO:42001,9,47`, also with a unit before both. */
function automaticText(text: string): string | null {
  const [, code, , x, y] = /^AUTO:(4200[1-4]),(?:(9001),)?(-?[\d.]+),(-?[\d.]+)$/i.exec(text) ?? [];
  const [longitude, latitude] = [Number(x), Number(y)];
  if (code === undefined || !(Math.abs(longitude) <= 180) || !(Math.abs(latitude) <= 90)) return null;
  const south = latitude < 0;
  switch (code) {
    case '42001': {
      const zone = Math.min(60, Math.floor((longitude + 180) / 6) + 1);
      return `+proj=utm +zone=${zone}${south ? ' +south' : ''} +datum=WGS84`;
    }
    case '42002':
      return `+proj=tmerc +lon_0=${longitude} +k=0.9996 +x_0=500000 +y_0=${south ? 10_000_000 : 0} +datum=WGS84`;
    case '42003':
      return `+proj=ortho +lat_0=${latitude} +lon_0=${longitude} +datum=WGS84`;
    default:
      return `+proj=eqc +lat_ts=${latitude} +lon_0=${longitude} +datum=WGS84`;
  }
}

/**
 * Reads a coordinate system in the forms that GDAL takes (`OGRSpatialReference::SetFromUserInput`): well-known text, `EPSG:32632`, also with
 * a vertical system, a URN or URL of OGC, `+init=` and `+proj=` of PROJ, `WGS84`, and the automatic systems of WMS. A number alone is a code,
 * because some programs write no more. Null for another form, and for one that Nadir cannot compute.
 */
export function readSystemText(text: string): SystemText | null {
  const plain = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '')
    .trim();
  const root = parseWkt(plain.replace(/^ESRI::/i, ''));
  if (root !== null) return { kind: 'wkt', root };
  const proj = isProjText(plain) ? plain : automaticText(plain);
  const definition = proj === null ? null : definitionOfProj(proj);
  if (proj !== null) return definition === null ? null : { kind: 'definition', definition };
  const name = horizontalName(plain.slice(0, 400));
  const code = wellKnown[name.toUpperCase()] ?? codeInName(name);
  return code === null ? null : { kind: 'code', code };
}
