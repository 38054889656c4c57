import fc from 'fast-check';
import { forward as toMgrs } from 'mgrs';
import { encode as toPlusCode } from 'pluscodes';
import { describe, expect, it } from 'vitest';
import { coordinateFormats, formatCoordinate, type LonLat } from './coordinates.ts';
import type { ReadPlace } from './place-reading.ts';
import { parseCoordinate, placeText, readPlace } from './read-place.ts';
import { toUtm, utmBand, utmZone } from './utm.ts';

function placeOf(text: string): ReadPlace {
  const reading = readPlace(text);
  if (!('place' in reading)) throw new Error(`${text}: ${JSON.stringify(reading)}`);
  return reading.place;
}

function questionOf(text: string) {
  const reading = readPlace(text);
  if (!('question' in reading)) throw new Error(`${text}: ${JSON.stringify(reading)}`);
  return reading.question;
}

const problemOf = (text: string) => {
  const reading = readPlace(text);
  return 'problem' in reading ? reading.problem.message.replace('validation.', '') : null;
};

function expectNear(read: LonLat | null | undefined, at: LonLat, degrees: number, text: string) {
  expect(read, text).toBeTruthy();
  if (!read) return;
  const turn = Math.abs(read[0] - at[0]) % 360;
  // Longitudes are meaningless at the poles.
  const east = Math.min(turn, 360 - turn) * Math.cos((at[1] * Math.PI) / 180);
  expect(Math.hypot(east, read[1] - at[1]), text).toBeLessThan(degrees);
}

const beauce: LonLat = [1.6, 48.15];

