declare global {
  interface JSON {
    /** Returns a value that `JSON.stringify` writes as this text (ES2026; TypeScript does not declare it yet). */
    rawJSON(text: string): unknown;
  }
}

/**
 * Returns a number that is written in JSON with a decimal point, as services do that tell floats from integers: `0.0`, not `0`.
 * Some clients read the two as different types.
 */
const jsonFloat = (value: number): unknown =>
  JSON.rawJSON(Number.isInteger(value) ? value.toFixed(1) : String(value));

/** Returns coordinates of any depth for an answer: the altitude of a position is a float, as service §2.6 shows it. */
export function withFloatAltitudes(coordinates: unknown): unknown {
  if (!Array.isArray(coordinates)) return coordinates;
  const [longitude, latitude, altitude]: unknown[] = coordinates;
  return typeof altitude === 'number'
    ? [longitude, latitude, jsonFloat(altitude)]
    : coordinates.map(withFloatAltitudes);
}
