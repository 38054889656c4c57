/** The highest zoom of the tiles; see `library/tiles/`. */
const closestZoom = 22;
/** The scale of the only tile of zoom 0, with pixels of 0.28 mm (OGC 07-057r7, annex E.4). */
const scaleOfZero = 559_082_264.028_717_8;
const halfWorldMetres = 20_037_508.342_789_244;
const matrixSet = 'GoogleMapsCompatible';

/** A layer of a scene. */
export interface WmtsLayer {
  id: string;
  title: string;
  /** The outline, flat `lon, lat …` in degrees; empty if it is not known. */
  ring: readonly number[];
}

const entities: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&apos;',
};
const xml = (text: string): string =>
  // XML has no form for control characters.
  text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[<>&"']/g, (character) => entities[character] ?? '');

function boxOf(ring: readonly number[]): [number, number, number, number] {
  const box: [number, number, number, number] = [180, 90, -180, -90];
  for (let i = 0; i + 1 < ring.length; i += 2) {
    const [x = 0, y = 0] = [ring[i], ring[i + 1]];
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  const isOnMap = ring.length > 0 && box[0] >= -180 && box[2] <= 180;
  return isOnMap
    ? box
    : [-180, Math.max(-85, Math.min(box[1], 85)), 180, Math.min(85, Math.max(box[3], -85))];
}

const world: WmtsLayer = { id: 'library', title: 'Nadir library', ring: [-180, -85, 180, 85] };

function layerXml(base: string, { id, title, ring }: WmtsLayer): string {
  const [west, south, east, north] = boxOf(ring);
  const template = `${base}/tiles/${id}/{TileMatrix}/{TileCol}/{TileRow}.png`;
  return `<Layer><ows:Title>${xml(title)}</ows:Title><ows:WGS84BoundingBox><ows:LowerCorner>${west} ${south}</ows:LowerCorner><ows:UpperCorner>${east} ${north}</ows:UpperCorner></ows:WGS84BoundingBox><ows:Identifier>${xml(id)}</ows:Identifier><Style isDefault="true"><ows:Identifier>default</ows:Identifier></Style><Format>image/png</Format><TileMatrixSetLink><TileMatrixSet>${matrixSet}</TileMatrixSet></TileMatrixSetLink><ResourceURL format="image/png" resourceType="tile" template="${xml(template)}"/></Layer>`;
}

function matrixXml(zoom: number): string {
  const size = 2 ** zoom;
  return `<TileMatrix><ows:Identifier>${zoom}</ows:Identifier><ScaleDenominator>${scaleOfZero / size}</ScaleDenominator><TopLeftCorner>${-halfWorldMetres} ${halfWorldMetres}</TopLeftCorner><TileWidth>256</TileWidth><TileHeight>256</TileHeight><MatrixWidth>${size}</MatrixWidth><MatrixHeight>${size}</MatrixHeight></TileMatrix>`;
}

/** Returns the capabilities of the WMTS (OGC 07-057r7): layers of the whole library and of these scenes, with the addresses of tiles. */
export function wmtsCapabilities(base: string, scenes: readonly WmtsLayer[]): string {
  const zooms = Array.from({ length: closestZoom + 1 }, (_, zoom) => matrixXml(zoom));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.0.0">',
    '<ows:ServiceIdentification><ows:Title>Nadir library</ows:Title><ows:ServiceType>OGC WMTS</ows:ServiceType><ows:ServiceTypeVersion>1.0.0</ows:ServiceTypeVersion></ows:ServiceIdentification>',
    '<Contents>',
    ...[world, ...scenes].map((layer) => layerXml(base, layer)),
    `<TileMatrixSet><ows:Identifier>${matrixSet}</ows:Identifier><ows:SupportedCRS>urn:ogc:def:crs:EPSG::3857</ows:SupportedCRS><WellKnownScaleSet>urn:ogc:def:wkss:OGC:1.0:GoogleMapsCompatible</WellKnownScaleSet>`,
    ...zooms,
    '</TileMatrixSet>',
    '</Contents>',
    `<ServiceMetadataURL xlink:href="${xml(`${base}/wmts`)}"/>`,
    '</Capabilities>',
    '',
  ].join('\n');
}