describe('notations that programs copy and people type', () => {
  it.each([
    ['a link with the middle of the map', 'https://maps.example.org/maps/@48.15,1.6,12z'],
    ['a link with a name before it', 'https://maps.example.org/maps/place/Voves/@48.15,1.6,3500m/data=!3m1'],
    [
      'a link with a pin beside the middle',
      'https://maps.example.org/maps/place/X/@48.2,1.7,9z/data=!4m2!3d48.15!4d1.6',
    ],
    ['a link with q', 'https://maps.example.org/?q=48.15,1.6'],
    ['a link with q and a label', 'https://maps.example.org/maps?q=loc:48.15,1.6+(Voves)&z=3'],
    ['a link with an escaped pair', 'https://maps.example.org/?api=1&query=48.15%2C1.6'],
    ['a link with a marker', 'https://map.example.org/?mlat=48.15&mlon=1.6#map=7/10.0/20.0'],
    ['a link with #map', 'https://map.example.org/#map=12/48.15/1.6'],
    ['a link with #map and layers', 'https://map.example.org/#map=12/48.1500/1.6000&layers=H'],
    ['a link with a bare hash', 'https://map.example.org/style/#9.5/48.15/1.6'],
    ['a link with lat and lon', 'https://map.example.org/?lat=48.15&lon=1.6&zoom=4'],
    ['a link with a tilde', 'https://map.example.org/?cp=48.15~1.6&lvl=11'],
    ['a link without a scheme', 'www.map.example.org/?q=48.15,1.6'],
    ['geo', 'geo:48.15,1.6'],
    ['geo with uncertainty', 'geo:48.15,1.6;crs=wgs84;u=35'],
    ['geo of a telephone', 'geo:0,0?q=48.15,1.6(Voves)'],
    ['round brackets', '(48.15, 1.6)'],
    ['colons and letters', '48:09:00N 1:36:00E'],
    ['colons, decimals and letters before', 'N48:09:00.0, E001:36:00.0'],
    ['colons for minutes only', '48:09.0 N; 1:36.0 E'],
    ['words for the parts', '48 deg 9 min 0 sec N, 1 deg 36 min 0 sec E'],
    ['degrees as word', '48.15 degrees north, 1.6 degrees east'],
    ['words of Spanish', '48,15 Norte 1,6 Este'],
    ['words of German', 'Nord 48,15 Ost 1,6'],
    ['WKT', 'POINT(1.6 48.15)'],
    ['WKT with a system', 'SRID=4326;POINT (1.6 48.15)'],
    ['GeoJSON', '{"type":"Point","coordinates":[1.6,48.15]}'],
    ['a Feature', '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1.6,48.15]}}'],
    ['degrees without letters', '48°09′00″ 1°36′00″'],
    ['degrees without signs', '48 09 00 1 36 00'],
    ['degrees and minutes without signs', '48 09, 1 36'],
    ['packed', '480900N 0013600E'],
    ['packed together', '480900N0013600E'],
    ['packed minutes', '4809N 00136E'],
    ['packed, letters first', 'N480900 E0013600'],
    ['named', 'Lat: 48.15, Lon: 1.6'],
    ['named, with words', 'Latitude 48.15 North, Longitude 1.6 East'],
    ['named in Spanish', 'Latitud 48,15 norte, longitud 1,6 este'],
    ['named, letters in brackets', 'Lat: 48,15 (N) Lon: 1,6 (E)'],
    ['named, longitude first', 'Lon 1.6 E / Lat 48.15 N'],
    ['named, as of a photo', 'GPS Latitude 48 deg 9\' 0.00" N GPS Longitude 1 deg 36\' 0.00" E'],
    ['named, with what announces it', 'Coordinates: lat 48.15, lon 1.6.'],
    ['named, with an altitude', 'lat 48.15, lon 1.6, alt 520 m'],
    ['UTM with E and N', '31N 395871E 5333920N'],
    ['UTM with metres', '31U 395871 mE 5333920 mN'],
    ['UTM with the zone at the end', '395871 5333920 31N'],
    ['UTM with commas', 'UTM zone 31N, 395871, 5333920'],
    ['UTM in words', '31 North E395871 N5333920'],
    ['a Plus Code', '8FW35J22+22'],
  ])('%s', (kind, text) => {
    const at = kind === 'a Plus Code' ? null : beauce;
    const read = placeOf(text).at;
    if (at) expectNear(read, at, 0.0002, text);
    else expect(toPlusCode({ latitude: read[1], longitude: read[0] }, 10)).toBe(text);
  });

  it('keeps the altitude beside the place', () => {
    for (const text of [
      '48.15, 1.6, 120',
      '48.15 1.6 120m',
      '48°09′N 1°36′E 120 m',
      'POINT Z (1.6 48.15 120)',
      'geo:48.15,1.6,120',
      '{"type":"Point","coordinates":[1.6,48.15,120]}',
    ])
      expect(placeOf(text), text).toMatchObject({ at: beauce, altitudeMetres: 120 });
    expect(placeOf('POINT M (1.6 48.15 120)').altitudeMetres).toBeNull();
    expect(placeOf('48.15, 1.6').altitudeMetres).toBeNull();
  });

  const place = fc.tuple(
    fc.double({ min: -179.99, max: 179.99, noNaN: true }),
    fc.double({ min: -79.9, max: 83.9, noNaN: true }),
  );
  const six = (value: number) => value.toFixed(6);
  const packed = (value: number, width: number, letters: string) => {
    const seconds = Math.round(Math.abs(value) * 3_600);
    const part = (size: number, digits: number) => String(size).padStart(digits, '0');
    const text = `${part(Math.floor(seconds / 3_600), width)}${part(Math.floor(seconds / 60) % 60, 2)}${part(seconds % 60, 2)}`;
    return `${text}${letters[value < 0 ? 1 : 0]}`;
  };
  const writers: Record<string, { write: (at: LonLat) => string; degrees: number }> = {
    at: { write: ([x, y]) => `https://a.example/maps/@${six(y)},${six(x)},7z`, degrees: 1e-5 },
    q: { write: ([x, y]) => `https://a.example/?q=${six(y)},${six(x)}`, degrees: 1e-5 },
    marker: {
      write: ([x, y]) => `https://a.example/?mlat=${six(y)}&mlon=${six(x)}#map=3/1/1`,
      degrees: 1e-5,
    },
    hash: { write: ([x, y]) => `https://a.example/#map=7/${six(y)}/${six(x)}`, degrees: 1e-5 },
    geo: { write: ([x, y]) => `geo:${six(y)},${six(x)};u=10`, degrees: 1e-5 },
    wkt: { write: ([x, y]) => `POINT (${six(x)} ${six(y)})`, degrees: 1e-5 },
    geojson: { write: (at) => JSON.stringify({ type: 'Point', coordinates: at }), degrees: 1e-9 },
    packed: { write: ([x, y]) => `${packed(y, 2, 'NS')} ${packed(x, 3, 'EW')}`, degrees: 5e-4 },
    plusCode: { write: ([x, y]) => toPlusCode({ latitude: y, longitude: x }, 11) ?? '', degrees: 2e-4 },
    utmAtTheEnd: {
      write: (at) => {
        const { zone, easting, northing } = toUtm(at);
        return `${Math.round(easting)}E ${Math.round(northing)}N ${zone}${at[1] < 0 ? ' South' : ' North'}`;
      },
      degrees: 2e-5,
    },
    utmBand: {
      write: (at) => {
        const { zone, easting, northing } = toUtm(at);
        const band = utmBand(at[1]);
        return `${zone}${band === 'S' ? 'N' : band} ${easting.toFixed(1)} ${northing.toFixed(1)}`;
      },
      degrees: 2e-5,
    },
    mgrs: { write: ([x, y]) => toMgrs([x, y], 4), degrees: 3e-4 },
  };
  it.each(Object.entries(writers))('reads back: %s', (_, { write, degrees }) => {
    fc.assert(
      fc.property(place, (at) => {
        const text = write(at);
        expectNear(parseCoordinate(text), at, degrees, text);
      }),
      { numRuns: 300 },
    );
  });

  it('is the same in a field after reading and formatting, to the last digit', () => {
    fc.assert(
      fc.property(place, fc.constantFrom(...coordinateFormats), (at, format) => {
        const text = placeText(at, format);
        expectNear(parseCoordinate(text), at, 1e-12, text);
      }),
      { numRuns: 300 },
    );
    expect(placeText([16.3738, 48.2082], 'dd')).toBe('48.20820, 16.37380');
    expect(placeText([1.6000004, -48.15], 'mgrs')).toBe('48.15° S, 1.6000004° E');
  });
});

