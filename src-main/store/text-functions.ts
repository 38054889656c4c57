import type { DatabaseSync } from 'node:sqlite';
import { dayKey, findTextEvidence, numberKey } from '../../src-preload/contract/attribute-texts.ts';

/**
 * Adds the functions by which SQL compares days and numbers that are texts: `day_key(text, is_day_first)`, `number_key(text, is_comma_decimal)`
 * and, for what a text tells of its column, `text_evidence(text)`, joined by `bit_or`.
 */
export function addTextFunctions(database: DatabaseSync): void {
  const isPure = { deterministic: true };
  database.function('day_key', isPure, (text, isDayFirst) =>
    typeof text === 'string' ? dayKey(text, { isDayFirst: isDayFirst === 1 }) : null,
  );
  database.function('number_key', isPure, (text, isCommaDecimal) =>
    typeof text === 'string' ? numberKey(text, { isCommaDecimal: isCommaDecimal === 1 }) : null,
  );
  database.function('text_evidence', isPure, (text) =>
    typeof text === 'string' ? findTextEvidence(text) : 0,
  );
  database.aggregate('bit_or', {
    ...isPure,
    start: 0,
    step: (sum: number, bits) => (typeof bits === 'number' ? sum | bits : sum),
  });
}
