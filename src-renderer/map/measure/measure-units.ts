import { z } from 'zod';

const lengths = ['metric', 'm', 'km', 'nmi'] as const;
const areas = ['metric', 'm2', 'ha', 'km2'] as const;

/** The units of measurements. `metric` selects the unit by the size of the value. */
export const measureUnitsSchema = z.object({ length: z.enum(lengths), area: z.enum(areas) });
/** The units that the user has selected for lengths and areas. */
export type MeasureUnits = z.infer<typeof measureUnitsSchema>;
export const lengthUnits: readonly MeasureUnits['length'][] = lengths;
export const areaUnits: readonly MeasureUnits['area'][] = areas;

const metresIn = { m: 1, km: 1_000, nmi: 1_852 } as const;
const squareMetresIn = { m2: 1, ha: 10_000, km2: 1_000_000 } as const;
const signs = { m: 'm', km: 'km', nmi: 'NM', m2: 'm²', ha: 'ha', km2: 'km²' } as const;

/** Formats a number with about five significant digits and at most three decimals; `isFixed` keeps trailing zeros. */
function written(language: string, value: number, isFixed: boolean): string {
  const digits = value >= 10_000 ? 0 : value >= 1_000 ? 1 : value >= 100 ? 2 : 3;
  const minDigits = isFixed ? digits : 0;
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: minDigits,
    maximumFractionDigits: digits,
  }).format(value);
}

/** Formats a length in the selected unit. */
export function formatLength(language: string, metres: number, unit: MeasureUnits['length']): string {
  const own = unit === 'metric' ? (metres < 1_000 ? 'm' : 'km') : unit;
  const value = metres / metresIn[own];
  // A map cannot show millimetres.
  const shown = own === 'm' ? Math.round(value * 10) / 10 : value;
  return `${written(language, shown, own !== 'm')}\u00a0${signs[own]}`;
}

/** Formats the length of a scale bar, which is a round number: without zeros at the end. */
export function formatScaleLength(language: string, metres: number): string {
  const unit = metres < 1_000 ? 'm' : 'km';
  return `${written(language, metres / metresIn[unit], false)}\u00a0${signs[unit]}`;
}

/** Formats an area in the selected unit. */
export function formatArea(language: string, squareMetres: number, unit: MeasureUnits['area']): string {
  const fitting = squareMetres < 10_000 ? 'm2' : squareMetres < 1_000_000 ? 'ha' : 'km2';
  const own = unit === 'metric' ? fitting : unit;
  return `${written(language, squareMetres / squareMetresIn[own], own === 'km2')}\u00a0${signs[own]}`;
}

/** Formats a direction in degrees, clockwise from north. */
export function formatAzimuth(language: string, degrees: number): string {
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  // 359.96° is rounded to north.
  return `${format.format((Math.round(degrees * 10) / 10) % 360)}°`;
}