describe('an ambiguous text becomes a question', () => {
  it('33S: the southern hemisphere, or the band from 32° to 40° north', () => {
    const question = questionOf('33S 500000 3900000');
    expect(question.kind).toBe('hemisphere');
    expect(question.choices.map(({ meaning, at }) => [meaning, Math.round(at[1])])).toEqual([
      ['band', 35],
      ['south', -55],
    ]);
    // If the northing excludes one meaning, there is no question.
    expect(placeOf('33S 500000 6000000').at[1]).toBeLessThan(-30);
    expect(placeOf('33S 500000 9000000').at[1]).toBeLessThan(0);
    expect(placeOf('33 South 500000 3900000').at[1]).toBeLessThan(-50);
  });

  it('never formats a zone that has to be asked about', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -80, max: 84, noNaN: true }),
        (x, y) => {
          const text = formatCoordinate([x, y], 'utm');
          expect('place' in readPlace(text), text).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('a zone without a letter, a square of a kilometre or more, brackets of another order', () => {
    expect(questionOf('31 395871 5333920').choices.map(({ meaning }) => meaning)).toEqual(['north', 'south']);
    expect(questionOf('31U CP 95 34')).toMatchObject({ kind: 'square', values: { km: 1 } });
    expect(questionOf('31U CP')).toMatchObject({ kind: 'square', values: { km: 100 } });
    const [centre, corner] = questionOf('31U CP 95 34').choices;
    expect(centre?.at[0]).toBeGreaterThan(corner?.at[0] ?? 0);
    expect(placeOf('31U CP 958 340')).toMatchObject({ squareMetres: 100 });
    expect(questionOf('[1.6, 48.15]').choices.map(({ at }) => at)).toEqual([beauce, [48.15, 1.6]]);
    expect(questionOf('https://a.example/?ll=1.6,48.15').kind).toBe('order');
    expect(questionOf('100, 48').choices).toEqual([{ meaning: 'longitude-first', at: [100, 48] }]);
    expect(parseCoordinate('33S 500000 3900000')).toBeNull();
  });

  it('marks two numbers that could be in the other order', () => {
    expect(placeOf('1.6,48.15')).toMatchObject({ at: [48.15, 1.6], swapped: [1.6, 48.15] });
    expect(placeOf('1.6 N, 48.15 E').swapped).toBeNull();
    expect(placeOf('48.15, 100').swapped).toBeNull();
  });
});

