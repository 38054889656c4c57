import { codesOfName, plainName, systemOfCode } from './systems.ts';
import { codeOfPart, nameOfPart, numberOfPart, partOf, type WktNode } from './wkt-tree.ts';

/** What well-known text says about the plane, without looking its whole up in the table. */
export interface WrittenDefinition {
  /** For proj4; `+units=grad` as in the table. */
  text: string;
  /** The name of a datum whose shift neither the text nor the table gives; null for others. */
  unknownDatum: string | null;
  /** How far the shift of the datum may be off, in metres; 0 below one metre. */
  metres: number;
}

const degreesPerRadian = 180 / Math.PI;
const gradsPerRadian = 200 / Math.PI;
const geographic = [
  'GEOGCS',
  'GEOGCRS',
  'GEOGRAPHICCRS',
  'BASEGEOGCRS',
  'BASEGEODCRS',
  'GEODCRS',
  'GEODETICCRS',
];
const projected = ['PROJCS', 'PROJCRS', 'PROJECTEDCRS'];
const wgs84Names = new Set([
  'wgs1984',
  'dwgs1984',
  'wgs84',
  'worldgeodeticsystem1984',
  'worldgeodeticsystem1984ensemble',
]);

/** The names that programs give to each parameter, plain. */
const parameterNames = {
  lat_0: [
    'latitudeoforigin',
    'latitudeofnaturalorigin',
    'latitudeofcenter',
    'latitudeofcentre',
    'latitudeofprojectioncentre',
    'latitudeoffalseorigin',
  ],
  lon_0: [
    'centralmeridian',
    'longitudeofnaturalorigin',
    'longitudeofcenter',
    'longitudeofcentre',
    'longitudeofprojectioncentre',
    'longitudeoffalseorigin',
    'longitudeoforigin',
  ],
  k: [
    'scalefactor',
    'scalefactoratnaturalorigin',
    'scalefactoroninitialline',
    'scalefactoratprojectioncentre',
    'scalefactoronpseudostandardparallel',
    'ellipsoidscalingfactor',
  ],
  x_0: ['falseeasting', 'eastingatfalseorigin', 'eastingatprojectioncentre'],
  y_0: ['falsenorthing', 'northingatfalseorigin', 'northingatprojectioncentre'],
  lat_1: [
    'standardparallel1',
    'latitudeof1ststandardparallel',
    'latitudeofstandardparallel',
    'pseudostandardparallel1',
    'latitudeofpseudostandardparallel',
  ],
  lat_2: ['standardparallel2', 'latitudeof2ndstandardparallel'],
  alpha: [
    'azimuth',
    'azimuthofinitialline',
    'azimuthatprojectioncentre',
    'colatitudeoftheconeaxis',
    'colatitudeofconeaxis',
  ],
  gamma: ['rectifiedgridangle', 'anglefromrectifiedtoskewgrid'],
  xScale: ['xscale'],
  yScale: ['yscale'],
  rotation: ['xyplanerotation'],
  height: ['satelliteheight', 'height'],
  /** ESRI: 1 for a camera that sweeps along x. */
  sweep: ['option'],
} as const;
/** The parameters that are lengths, and those that are plain numbers; all others are angles. */
const lengths: ReadonlySet<string> = new Set(['x_0', 'y_0', 'height']);
const plainNumbers: ReadonlySet<string> = new Set(['k', 'xScale', 'yScale', 'sweep']);
type ParameterName = keyof typeof parameterNames;
/** Angles in degrees, lengths in metres. */
type Parameters = Partial<Record<ParameterName, number>>;

