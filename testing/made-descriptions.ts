interface MadeWmts {
  origin: string;
  crs?: string;
  corner?: string;
  format?: string;
  /** Null for a server that is asked by parameters. */
  template?: string | null;
  layers?: string;
  zooms?: number;
  scaleAtZero?: number;
}

/** The description of a WMTS with one layer on the usual grid. */
export function wmtsXml({
  origin,
  crs = 'urn:ogc:def:crs:EPSG::3857',
  corner = '-20037508.3427892 20037508.3427892',
  format = 'image/png',
  template = '/wmts/{Layer}/{Style}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.png',
  zooms = 6,
  scaleAtZero = 559_082_264.028_717_8,
  layers,
}: MadeWmts): string {
  const matrices = Array.from(
    { length: zooms },
    (_, z) => `<TileMatrix><ows:Identifier>level ${z}</ows:Identifier>
      <ScaleDenominator>${scaleAtZero / 2 ** z}</ScaleDenominator><TopLeftCorner>${corner}</TopLeftCorner>
      <TileWidth>256</TileWidth><TileHeight>256</TileHeight></TileMatrix>`,
  );
  const resource =
    template === null
      ? ''
      : `<ResourceURL format="${format}" resourceType="tile" template="${origin}${template}"/>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:xlink="http://www.w3.org/1999/xlink">
  <ows:ServiceProvider><ows:ProviderName>Agency of Maps</ows:ProviderName></ows:ServiceProvider>
  <ows:OperationsMetadata><ows:Operation name="GetTile"><ows:DCP><ows:HTTP><ows:Get xlink:href="${origin}/kvp?"/></ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata>
  <Contents>
    ${
      layers ??
      `<Layer><ows:Title>Topo &amp; more</ows:Title><ows:Identifier>topo</ows:Identifier>
      <ows:WGS84BoundingBox><ows:LowerCorner>5 45</ows:LowerCorner><ows:UpperCorner>11 48</ows:UpperCorner></ows:WGS84BoundingBox>
      <Style isDefault="true"><ows:Identifier>plain</ows:Identifier></Style><Format>${format}</Format>
      <TileMatrixSetLink><TileMatrixSet>grid</TileMatrixSet></TileMatrixSetLink>${resource}</Layer>`
    }
    <TileMatrixSet><ows:Identifier>grid</ows:Identifier><ows:SupportedCRS>${crs}</ows:SupportedCRS>${matrices.join('')}</TileMatrixSet>
  </Contents>
</Capabilities>`;
}

interface MadeWms {
  origin: string;
  version?: '1.1.1' | '1.3.0';
  projections?: readonly string[];
  format?: string;
  layers?: string;
  getMap?: string;
}

/** The description of a WMS with one layer within another. */
export function wmsXml({
  origin,
  version = '1.3.0',
  projections = ['EPSG:4326', 'EPSG:3857'],
  format = 'image/png',
  layers,
  getMap,
}: MadeWms): string {
  const isNew = version === '1.3.0';
  const [root, tag] = isNew ? ['WMS_Capabilities', 'CRS'] : ['WMT_MS_Capabilities', 'SRS'];
  const box = isNew
    ? '<EX_GeographicBoundingBox><westBoundLongitude>5</westBoundLongitude><eastBoundLongitude>11</eastBoundLongitude><southBoundLatitude>45</southBoundLatitude><northBoundLatitude>48</northBoundLatitude></EX_GeographicBoundingBox>'
    : '<LatLonBoundingBox minx="5" miny="45" maxx="11" maxy="48"/>';
  const doctype = isNew
    ? ''
    : `<!DOCTYPE WMT_MS_Capabilities SYSTEM "http://schemas.opengis.net/wms/1.1.1/WMS_MS_Capabilities.dtd">`;
  return `<?xml version="1.0"?>${doctype}
<${root} version="${version}" xmlns:xlink="http://www.w3.org/1999/xlink">
  <Service><Title>Maps</Title></Service>
  <Capability><Request>${
    getMap ??
    `<GetMap><Format>text/html</Format><Format>${format}</Format><DCPType><HTTP><Get><OnlineResource xlink:href="${origin}/wms?map=a&amp;"/></Get></HTTP></DCPType></GetMap>`
  }</Request>
    ${
      layers ??
      `<Layer><Title>All</Title>${projections.map((crs) => `<${tag}>${crs}</${tag}>`).join('')}${box}
      <Layer><Name>soil</Name><Title>Soil</Title><Attribution><Title>Soil Survey</Title></Attribution></Layer></Layer>`
    }
  </Capability>
</${root}>`;
}
