import { expect, it } from 'vitest';
import { importText, placesOf } from '../../testing/page/import-harness.ts';

const longitudes = async (text: string, answer?: string) => {
  const read = await importText(text, { answers: answer === undefined ? {} : { letter: answer } });
  const question = read.outcome.questions.find(({ kind }) => kind === 'letter');
  return [placesOf(read).map(([, longitude]) => longitude), question?.answer];
};

it('the letter O is the east below German headings and the west below Spanish ones', async () => {
  expect(await longitudes('Name;Breite;Länge\nPegel;48° 30′ N;16° 15′ O')).toEqual([[16.25], 'o-east']);
  expect(await longitudes('Nombre;Latitud;Longitud\nPozo;40° 30′ N;3° 15′ O')).toEqual([[-3.25], 'o-west']);
  expect(await longitudes('Name;Breite;N/S;Länge;O/W\nPegel;48,5;N;16,25;O')).toEqual([[16.25], 'o-east']);
});

it('the letter O is what the letters of the other rows leave to it', async () => {
  expect(await longitudes('name;lat;lon\na;48 N;16 E\nb;40 N;3 O')).toEqual([[16, -3], 'o-west']);
  expect(await longitudes('a, 48 N 16 E\nb, 40 N 3 O')).toEqual([[16, -3], 'o-west']);
  expect(await longitudes('Name;Breite;Länge\na;48 N;16 O\nb;40 N;3 W')).toEqual([[16, -3], 'o-east']);
});

it('the letter O is asked beside a W, because Spanish and French write both for the west', async () => {
  for (const text of [
    'name;lat;lon\na;48 N;16 O\nb;40 N;3 W',
    'a, 48 N 16 O\nb, 40 N 3 W',
    'Nombre;Latitud;Longitud\na;12 S;75 O\nb;12 S;76 W',
    'nom,coord\nNantes,"47°13\'05""N 1°33\'13""O"\nBrest,"48°23\'25""N 4°29\'10""W"',
  ])
    expect([text, (await longitudes(text))[1]]).toEqual([text, null]);
});

it('the letter O is asked where nothing in the file shows its side, and the answer counts for all rows', async () => {
  expect((await longitudes('name;lat;lon\na;48 N;16 O'))[1]).toBeNull();
  // The headings and a row contradict each other.
  expect((await longitudes('Name;Breite;Länge\na;48 N;16 O\nb;48 N;16 E'))[1]).toBeNull();
  expect(await longitudes('name;lat;lon\na;48 N;16 O\nb;40 N;3 O', 'o-east')).toEqual([[16, 3], 'o-east']);
});
