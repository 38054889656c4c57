/** "Not a number" and infinity, as C libraries and those of Windows write them. */
const words: readonly (readonly [RegExp, number])[] = [
  [/^[-+]?(nan|1\.#(qnan|snan|ind))/i, Number.NaN],
  [/^\+?(inf|1\.#inf)/i, Number.POSITIVE_INFINITY],
  [/^-(inf|1\.#inf)/i, Number.NEGATIVE_INFINITY],
];

/**
 * Reads a number in a text that another program wrote, as GDAL does (`CPLAtofM`): it begins the text, what follows it is ignored (`0 0 0`
 * for three bands, `0.0f`), and a comma is a decimal mark, as programs write it in countries that use one. Returns null if the text does
 * not begin with a number; GDAL would make 0 of it.
 */
export function readForeignNumber(text: string): number | null {
  const trimmed = text.trimStart();
  const word = words.find(([pattern]) => pattern.test(trimmed));
  if (word !== undefined) return word[1];
  const hexadecimal = /^([-+]?)0x([0-9a-f]{1,13})/i.exec(trimmed);
  if (hexadecimal) return (hexadecimal[1] === '-' ? -1 : 1) * Number.parseInt(hexadecimal[2] ?? '', 16);
  const [written] = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d{1,4})?/i.exec(trimmed) ?? [];
  return written === undefined ? null : Number(written.replace(',', '.'));
}
