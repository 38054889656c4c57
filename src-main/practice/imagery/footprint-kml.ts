/** Returns the outline as KML 2.2. Text is escaped, although the identifiers are the service's own. */
export function footprintKml(
  name: string,
  footprint: { coordinates: readonly (readonly (readonly number[])[])[] },
): string {
  const escaped = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const ring = (footprint.coordinates[0] ?? [])
    .map(([longitude, latitude]) => `${longitude},${latitude},0`)
    .join(' ');
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escaped}</name>
<Placemark><name>${escaped}</name><Polygon><outerBoundaryIs><LinearRing>
<coordinates>${ring}</coordinates>
</LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>
`;
}
