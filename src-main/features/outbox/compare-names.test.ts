import { expect, it } from 'vitest';
import { compareNames } from './compare-names.ts';

const sent = 'Häfen & Küsten  – north quay 7';

it('a name is equal to itself, whatever blanks are around it', () => {
  expect(compareNames(` ${sent}\n`, sent)).toBe('equal');
});

it.each([
  ['in upper case', sent.toUpperCase()],
  ['in lower case', sent.toLowerCase()],
  ['with its blanks collapsed', sent.replaceAll(/\s+/g, ' ')],
  ['decomposed (NFD)', sent.normalize('NFD')],
  ['escaped for HTML', sent.replace('&', '&amp;').replace('–', '&#8211;')],
  ['escaped twice', sent.replace('&', '&amp;amp;')],
  ['with numbered references', sent.replace('ä', '&#xe4;').replace('ü', '&#252;')],
  ['without accents', 'Hafen & Kusten - north quay 7'],
  ['as a slug', 'hafen-kusten-north-quay-7'],
  ['cut', sent.slice(0, 16)],
  ['cut, with an ellipsis', `${sent.slice(0, 20)}…`],
])('a name that comes back %s is respelled', (_how, remote) => {
  expect(compareNames(remote, sent)).toBe('respelled');
});

it('a name that was sent decomposed and comes back composed is respelled', () => {
  expect(compareNames(sent.normalize('NFC'), sent.normalize('NFD'))).toBe('respelled');
});

it.each([
  ['another number', 'Häfen & Küsten – north quay 8'],
  ['more at its end', `${sent}1`],
  ['a piece that is too short to tell', 'Häfen'],
  ['signs alone', '& – …'],
  ['no name', ''],
])('a name with %s is another one', (_how, remote) => {
  expect(compareNames(remote, sent)).toBe('other');
});

it('a missing name is another one', () => {
  expect(compareNames(null, sent)).toBe('other');
});

it('a reference to no character stays as it is', () => {
  expect(compareNames('quay &#9999999; x', 'quay &#9999999; X')).toBe('respelled');
  expect(compareNames('quay &foo; north', 'quay north')).toBe('other');
});
