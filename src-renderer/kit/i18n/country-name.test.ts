import { describe, expect, it } from 'vitest';
import { countryNameOf, findCountryName } from './country-name.ts';

describe('the name of a country', () => {
  it('is written in the language of the window', () => {
    expect(countryNameOf('DE', 'en')).toBe('Germany');
    expect(countryNameOf('DE', 'es')).toBe('Alemania');
    expect(countryNameOf('XK', 'en')).toBe('Kosovo');
  });

  it('is null for a text that is no code, and never an error', () => {
    for (const text of ['-1', '-99', '', 'D', 'DEU', 'D1', 'é!', '12', '1234', 'de-DE', ' DE', 'DE\n']) {
      expect(findCountryName(text, 'en'), text).toBeNull();
      expect(countryNameOf(text, 'en'), text).toBe(text);
    }
  });

  it('is null for a code that no language names', () => {
    expect(findCountryName('QX', 'en')).toBeNull();
  });
});