const word = (name: string, value: number | undefined, otherwise = 0) => `+${name}=${value ?? otherwise}`;
const origin = ({ lat_0, lon_0 }: Parameters) => [word('lat_0', lat_0), word('lon_0', lon_0)];
const scaled = (parameters: Parameters) => [...origin(parameters), word('k', parameters.k, 1)];
const conic = (parameters: Parameters) => [
  ...origin(parameters),
  word('lat_1', parameters.lat_1),
  word('lat_2', parameters.lat_2, parameters.lat_1),
];
/** With one parallel the cone touches the earth at the latitude of origin. */
const tangent = (parameters: Parameters) => [
  '+proj=lcc',
  word('lat_1', parameters.lat_1 ?? parameters.lat_0),
  ...scaled(parameters),
];
const secant = (parameters: Parameters) => [
  '+proj=lcc',
  ...conic(parameters),
  ...(parameters.k === undefined || parameters.k === 1 ? [] : [word('k', parameters.k)]),
];
/** Only about a pole: with a scale, another latitude of origin contradicts the method, and without one it is that of true scale. */
function polar({ lat_0 = 90, lat_1, lon_0, k }: Parameters): string[] | null {
  const truth = lat_1 ?? lat_0;
  if (lat_1 === undefined && Math.abs(truth) !== 90 && k !== undefined && Math.abs(k - 1) > 1e-9) return null;
  const words = ['+proj=stere', word('lat_0', truth < 0 ? -90 : 90), word('lon_0', lon_0)];
  return Math.abs(truth) === 90 ? [...words, word('k', k, 1)] : [...words, word('lat_ts', truth)];
}
/** Only from the equator: what another latitude of origin moves, programs do not agree on. */
const mercator = ({ lat_0 = 0, lat_1, lon_0, k }: Parameters) =>
  lat_0 !== 0
    ? null
    : lat_1 === undefined
      ? ['+proj=merc', word('lon_0', lon_0), word('k', k, 1)]
      : ['+proj=merc', word('lon_0', lon_0), word('lat_ts', lat_1)];
function oblique(parameters: Parameters, isFromNaturalOrigin: boolean): string[] {
  const { lat_0, lon_0, alpha = 0, k, rotation } = parameters;
  const gamma = parameters.gamma ?? rotation ?? alpha;
  if (Math.abs(alpha - 90) < 1e-9 && Math.abs(gamma - 90) < 1e-9)
    return ['+proj=somerc', ...scaled(parameters)];
  return [
    '+proj=omerc',
    word('lat_0', lat_0),
    word('lonc', lon_0),
    word('alpha', alpha),
    word('gamma', gamma),
    word('k', k, 1),
    ...(isFromNaturalOrigin ? ['+no_uoff'] : []),
  ];
}
/** Only with the axes to the east and to the north: the others are not read right. */
function krovak(parameters: Parameters): string[] | null {
  const { xScale = 1, yScale = 1, rotation = 0 } = parameters;
  if (xScale !== -1 || yScale !== 1 || Math.abs(rotation - 90) > 1e-9) return null;
  return krovakToNorth(parameters);
}
const krovakToNorth = (parameters: Parameters) => [
  '+proj=krovak',
  ...scaled(parameters),
  word('alpha', parameters.alpha, 30.2881397527778),
];
/** The earth as a satellite sees it that stands still above the equator. proj4 knows no false origin for it. */
function geostationary({ height, sweep, lon_0, x_0 = 0, y_0 = 0 }: Parameters): string[] | null {
  if (height === undefined || x_0 !== 0 || y_0 !== 0) return null;
  const words = ['+proj=geos', word('h', height), word('lon_0', lon_0)];
  return sweep === 1 ? [...words, '+sweep=x'] : words;
}
const simply = (name: string) => (parameters: Parameters) => [`+proj=${name}`, ...origin(parameters)];
/** The Belgian cone is turned by 29.2985 seconds, which moves its central meridian by the turn over the cone's constant. */
function belgian(parameters: Parameters): string[] {
  const { lat_1 = 0, lat_2 = lat_1, lon_0 = 0 } = parameters;
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const isometric = (latitude: number) => Math.log(Math.tan(Math.PI / 4 + radians(latitude) / 2));
  const constant =
    Math.log(Math.cos(radians(lat_1)) / Math.cos(radians(lat_2))) / (isometric(lat_2) - isometric(lat_1));
  return secant({ ...parameters, lon_0: lon_0 + 29.2985 / 3_600 / constant });
}

const equidistant = (each: Parameters) => ['+proj=eqc', ...origin(each), word('lat_ts', each.lat_1)];

