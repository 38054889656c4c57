import { findCountryName } from '../../kit/i18n/country-name.ts';
import type { TileName } from './decode-tile.ts';

/** Returns a function that returns names in a language, or the local name if the data has none in that language. */
export function createNamer(language: string): (name: TileName) => string {
  const metres = new Intl.NumberFormat(language, { style: 'unit', unit: 'meter', maximumFractionDigits: 0 });
  const isSpanish = language === 'es' || language.startsWith('es-');
  return (name) => {
    const own = (isSpanish ? name.spanish : null) ?? name.name;
    // The browser does not know the codes of all uninhabited territories.
    const text = name.iso === null ? own : (findCountryName(name.iso, language) ?? own);
    return name.elevationMetres === null ? text : `${text} ${metres.format(name.elevationMetres)}`;
  };
}
