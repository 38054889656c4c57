import { expect, it } from 'vitest';
import { readAirports, withCurrentAirports } from './airports.mjs';
import { withCurrentDivisions } from './current-towns.mjs';

const town = (name: string, division: string, longitude: number, latitude: number) => ({
  kind: 'town' as const,
  names: [name],
  country: division.slice(0, 2),
  division,
  longitude,
  latitude,
  amount: 1_000,
  rank: 30,
});
const now = (name: string, division: string, lng: number, lat: number) => ({
  name,
  country: division.slice(0, 2),
  admin1: division.slice(3),
  lng: String(lng),
  lat: String(lat),
});

it('towns have the divisions of today, and those of a reformed country that of the nearest town', () => {
  const old = [
    town('Hanoi', 'VN.44', 105.84, 21.02),
    town('Hamlet', 'VN.44', 105.9, 21.1),
    town('Graz', 'AT.06', 15.44, 47.07),
    town('Weiler', 'AT.06', 15.5, 47.1),
  ];
  const current = [now('Hanoi', 'VN.01', 105.84, 21.02), now('Graz', 'AT.06', 15.44, 47.07)];
  const divisions = withCurrentDivisions(old, current).map(({ names, division }) => [names[0], division]);
  expect(divisions).toEqual([
    ['Hanoi', 'VN.01'],
    ['Hamlet', 'VN.01'],
    ['Graz', 'AT.06'],
    ['Weiler', 'AT.06'],
  ]);
});

it('towns that the older table lacks are added once', () => {
  const added = withCurrentDivisions(
    [town('Graz', 'AT.06', 15.44, 47.07)],
    [now('Graz', 'AT.06', 15.44, 47.07), now('Dadaab', 'KE.16', 40.31, 0.05)],
  );
  expect(added.map(({ names }) => names[0])).toEqual(['Graz', 'Dadaab']);
});

it('a code of an airport is at the field that has it, and a closed field is left out', () => {
  const airports = readAirports(
    [
      '"icao","iata","name","city","subd","country","elevation","lat","lon","tz","lid"',
      '"LTFM","IST","Istanbul Airport","Istanbul, Arnavutköy","","TR",325,41.275,28.752,"",""',
      '"LTBA","ISL","Ataturk International Airport","","","TR",163,40.977,28.814,"",""',
      '"LOWG","GRZ","Graz Airport","","","AT",1115,46.991,15.44,"",""',
    ].join('\n'),
  );
  const field = (name: string, codes: string[], longitude: number, latitude: number) => ({
    ...town(name, 'TR.34', longitude, latitude),
    kind: 'airport' as const,
    names: [name, ...codes],
    country: null,
    division: null,
  });
  const entries = [
    field('Ataturk Hava Limani Airport', ['IST', 'LTBA'], 28.81, 40.98),
    field('Edmonton City Centre Airport', ['YXD', 'CYXD'], -113.52, 53.57),
  ];
  const places = withCurrentAirports(entries, airports).map(({ names, latitude }) => [names, latitude]);
  expect(places).toEqual([
    [['Istanbul Airport', 'IST', 'LTFM'], 41.275],
    [['Ataturk Hava Limani Airport', 'Ataturk International Airport', 'ISL', 'LTBA'], 40.98],
    [['Graz Airport', 'GRZ', 'LOWG'], 46.991],
  ]);
});