/** The words of proj4 for each method, by its plain name in WKT 1 of OGC and ESRI and in WKT 2. */
const methods: Readonly<Record<string, (parameters: Parameters) => string[] | null>> = {
  transversemercator: (each) => ['+proj=tmerc', ...scaled(each)],
  gausskruger: (each) => ['+proj=tmerc', ...scaled(each)],
  transversemercatorcomplex: (each) => ['+proj=tmerc', ...scaled(each)],
  // Counted to the west and the south, which is a negative scale.
  transversemercatorsouthorientated: (each) => ['+proj=tmerc', ...scaled({ ...each, k: -(each.k ?? 1) })],
  lambertconformalconic1sp: tangent,
  lambertconicconformal1sp: tangent,
  lambertconformalconic2sp: secant,
  lambertconicconformal2sp: secant,
  lambertconformalconic: (each) => (each.lat_2 === undefined ? tangent(each) : secant(each)),
  lambertconicconformal2spmichigan: secant,
  lambertconformalconic2spbelgium: belgian,
  lambertconicconformal2spbelgium: belgian,
  albersconicequalarea: (each) => ['+proj=aea', ...conic(each)],
  albers: (each) => ['+proj=aea', ...conic(each)],
  albersequalarea: (each) => ['+proj=aea', ...conic(each)],
  equidistantconic: (each) => ['+proj=eqdc', ...conic(each)],
  lambertazimuthalequalarea: simply('laea'),
  lambertazimuthalequalareaspherical: simply('laea'),
  azimuthalequidistant: simply('aeqd'),
  polarstereographic: polar,
  polarstereographicvarianta: polar,
  polarstereographicvariantb: polar,
  stereographicnorthpole: polar,
  stereographicsouthpole: polar,
  stereographic: (each) => ['+proj=stere', ...scaled(each)],
  obliquestereographic: (each) => ['+proj=sterea', ...scaled(each)],
  doublestereographic: (each) => ['+proj=sterea', ...scaled(each)],
  cassinisoldner: simply('cass'),
  cassini: simply('cass'),
  mercator: mercator,
  mercator1sp: mercator,
  mercator2sp: mercator,
  mercatorvarianta: mercator,
  mercatorvariantb: mercator,
  cylindricalequalarea: (each) => ['+proj=cea', word('lon_0', each.lon_0), word('lat_ts', each.lat_1)],
  lambertcylindricalequalarea: (each) => ['+proj=cea', word('lon_0', each.lon_0), word('lat_ts', each.lat_1)],
  behrmann: (each) => ['+proj=cea', word('lon_0', each.lon_0), word('lat_ts', each.lat_1, 30)],
  lambertcylindricalequalareaspherical: (each) => [
    '+proj=cea',
    word('lon_0', each.lon_0),
    word('lat_ts', each.lat_1),
  ],
  equalearth: (each) => ['+proj=eqearth', word('lon_0', each.lon_0)],
  equidistantcylindricalspherical: equidistant,
  equirectangular: equidistant,
  equidistantcylindrical: equidistant,
  platecarree: equidistant,
  hotineobliquemercator: (each) => oblique(each, true),
  hotineobliquemercatorvarianta: (each) => oblique(each, true),
  hotineobliquemercatorazimuthnaturalorigin: (each) => oblique(each, true),
  rectifiedskeworthomorphicnaturalorigin: (each) => oblique(each, true),
  hotineobliquemercatorvariantb: (each) => oblique(each, false),
  hotineobliquemercatorazimuthcenter: (each) => oblique(each, false),
  rectifiedskeworthomorphiccenter: (each) => oblique(each, false),
  swissobliquecylindrical: (each) => ['+proj=somerc', ...scaled(each)],
  swissobliquemercator: (each) => ['+proj=somerc', ...scaled(each)],
  krovak,
  krovaknorthorientated: krovakToNorth,
  polyconic: simply('poly'),
  americanpolyconic: simply('poly'),
  newzealandmapgrid: simply('nzmg'),
  sinusoidal: simply('sinu'),
  robinson: simply('robin'),
  mollweide: simply('moll'),
  millercylindrical: simply('mill'),
  gnomonic: simply('gnom'),
  orthographic: simply('ortho'),
  geostationarysatellite: geostationary,
  geostationarysatellitesweepx: (each) => geostationary({ ...each, sweep: 1 }),
  geostationarysatellitesweepy: geostationary,
};

/** Returns the degrees of the unit of a part. Texts round the radians of a degree, which must not make 90 more than the pole. */
function angleOf(node: WktNode | null, otherwise: number): number {
  const radians = numberOfPart(partOf(node, 'ANGLEUNIT', 'UNIT'));
  if (radians === null) return otherwise;
  const degrees = radians * degreesPerRadian;
  return Math.abs(degrees - 1) < 1e-9 ? 1 : degrees;
}
const lengthOf = (node: WktNode | null, otherwise: number): number =>
  numberOfPart(partOf(node, 'LENGTHUNIT', 'UNIT')) ?? otherwise;

/** Returns the metres of a unit of a projected system: WKT 2 may give it at each axis. */
const projectedUnit = (node: WktNode): number => lengthOf(node, lengthOf(partOf(node, 'AXIS'), 1));

