import { expect, it } from 'vitest';
import { importText } from '../../testing/page/import-harness.ts';
import { mendedFeature } from './mend-place.ts';

it('reads a retyped place in any notation and keeps the rest of the feature', async () => {
  const { rejected } = await importText('name,lat,lon,owner\nQuay,95,16.4,us');
  const [bad] = rejected;
  if (!bad) throw new Error('nothing was rejected');
  expect(bad.mend?.place).toBe('95, 16.4');
  for (const typed of ['48.2, 16.4', '48°12′N 16°24′E', 'POINT (16.4 48.2)'])
    expect(mendedFeature(bad, typed, {})).toMatchObject({
      feature: { name: 'Quay', attributes: { owner: 'us' }, geometry: { kind: 'point' }, where: { line: 2 } },
    });
  expect(mendedFeature(bad, '95, 16.4', {})).toMatchObject({ problem: { message: 'validation.latitude' } });
  expect(mendedFeature(bad, '  ', {})).toMatchObject({ problem: { message: 'validation.required' } });
});

it('uses the answers for the file, and does not guess without one', async () => {
  const [bad] = (await importText('name,coordinates\nQuay,here\nPort,48 N 16 E')).rejected;
  if (!bad) throw new Error('nothing was rejected');
  const text = '33S 400000 4000000';
  expect(mendedFeature(bad, text, {})).toMatchObject({
    problem: { message: 'validation.ambiguousZone', values: { zone: '33S' } },
  });
  const south = mendedFeature(bad, text, { hemisphere: 'south' });
  expect(
    'feature' in south && south.feature.geometry.kind === 'point' && south.feature.geometry.latitude,
  ).toBeLessThan(0);
});

it('says how to write the west where the letter O is one of several languages', async () => {
  const [bad] = (await importText('name,coordinates\nQuay,here\nPort,48 N 16 E')).rejected;
  if (!bad) throw new Error('nothing was rejected');
  const text = `33°26'14.5"S 70°39'01"O`;
  expect(mendedFeature(bad, text, {})).toMatchObject({ problem: { message: 'validation.ambiguousLetter' } });
  for (const [letter, longitude] of [
    ['o-west', -70.65028],
    ['o-east', 70.65028],
  ] as const)
    expect(mendedFeature(bad, text, { letter })).toMatchObject({
      feature: { geometry: { longitude: expect.closeTo(longitude, 5) } },
    });
});
