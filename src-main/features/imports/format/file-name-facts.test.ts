import { expect, it } from 'vitest';
import { joinAllTimes, readNameFacts } from './file-name-facts.ts';

const names: readonly [string, string, string | null][] = [
  ['S2A_MSIL2A_20230110T103421_N0509_R108_T32UMB_20230111T010203', '2023-01-10T10:34:21.000Z', 'Sentinel-2A'],
  ['T32UMB_20230110T103421_B04_10m', '2023-01-10T10:34:21.000Z', null],
  ['23JAN10103421-M2AS-012345678010_01_P001', '2023-01-10T10:34:21.000Z', null],
  ['IMG_PHR1A_PMS_202301101034217_ORT_R1C1', '2023-01-10T10:34:21.700Z', 'Pléiades 1A'],
  ['20230110_103421_SN24_L1_SR', '2023-01-10T10:34:21.000Z', 'SN24'],
  ['20230110_103421_ssc4_u0001_analytic', '2023-01-10T10:34:21.000Z', 'SSC4'],
  ['20230110_103421_12_2481_3B_AnalyticMS', '2023-01-10T10:34:21.000Z', null],
  ['port 2023-01-10T10-34-21Z', '2023-01-10T10:34:21.000Z', null],
  ['20230110_103421_LT05', '2023-01-10T10:34:21.000Z', null],
  ['20230110_103421-05_u0001', '2023-01-10T10:34:21.000Z', null],
  ['cap_20240705T003000+0200', '2024-07-04T22:30:00.000Z', null],
  ['cap_20240705T003000+02', '2024-07-04T22:30:00.000Z', null],
  ['2024-07-05 00.30.00 +0200', '2024-07-04T22:30:00.000Z', null],
  ['cap_20240705T003000_+0200', '2024-07-04T22:30:00.000Z', null],
  ['cap_20240705T003000.123+0200', '2024-07-04T22:30:00.000Z', null],
  ['cap_20240705T003000_UTC+0200', '2024-07-04T22:30:00.000Z', null],
  ['cap_20240705T003000GMT+2', '2024-07-04T22:30:00.000Z', null],
  ['cap_20240705T0030+0200', '2024-07-04T22:30:00.000Z', null],
  ['cap_20240705_103000-0015', '2024-07-05T10:30:00.000Z', null],
  ['cap_20240705_103000-0100', '2024-07-05T10:30:00.000Z', null],
  ['cap_20240705T103000-2000', '2024-07-05T10:30:00.000Z', null],
  ['2024-07-05_10-30-00-11-15-00', '2024-07-05T10:30:00.000Z', null],
  ['port_20240705_103000_west', '2024-07-05T10:30:00.000Z', null],
  ['20240705_103000_2_wet', '2024-07-05T10:30:00.000Z', null],
  ['cap_2024-07-05T00-30-00+02-00', '2024-07-04T22:30:00.000Z', null],
  ['x_2024-07-05T23-30-00+0200', '2024-07-05T21:30:00.000Z', null],
  ['cap_20240705T223000-0500_v2', '2024-07-06T03:30:00.000Z', null],
  ['cap_20240705T223000+0545', '2024-07-05T16:45:00.000Z', null],
];

it.each(names)('the name %s says when it was acquired, and by which satellite', (name, at, satellite) => {
  expect(readNameFacts(name)).toMatchObject({ time: { kind: 'moment', at }, satellite });
});

it.each([
  ['LC08_L2SP_195028_20230110_20230115_02_T1_SR_B4', '2023-01-10', 'Landsat 8'],
  ['LC81950282013110LGN00_B4', '2013-04-20', 'Landsat 8'],
  ['ortho_2023-01-10_v2', '2023-01-10', null],
])('a name with a day alone, %s, gives that whole day', (name, day, satellite) => {
  expect(readNameFacts(name)).toMatchObject({
    time: { kind: 'period', start: `${day}T00:00:00.000Z`, end: `${day}T23:59:59.999Z` },
    satellite,
  });
});

it('the name of a radar scene gives the period from its start to its stop', () => {
  expect(readNameFacts('S1A_IW_GRDH_1SDV_20230110T053421_20230110T053446_046725_0599F1_1234')).toMatchObject({
    time: { kind: 'period', start: '2023-01-10T05:34:21.000Z', end: '2023-01-10T05:34:46.000Z' },
    satellite: 'Sentinel-1A',
  });
});

it.each([
  'a',
  'difference_20230110_20230220',
  'tile_12345678',
  'job_4202301101',
  'b_20231350',
  'cap_20240705_003000_CEST',
  'cap_20240705T003000EST',
  'cap 2024-07-05 00.30.00 local time',
])('the name %s gives no time', (name) => {
  expect(readNameFacts(name).time).toBeNull();
});

it('rasters of several times are one period', () => {
  const moment = (at: string) => ({ kind: 'moment', at }) as const;
  const [early, late] = ['2023-01-10T10:00:00.000Z', '2023-01-10T10:00:07.000Z'];
  expect(joinAllTimes([moment(late), moment(early)])).toEqual({ kind: 'period', start: early, end: late });
  expect(joinAllTimes([moment(late), moment(late)])).toEqual({ kind: 'moment', at: late });
  expect(joinAllTimes([])).toBeNull();
});