describe('zones', () => {
  it('are wider in south-western Norway and on Svalbard', () => {
    expect([utmZone(4, 61), utmZone(2, 61), utmZone(4, 55)]).toEqual([32, 31, 31]);
    expect([utmZone(8, 78), utmZone(10, 78), utmZone(20, 78), utmZone(22, 78), utmZone(40, 78)]).toEqual([
      31, 33, 33, 35, 37,
    ]);
    expect(formatCoordinate([4, 61], 'utm')).toMatch(/^32N /);
    expect(formatCoordinate([20, 78], 'utm')).toMatch(/^33N /);
  });
});

describe('problems are named precisely', () => {
  it.each([
    ['48.15', 'halfPlace'],
    ['95, 10', null],
    ['95 N, 10 E', 'latitude'],
    ['48 N, 190 E', 'longitude'],
    ['-33.5 N, 18.5 E', 'signAndLetter'],
    // These may be times of day.
    ['12:30:00 13:45:00', 'coordinate'],
    ['48:60:00N 1:36:00E', 'sixty'],
    ['48.15 Nordost 1.6 Ost', 'coordinate'],
    // What follows the numbers may belong to the place, and is not passed over.
    ['lat:33.45,lon:70.66,S,W', 'notOfPlace'],
    ['lat 33.45 xyz lon 70.66 abc', 'coordinate'],
    ['lat 33 45 lon 70 66', 'notOfPlace'],
    ['lat 33.45 lon 70.66 12', 'notOfPlace'],
    ['lat 33.45 lon', 'coordinate'],
    ['lat 33.45 lon 70.66, dry', 'notOfPlace'],
    ['south lat 33.45 lon 70.66 W', 'notOfPlace'],
    ['latitude 33.45 longitude 70.66, southern hemisphere', 'notOfPlace'],
    ['latitud 33,45 longitud 70,66 hemisferio sur', 'notOfPlace'],
    ['lat 33.45 lon 70.66 southwest', 'notOfPlace'],
    ['alt 500 lat 1.5 lon 2.5', 'notOfPlace'],
    ['lat 48.2, lon 16.37, alt 1706 ft', 'notOfPlace'],
    ['lat 48.2, lon 16.37, elev: 1640 (feet)', 'notOfPlace'],
    ['lat 48.2, lon 16.37, alt 12 m below sea level', 'notOfPlace'],
    ['lat 48.2, lon 16.37, altitud 12 m bajo el nivel del mar', 'notOfPlace'],
    ['lat 48.2, lon 16.37, alt ~500', 'notOfPlace'],
    ['lat 48.2, lon 16.37, alt minus 12', 'notOfPlace'],
    ['lat 48.2, lon 16.37, alt FL120', 'notOfPlace'],
    // A thousand, or one?
    ['lat 48.2, lon 16.37, alt 1,200', 'ambiguousNumber'],
    ["0°31.2'S, 36°05.5'E, 1.890 m", 'ambiguousNumber'],
    ["48°12'N 16°22'E 1,200 m", 'ambiguousNumber'],
    ['48,2 N; 16,37 E; 1,200 m', 'ambiguousNumber'],
    ['48.2, 16.37, 1706 ft', 'coordinate'],
    ['33.5 S, -18.5 E', 'signAndLetter'],
    ['N -33 30, E 18 30', 'signAndLetter'],
    ['lat: -33.5 N, lon: 18.5 E', 'signAndLetter'],
    ['48 N, 16 N', 'twoLatitudes'],
    ['16 E, 48 W', 'twoLongitudes'],
    ['48°60′N 16°00′E', 'sixty'],
    ['61N 500000 5000000', 'utmZone'],
    ['33N 5000 5340429', 'coordinate'],
    ['33N 050000 5340429', 'utmEasting'],
    ['33N 500000 99999999', 'utmNorthing'],
    ['33M 500000 5340429', 'utmBand'],
    ['32X 500000 8600000', 'gridZone'],
    ['33I 500000 5340429', 'gridZone'],
    ['33UXP019', 'mgrsDigits'],
    ['https://maps.example.org/maps/place/Voves', 'linkWithoutPlace'],
    ['https://short.example/abc', 'linkWithoutPlace'],
    ['LINESTRING (1 2, 3 4)', 'notPoint'],
    ['{"type":"Polygon","coordinates":[]}', 'notPoint'],
    ['SRID=3857;POINT (1 2)', 'otherPlaceCrs'],
    ['geo:48.15,1.6;crs=moon', 'otherPlaceCrs'],
    ['{"type":', 'json'],
    ['Vienna', 'coordinate'],
  ])('%s', (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  it('is fast and never throws, whatever the text', () => {
    const hostile = fc.oneof(
      fc.string({ maxLength: 2_100 }),
      fc.string({ unit: fc.constantFrom(...'0123456789.,;°′″@/#?=&:!NSEWO -+()[]{}"'), maxLength: 300 }),
      fc
        .constantFrom('https://', 'geo:', 'POINT(', '{"type":"Point"')
        .chain((start) =>
          fc
            .string({ unit: fc.constantFrom(...'0123456789.,/ @#=&'), maxLength: 1_900 })
            .map((rest) => start + rest),
        ),
      fc.constant(`https://a.example/place/${'1'.repeat(900)}/${'1.1,'.repeat(200)}`),
      fc.constant(`${'1 '.repeat(900)}`),
      fc.constant('9'.repeat(99)),
    );
    const started = performance.now();
    fc.assert(
      fc.property(hostile, (text) => {
        const reading = readPlace(text);
        if (!('place' in reading)) return;
        expect(Math.abs(reading.place.at[0])).toBeLessThanOrEqual(180);
        expect(Math.abs(reading.place.at[1])).toBeLessThanOrEqual(90);
      }),
      { numRuns: 2_000 },
    );
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

it.each([
  'Latitude 33.45 South, Longitude 70.66 West',
  'Latitud 33,45 sur, longitud 70,66 oeste',
  'Lat: 33,45 (S) Lon: 70,66 (W)',
  'GPS Latitude 33 deg 27\' 0.00" S GPS Longitude 70 deg 39\' 36.00" W',
  'Lat 33:27:00 S Lon 70:39:36 W',
  '33.45 south 70.66 west',
])('keeps the side that words and brackets name: %s', (text) => {
  const [longitude = 0, latitude = 0] = parseCoordinate(text) ?? [];
  expect([longitude, latitude]).toEqual([expect.closeTo(-70.66, 9), expect.closeTo(-33.45, 9)]);
});

it.each([
  'lat 48.2, lon 16.37, alt 520 m',
  'Lat 48.2 Lon 16.37 h 520',
  'lat: 48.2; lon: 16.37; elevation: 520',
  'lat 48.2 lon 16.37 elevación 520',
  'lat 48.2 lon 16.37 cota 520',
  'lat 48.2 lon 16.37, Altitude (m): 520',
  'latitud: 48,2; longitud: 16,37; elevación: 520 m s. n. m.',
  'lat 48.2, lon 16.37, alt 520 metres above sea level',
  'GPS Latitude 48 deg 12\' 0.00" N GPS Longitude 16 deg 22\' 12.00" E GPS Altitude 520 m Above Sea Level',
])('keeps the altitude behind latitude and longitude: %s', (text) => {
  expect(readPlace(text)).toMatchObject({ place: { altitudeMetres: 520 } });
});
