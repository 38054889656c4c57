import type { TileName } from './decode-tile.ts';

/** Returns a function that writes names in a language, as far as the data has them in it. */
export function createNamer(language: string): (name: TileName) => string {
  const regions = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const metres = new Intl.NumberFormat(language, { style: 'unit', unit: 'meter', maximumFractionDigits: 0 });
  const isSpanish = language === 'es' || language.startsWith('es-');
  return (name) => {
    const own = (isSpanish ? name.spanish : null) ?? name.name;
    // Deserted territories have a code that the browser may not know.
    const text = name.iso === null ? own : (regions.of(name.iso) ?? own);
    return name.elevationMetres === null ? text : `${text} ${metres.format(name.elevationMetres)}`;
  };
}
