import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patternedName, patternProblem, readNamePattern, unknownFields } from './name-pattern.ts';

const place = { name: 'Plot', list: 'North', number: 7, attributes: { id: 'A-12', Crop: 'rye', gone: null } };
const partsOf = (pattern: string) => {
  const read = readNamePattern(pattern);
  if ('problem' in read) throw new Error(read.problem.message);
  return read.parts;
};

describe('a name pattern', () => {
  it('puts fields and attributes of the place into the name', () => {
    expect(patternedName(partsOf('{list}/{number} {id} {name} ({crop})'), place)).toEqual({
      name: 'North/7 A-12 Plot (rye)',
      missing: [],
    });
  });

  it('says which fields a place does not have', () => {
    expect(patternedName(partsOf('{gone} {name}'), place)).toEqual({ name: 'Plot', missing: ['gone'] });
    expect(patternedName(partsOf('{name}'), { ...place, name: ' ' }).missing).toEqual(['name']);
  });

  it.each(['constructor', '__proto__', 'toString'])('knows %s only as an attribute of the place', (field) => {
    const other = { ...place, attributes: Object.fromEntries([[field, 'A']]) };
    expect(patternedName(partsOf(`{${field}}`), other)).toEqual({ name: 'A', missing: [] });
    expect(patternedName(partsOf(`{${field}}`), place)).toEqual({ name: '', missing: [field] });
  });

  it.each(['{name', 'name}', '{}', '{ }', '{a{b}}', 'a } b {c}'])('refuses %s', (pattern) => {
    expect(patternProblem(pattern, ['a', 'b', 'c'])?.message).toBe('validation.openBrace');
  });

  it('refuses an empty pattern', () => {
    expect(patternProblem('', [])?.message).toBe('validation.required');
  });

  it('names the fields that no place has', () => {
    expect(unknownFields(partsOf('{name} {crpo} {id} {crpo}'), ['ID', 'crop'])).toEqual(['crpo']);
    expect(patternProblem('{name} {x} {y}', ['y'])).toEqual({
      message: 'validation.unknownField',
      fields: ['x'],
    });
    expect(patternProblem('{name} {ID}', ['id'])).toBeNull();
  });

  it('keeps texts without braces as they are, but for spaces', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[^{}]+$/), (text) => {
        expect(patternedName(partsOf(text), place).name).toBe(text.replaceAll(/\s+/g, ' ').trim());
      }),
    );
  });
});
