/**
 * Geographic systems whose degrees differ from those of WGS 84 by a metre or two at most, which is enough for places of
 * interest.
 */
const degrees = new Set([
  4326, 4979, 4258, 4937, 4269, 4283, 7844, 4674, 4490, 4167, 4612, 6668, 4619, 4617, 9057,
]);

const mercator =
  '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs';
const grs80 = '+ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs';
const wgs84 = '+datum=WGS84 +units=m +no_defs';
const bessel = (shift: string) => `+ellps=bessel +towgs84=${shift} +units=m +no_defs`;
const dhdn = bessel('598.1,73.7,418.2,0.202,0.045,-2.455,6.7');
const swiss = bessel('674.374,15.056,405.346');

/** Projected systems that are common in files without their own definition, by EPSG (or ESRI) code. */
const systems: Readonly<Record<number, string>> = {
  3857: mercator,
  3785: mercator,
  900913: mercator,
  102100: mercator,
  102113: mercator,
  3395: `+proj=merc +lon_0=0 +k=1 +x_0=0 +y_0=0 ${wgs84}`,
  3035: `+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 ${grs80}`,
  3034: `+proj=lcc +lat_0=52 +lon_0=10 +lat_1=35 +lat_2=65 +x_0=4000000 +y_0=2800000 ${grs80}`,
  2154: `+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 ${grs80}`,
  27700:
    '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m +no_defs',
  28992: `+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 ${bessel('565.4171,50.3319,465.5524,-0.398957,0.343988,-1.877402,4.0725')}`,
  2056: `+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000 ${swiss}`,
  21781: `+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=600000 +y_0=200000 ${swiss}`,
  31466: `+proj=tmerc +lat_0=0 +lon_0=6 +k=1 +x_0=2500000 +y_0=0 ${dhdn}`,
  31467: `+proj=tmerc +lat_0=0 +lon_0=9 +k=1 +x_0=3500000 +y_0=0 ${dhdn}`,
  31468: `+proj=tmerc +lat_0=0 +lon_0=12 +k=1 +x_0=4500000 +y_0=0 ${dhdn}`,
  31469: `+proj=tmerc +lat_0=0 +lon_0=15 +k=1 +x_0=5500000 +y_0=0 ${dhdn}`,
  2180: `+proj=tmerc +lat_0=0 +lon_0=19 +k=0.9993 +x_0=500000 +y_0=-5300000 ${grs80}`,
  3006: `+proj=utm +zone=33 ${grs80}`,
  3067: `+proj=utm +zone=35 ${grs80}`,
  2193: `+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000 ${grs80}`,
  5070: `+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +x_0=0 +y_0=0 ${grs80}`,
  3577: `+proj=aea +lat_0=0 +lon_0=132 +lat_1=-18 +lat_2=-36 +x_0=0 +y_0=0 ${grs80}`,
  3413: `+proj=stere +lat_0=90 +lat_ts=70 +lon_0=-45 +x_0=0 +y_0=0 ${wgs84}`,
  3995: `+proj=stere +lat_0=90 +lat_ts=71 +lon_0=0 +x_0=0 +y_0=0 ${wgs84}`,
  3031: `+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=0 +x_0=0 +y_0=0 ${wgs84}`,
  6933: `+proj=cea +lat_ts=30 +lon_0=0 +x_0=0 +y_0=0 ${wgs84}`,
};

/** Families of UTM zones: the code before the first zone, the zones, and the rest of the definition. */
const zones: readonly { before: number; first: number; last: number; south: boolean; rest: string }[] = [
  { before: 32_600, first: 1, last: 60, south: false, rest: wgs84 },
  { before: 32_700, first: 1, last: 60, south: true, rest: wgs84 },
  { before: 25_800, first: 28, last: 38, south: false, rest: grs80 },
  { before: 26_900, first: 1, last: 23, south: false, rest: grs80 },
  { before: 28_300, first: 46, last: 59, south: true, rest: grs80 },
  { before: 7_800, first: 46, last: 59, south: true, rest: grs80 },
  { before: 31_954, first: 11, last: 22, south: false, rest: grs80 },
  { before: 31_960, first: 17, last: 25, south: true, rest: grs80 },
];

/**
 * Returns the proj4 definition of a system by its EPSG code: `degrees` for WGS 84 and its equivalents; null for an
 * unknown code.
 */
export function definitionOfCode(code: number): string | 'degrees' | null {
  if (degrees.has(code)) return 'degrees';
  const known = systems[code];
  if (known !== undefined) return known;
  for (const { before, first, last, south, rest } of zones) {
    const zone = code - before;
    if (zone >= first && zone <= last) return `+proj=utm +zone=${zone}${south ? ' +south' : ''} ${rest}`;
  }
  return null;
}
/** The codes that are defined individually, for the test that compares them with another program. */
export const listedCodes = Object.keys(systems).map(Number);
