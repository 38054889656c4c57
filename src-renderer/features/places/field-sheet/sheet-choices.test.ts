import { expect, it } from 'vitest';
import { readChoices } from './sheet-choices.ts';

it('begins with the paper of the country and another notation than the usual one', () => {
  expect(readChoices(undefined, 'dd', 'en-US')).toEqual({
    author: '',
    paper: 'letter',
    second: 'dms',
    hasWriting: false,
    hasContent: true,
  });
  expect(readChoices(null, 'mgrs', 'es-ES')).toMatchObject({ paper: 'a4', second: 'dd' });
  expect(readChoices(undefined, 'utm', 'de')).toMatchObject({ paper: 'a4' });
});

it('takes what was kept, and nothing that is not a choice', () => {
  const kept = { author: 'Ana', paper: 'letter', second: null, hasWriting: true, hasContent: false };
  expect(readChoices(kept, 'dd', 'de-DE')).toEqual(kept);
  expect(readChoices({ author: 7, paper: 'a0', second: 'metres' }, 'dd', 'de-DE')).toEqual({
    author: '',
    paper: 'a4',
    second: null,
    hasWriting: false,
    hasContent: true,
  });
  expect(readChoices('broken', 'dd', 'de-DE')).toMatchObject({ author: '' });
});