/** Returns the parameters in degrees and metres; null if one of them is not known to Nadir. */
function readParameters(node: WktNode, base: WktNode | null): Parameters | null {
  const holder = partOf(node, 'CONVERSION') ?? node;
  const parameters: Parameters = {};
  for (const part of holder.parts) {
    if (part.keyword !== 'PARAMETER') continue;
    const plain = plainName(nameOfPart(part));
    const names = Object.keys(parameterNames) as ParameterName[];
    const name = names.find((each) => (parameterNames[each] as readonly string[]).includes(plain));
    const value = numberOfPart(part);
    if (name === undefined || value === null) return null;
    const isLength = lengths.has(name);
    const isAngle = !isLength && !plainNumbers.has(name);
    // ESRI and GDAL write the azimuth in the unit of the system too.
    parameters[name] =
      value *
      (isLength ? lengthOf(part, projectedUnit(node)) : isAngle ? angleOf(part, angleOf(base, 1)) : 1);
  }
  return parameters;
}

/** Returns the shift to WGS 84 that the text itself gives, as a word of proj4; null without one. */
function writtenShift(datum: WktNode | null): string | null {
  const values = partOf(datum, 'TOWGS84')?.values ?? [];
  const isWhole =
    (values.length === 3 || values.length === 7) && values.every((each) => typeof each === 'number');
  return isWhole ? `+towgs84=${values.join(',')}` : null;
}

const shiftWords = (definition: string): string | null =>
  /\+(?:towgs84|nadgrids)=\S+/.exec(definition)?.[0] ??
  (definition.includes('+datum=WGS84') ? '+towgs84=0,0,0' : null);

/** The shift of the datum and how far it may be off: from the text, from the system with its code, or from its name. */
function shiftOf(base: WktNode, whole: number | null): Omit<WrittenDefinition, 'text'> & { shift: string } {
  const datum = partOf(base, 'DATUM', 'ENSEMBLE');
  const written = writtenShift(datum);
  if (written !== null) return { shift: written, unknownDatum: null, metres: 0 };
  // Nobody has measured on a sphere: its degrees are meant as those of any map.
  if (numberOfPart(partOf(datum, 'SPHEROID', 'ELLIPSOID'), 2) === 0)
    return { shift: '', unknownDatum: null, metres: 0 };
  const datumName = nameOfPart(datum);
  if (whole === null && wgs84Names.has(plainName(datumName)))
    return { shift: '+towgs84=0,0,0', unknownDatum: null, metres: 0 };
  const names = [
    nameOfPart(base),
    nameOfPart(base).replace(/^GCS_/, ''),
    `GCS_${datumName.replace(/^D_/, '')}`,
    datumName,
  ];
  const candidates = [whole, codeOfPart(base), ...names.flatMap((name) => codesOfName(name))];
  for (const code of candidates) {
    const system = code === null ? null : systemOfCode(code);
    const shift = system === null ? null : shiftWords(system.definition);
    if (system !== null && shift !== null) return { shift, unknownDatum: null, metres: system.metres };
  }
  return { shift: '', unknownDatum: datumName || nameOfPart(base), metres: 0 };
}

/**
 * Returns true for a radius of the earth, as PROJ draws the line: the ellipsoids and spheres of all its maps are within half a percent. Others
 * are of the moon or of other planets.
 */
export const isOfEarth = (metres: number): boolean => Math.abs(metres / 6_375_000 - 1) < 0.005;

/** Returns true if the text of a projected or geographic system is of another body than the earth. */
export function isOfOtherBody(node: WktNode): boolean {
  const base = geographic.includes(node.keyword) ? node : partOf(node, ...geographic);
  const ellipsoid = partOf(partOf(base, 'DATUM', 'ENSEMBLE'), 'SPHEROID', 'ELLIPSOID');
  const a = numberOfPart(ellipsoid);
  return a !== null && !isOfEarth(a * lengthOf(ellipsoid, 1));
}

/**
 * Returns true for a projection that proj4 computes on a sphere alone, with these words for the earth. On an ellipsoid PROJ takes another
 * sphere for that of Miller, and computes the orthographic one on the ellipsoid: proj4 is up to kilometres off.
 */
export const needsSphere = (projection: string, earth: readonly string[]): boolean =>
  (projection === 'mill' || projection === 'ortho') && !earth.some((words) => /\+b=|\+R=/.test(words));

