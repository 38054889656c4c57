import { encode } from 'uqr';

/** A QR code as an SVG path, where one module of the code is one unit. */
export interface QrPath {
  /** The number of modules per side. */
  size: number;
  path: string;
}

/** Returns the QR code of a text at the correction level that tolerates damage to a quarter of it, because paper gets wet. */
export function qrPath(text: string): QrPath {
  const { size, data } = encode(text, { ecc: 'Q', border: 0 });
  const rows = data.map((row, y) => {
    let path = '';
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      path += `M${start} ${y}h${x + 1 - start}v1h-${x + 1 - start}z`;
    }
    return path;
  });
  return { size, path: rows.join('') };
}
