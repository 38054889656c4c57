import { decimalText } from './decimal-text.ts';
import type { FeatureWriter } from './feature-writer.ts';
import { fieldNames } from './field-names.ts';
import type { PreparedFeature } from './prepare-feature.ts';
import type { ClosedRing } from './prepare-geometry.ts';
import { xmlElement } from './xml-text.ts';

/** Longitudes of GPX must be below 180; the difference is a centimetre. */
const maxLongitude = 179.999_999_9;

/** Returns the XML attributes of a position. */
function attributesOf(longitude: number, latitude: number): string {
  return `lat="${decimalText(latitude)}" lon="${decimalText(Math.min(longitude, maxLongitude))}"`;
}

const segmentOf = (ring: ClosedRing) =>
  `<trkseg>${ring.map(([longitude, latitude]) => `<trkpt ${attributesOf(longitude, latitude)}/>`).join('')}</trkseg>`;

/** The elements of a waypoint that attributes of the same name fill, in the order of the schema of GPX 1.1. */
const ownElements = ['time', 'cmt', 'src', 'sym', 'type'] as const;
type OwnElement = (typeof ownElements)[number];

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/;

/** Returns true if a value can be in an element of GPX itself, which has a type of its own. */
const fits = (element: OwnElement, value: string) =>
  value !== '' && (element !== 'time' || dateTime.test(value));

/** Returns a text as a valid name of an XML element. */
function elementName(name: string): string {
  const letters = name.replace(/[^\p{L}\p{N}_.-]/gu, '_');
  return /^[\p{L}_]/u.test(letters) ? letters : `_${letters}`;
}

/**
 * Writes GPX 1.1: points as waypoints, lines and the rings of areas as segments of a track. Attributes are extensions in the
 * namespace of GDAL, which most desktop programs read, but for those of a waypoint itself: its symbol, time, type, comment and source. Objects without a place are left out.
 */
export const writeGpx: FeatureWriter = async (batches, { title, columns }, losses) => {
  const names = fieldNames(
    columns.map(({ key }) => key),
    { reserved: [], clean: elementName },
    losses,
  );

  const ownAt = ownElements.map(
    (element) => [element, columns.findIndex(({ key }) => key === element)] as const,
  );

  /** Returns what a feature has besides its place; `isWaypoint` tells whether the elements of a waypoint may be in it. */
  function aboutOf({ name, notes, values }: PreparedFeature, isWaypoint: boolean): string {
    const textAt = (index: number) => String(values[index] ?? '');
    const own = new Map(
      ownAt.flatMap(([element, index]) =>
        isWaypoint && fits(element, textAt(index)) ? [[element, { index, text: textAt(index) }]] : [],
      ),
    );
    const written = new Set([...own.values()].map(({ index }) => index));
    const data = names
      .map((field, i) => (written.has(i) ? '' : xmlElement(`ogr:${field}`, textAt(i))))
      .join('');
    const elementOf = (element: OwnElement) => xmlElement(element, own.get(element)?.text ?? '');
    return [
      elementOf('time'),
      xmlElement('name', name),
      elementOf('cmt'),
      xmlElement('desc', notes),
      ...(['src', 'sym', 'type'] as const).map(elementOf),
      data === '' ? '' : `<extensions>${data}</extensions>`,
    ].join('');
  }

  function waypointOf(feature: PreparedFeature): string {
    const { geometry } = feature;
    if (geometry?.kind !== 'point') return '';
    const [longitude, latitude, altitude] = geometry.position;
    const elevation = altitude === undefined ? '' : xmlElement('ele', decimalText(altitude));
    return `<wpt ${attributesOf(longitude, latitude)}>${elevation}${aboutOf(feature, true)}</wpt>\n`;
  }

  function trackOf(feature: PreparedFeature): string {
    const { geometry } = feature;
    if (geometry === null || geometry.kind === 'point') return '';
    if (geometry.kind === 'area') losses.note('areasAsTracks');
    const segments = geometry.kind === 'line' ? geometry.parts : geometry.polygons.flat();
    return `<trk>${aboutOf(feature, false)}${segments.map(segmentOf).join('')}</trk>\n`;
  }

  // GPX requires all waypoints before the first track.
  const waypoints: Blob[] = [];
  const tracks: Blob[] = [];
  for await (const batch of batches) {
    losses.note('withoutPlace', batch.filter(({ geometry }) => geometry === null).length);
    waypoints.push(new Blob([batch.map(waypointOf).join('')]));
    tracks.push(new Blob([batch.map(trackOf).join('')]));
  }
  return new Blob([
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<gpx version="1.1" creator="Nadir" xmlns="http://www.topografix.com/GPX/1/1" xmlns:ogr="http://osgeo.org/gdal">\n',
    `<metadata>${xmlElement('name', title)}</metadata>\n`,
    ...waypoints,
    ...tracks,
    '</gpx>\n',
  ]);
};
