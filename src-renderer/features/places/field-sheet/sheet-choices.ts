import { z } from 'zod';
import { type CoordinateFormat, coordinateFormats } from '../../../kit/i18n/coordinates.ts';

const isFormat = (value: unknown): value is CoordinateFormat =>
  coordinateFormats.some((format) => format === value);

/** The schema of the saved choices of field sheets. */
export const sheetChoicesSchema = z.object({
  author: z.string().max(200).catch(''),
  paper: z.enum(['a4', 'letter']).catch('a4'),
  /** The second coordinate format; null for none. */
  second: z.custom<CoordinateFormat>(isFormat).nullable().catch(null),
  hasWriting: z.boolean().catch(false),
  /** True if own maps and rasters of the map are printed on the map of the sheet. */
  hasContent: z.boolean().catch(true),
});

/** The choices of a field sheet, saved for the next one. */
export type SheetChoices = z.infer<typeof sheetChoicesSchema>;

/** Countries that print on letter paper; everywhere else paper is A4 (Unicode CLDR, paper size). */
const onLetter = new Set([
  'US',
  'CA',
  'MX',
  'PR',
  'PH',
  'CL',
  'CO',
  'CR',
  'GT',
  'NI',
  'PA',
  'SV',
  'VE',
  'BZ',
  'DO',
]);

/**
 * Returns the default choices: the second coordinate format is degrees, minutes and seconds if the first is decimal degrees, else decimal
 * degrees.
 */
export function defaultChoices(usual: CoordinateFormat, locale: string): SheetChoices {
  const region = new Intl.Locale(locale).maximize().region ?? '';
  return {
    author: '',
    paper: onLetter.has(region) ? 'letter' : 'a4',
    second: usual === 'dd' ? 'dms' : 'dd',
    hasWriting: false,
    hasContent: true,
  };
}

/** Returns the saved choices, or the default ones if none are saved. */
export function readChoices(stored: unknown, usual: CoordinateFormat, locale: string): SheetChoices {
  if (stored === undefined || stored === null) return defaultChoices(usual, locale);
  return sheetChoicesSchema.safeParse(stored).data ?? defaultChoices(usual, locale);
}