/** Returns the words for the ellipsoid and the prime meridian; null if the text gives no ellipsoid of the earth. */
function earthOf(base: WktNode): string[] | null {
  const ellipsoid = partOf(partOf(base, 'DATUM', 'ENSEMBLE'), 'SPHEROID', 'ELLIPSOID');
  const a = numberOfPart(ellipsoid);
  const flattening = numberOfPart(ellipsoid, 2);
  if (a === null || flattening === null) return null;
  const metres = a * lengthOf(ellipsoid, 1);
  if (!isOfEarth(metres)) return null;
  const meridian = partOf(base, 'PRIMEM');
  // Programs write the prime meridian of WKT 1 in degrees, whatever the unit of the system.
  const longitude = (numberOfPart(meridian) ?? 0) * angleOf(meridian, 1);
  return [
    `+a=${metres}`,
    flattening === 0 ? `+b=${metres}` : `+rf=${flattening}`,
    ...(longitude === 0 ? [] : [`+pm=${longitude}`]),
  ];
}

/** Returns true if an axis counts to the south or to the west, which only the methods that are made for it do here. */
function isReversed(node: WktNode, method: string): boolean {
  if (method === 'krovak' || method === 'transversemercatorsouthorientated') return false;
  const [first, second] = node.parts
    .filter(({ keyword }) => keyword === 'AXIS')
    .map(({ values }) => String(values[1]).toUpperCase());
  // On a map about a pole both axes count along a meridian, so that both have the same direction.
  return first !== second && [first, second].some((each) => each === 'SOUTH' || each === 'WEST');
}

/** Returns true if the text is Web Mercator, whose method alone would be another projection. */
const isWebMercator = (node: WktNode, method: string): boolean =>
  method === 'mercatorauxiliarysphere' ||
  method === 'popularvisualisationpseudomercator' ||
  String(partOf(node, 'EXTENSION')?.values[1] ?? '').includes('+nadgrids=@null');

/**
 * Returns what the well-known text of a projected or geographic system says, for proj4. `code` is the system that it is said to be: the
 * shift of its datum is taken from there. Null if the text has a method, a parameter or a unit that Nadir cannot compute.
 */
export function definitionOfWkt(node: WktNode, code: number | null): WrittenDefinition | null {
  const isGeographic = geographic.includes(node.keyword);
  const base = isGeographic ? node : partOf(node, ...geographic);
  const earth = base === null ? null : earthOf(base);
  if (base === null || earth === null) return null;
  const { shift, unknownDatum, metres } = shiftOf(base, code);
  const tail = [...earth, ...(shift === '' ? [] : [shift])];
  if (isGeographic) {
    const unit = angleOf(node, angleOf(partOf(node, 'AXIS'), 1));
    const isGrads = Math.abs(unit / (degreesPerRadian / gradsPerRadian) - 1) < 1e-9;
    if (!isGrads && Math.abs(unit - 1) > 1e-9) return null;
    return {
      text: ['+proj=longlat', ...(isGrads ? ['+units=grad'] : []), ...tail].join(' '),
      unknownDatum,
      metres,
    };
  }
  if (!projected.includes(node.keyword)) return null;
  const written = plainName(
    nameOfPart(partOf(node, 'PROJECTION') ?? partOf(partOf(node, 'CONVERSION'), 'METHOD')),
  );
  // OGC's text has one name for both kinds of Krovak, and its axes say which one is meant.
  const isToEast = String(partOf(node, 'AXIS')?.values[1]).toUpperCase() === 'EAST';
  const known = written === 'krovak' && isToEast ? 'krovaknorthorientated' : written;
  // GDAL's WKT 1 tells how the camera sweeps in a text for PROJ.
  const isAlongX = String(partOf(node, 'EXTENSION')?.values[1] ?? '').includes('+sweep=x');
  const method = known === 'geostationarysatellite' && isAlongX ? 'geostationarysatellitesweepx' : known;
  if (isWebMercator(node, method)) {
    const system = systemOfCode(3_857);
    return system && { text: system.definition, unknownDatum: null, metres: 0 };
  }
  if (isReversed(node, method)) return null;
  const parameters = readParameters(node, base);
  const words = parameters === null ? null : (methods[method]?.(parameters) ?? null);
  if (parameters === null || words === null) return null;
  if (needsSphere(words[0]?.replace('+proj=', '') ?? '', earth)) return null;
  const unit = projectedUnit(node);
  const plane = [...words, word('x_0', parameters.x_0), word('y_0', parameters.y_0)];
  return {
    text: [...plane, ...(unit === 1 ? [] : [`+to_meter=${unit}`]), ...tail].join(' '),
    unknownDatum,
    metres,
  };
}

/** Returns the part of the tree that says where x and y are: without heights, and without a transformation around it. */
export function horizontalPart(root: WktNode): WktNode {
  if (/^COMP/.test(root.keyword))
    return root.parts.find(({ keyword }) => /^(?:PROJ|GEOG|GEOD|BOUND)/.test(keyword)) ?? root;
  return root;
}
