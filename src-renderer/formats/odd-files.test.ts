import { expect, it } from 'vitest';
import { makeOddFile } from '../../testing/odd-places.ts';
import { importFiles } from '../../testing/page/import-harness.ts';

/** A second of arc is 0.00028°; every notation of the generator is exact to a twentieth of it. */
const toleranceDegrees = 0.00001;

it('every place of two hundred odd files is read where it is, asked, or named with a reason', async () => {
  const wrong: string[] = [];
  const asked: string[] = [];
  for (let seed = 1; seed <= 200; seed += 1) {
    const { name, content, about, places } = makeOddFile(seed);
    const read = await importFiles({ [name]: content });
    const isAsked =
      read.outcome.problem !== null || read.outcome.questions.some(({ answer }) => answer === null);
    if (isAsked) {
      asked.push(`seed ${seed} (${about}): ${read.outcome.problem?.message}`);
      continue;
    }
    const found = read.features.map((feature) => ({
      name: feature.name,
      at: feature.geometry.kind === 'point' ? feature.geometry : null,
    }));
    const isRight = places.filter(({ longitude, latitude, ...place }) =>
      found.some(
        (each) =>
          each.name === place.name &&
          each.at !== null &&
          Math.abs(each.at.longitude - longitude) < toleranceDegrees &&
          Math.abs(each.at.latitude - latitude) < toleranceDegrees,
      ),
    ).length;
    const isWhole = isRight + read.outcome.rejectedCount === places.length && found.length === isRight;
    if (!isWhole) wrong.push(`seed ${seed} (${about}): ${isRight} of ${places.length} are right`);
  }
  expect(wrong).toEqual([]);
  // Each file has one meaning, so that nothing of it needs to be asked.
  expect(asked).toEqual([]);
});
