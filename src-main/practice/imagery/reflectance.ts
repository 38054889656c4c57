/** Reflectance × 10,000 of one pixel: blue, green, red, near infrared. */
export type Reflectance = [blue: number, green: number, red: number, nir: number];

/** Writes the four bands into `out`. */
export function setBands(out: Reflectance, blue: number, green: number, red: number, nir: number) {
  out[0] = blue;
  out[1] = green;
  out[2] = red;
  out[3] = nir;
}

/** Writes a mixture of green leaves, straw (fractions, 0–1) and bare soil of this tone in this light. */
export function setVegetation(
  out: Reflectance,
  { green, light, soil, straw = 0 }: { green: number; light: number; soil: number; straw?: number },
) {
  const bare = (1 - green - straw) * soil;
  setBands(
    out,
    (380 * green + 820 * straw + 830 * bare) * light,
    (720 * green + 1_330 * straw + 1_090 * bare) * light,
    (450 * green + 1_680 * straw + 1_400 * bare) * light,
    (4_300 * green + 2_700 * straw + 2_100 * bare) * light,
  );
}

/** Mixes a grey of this brightness into `out`, by this fraction (0–1). */
export function cover(out: Reflectance, share: number, brightness: number) {
  for (let band = 0; band < 4; band += 1) out[band] = (out[band] ?? 0) * (1 - share) + brightness * share;
}
