import { expect, it } from 'vitest';
import type { OddFile, TruePlace } from '../../testing/odd-file.ts';
import { makeOddFile } from '../../testing/odd-places.ts';
import { type Imported, importFiles } from '../../testing/page/import-harness.ts';
import type { ImportedFeature } from './imported.ts';

/** A second of arc is 0.00028°; every notation of the generator is exact to a twentieth of it. */
const toleranceDegrees = 0.00001;

const isRight = (feature: ImportedFeature, place: TruePlace) => {
  const { geometry, notes, attributes } = feature;
  return (
    (feature.name ?? '') === place.name &&
    geometry.kind === 'point' &&
    Math.abs(geometry.longitude - place.longitude) < toleranceDegrees &&
    Math.abs(geometry.latitude - place.latitude) < toleranceDegrees &&
    (place.notes === undefined || notes === place.notes) &&
    Object.entries(place.attributes ?? {}).every(([key, value]) => attributes[key] === value)
  );
};

/** Returns what is wrong with the reading of a file; null if every place is right and everything else is named. */
function faultOf({ places, named, rejected }: OddFile, read: Imported): string | null {
  const { features, outcome } = read;
  if (outcome.problem !== null) return `refused: ${JSON.stringify(outcome.problem)}`;
  const open = outcome.questions.filter(({ answer }) => answer === null);
  if (open.length > 0) return `asked: ${JSON.stringify(open)}`;
  const wrong = places.filter((place) => !features.some((feature) => isRight(feature, place)));
  if (wrong.length > 0 || features.length !== places.length)
    return `${wrong.length} of ${places.length} wrong, ${features.length} read: ${JSON.stringify([wrong[0], features[0]])}`;
  if (outcome.rejectedCount !== rejected) return `${outcome.rejectedCount} rejected instead of ${rejected}`;
  const said = JSON.stringify(outcome.notes);
  const silent = named.filter((text) => !said.includes(text));
  if (/__MACOSX|\._|DS_Store/.test(said)) return `it names files of the system: ${said}`;
  return silent.length === 0 ? null : `silent about ${silent.join(', ')}: ${said}`;
}

/** Reads a file as a person would who answers the question that it needs; returns what is wrong. */
async function faultOfFile(file: OddFile): Promise<string | null> {
  const first = await importFiles(file.files);
  const { asked } = file;
  if (asked === null) return faultOf(file, first);
  const question = first.outcome.questions.find(({ kind }) => kind === asked.kind);
  if (question === undefined || question.answer !== null)
    return `the ${asked.kind} is not asked: ${JSON.stringify([first.outcome.problem, first.features[0]])}`;
  const shown = (text: string) => asked.kind === 'encoding' && text.includes(asked.shows);
  const answer =
    asked.kind === 'crs'
      ? asked.answer
      : question.choices.find(({ samples }) => samples.some(({ text }) => shown(text)))?.answer;
  if (answer === undefined) return `no choice shows the names: ${JSON.stringify(question.choices)}`;
  return faultOf(file, await importFiles(file.files, { answers: { [asked.kind]: answer } }));
}

/** Another run of seeds is given as `NADIR_SEEDS=1001-1200`. */
const [firstSeed = 1, lastSeed = 200] = (process.env.NADIR_SEEDS ?? '')
  .split('-')
  .filter((seed) => seed !== '')
  .map(Number);

it('every place of two hundred odd files is read where it is, asked, or named with a reason', async () => {
  const faults: string[] = [];
  for (let seed = firstSeed; seed <= lastSeed; seed += 1) {
    const file = makeOddFile(seed);
    const fault = await faultOfFile(file);
    if (fault !== null) faults.push(`seed ${seed} (${file.about}): ${fault}`);
  }
  expect(faults).toEqual([]);
});
