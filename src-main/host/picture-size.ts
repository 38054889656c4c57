/** Returns width times height of a picture, from its first bytes; null if it is not a picture of a supported kind. */
export function picturePixels(head: Uint8Array): number | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const text = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to));
  if (head.length >= 24 && text(1, 4) === 'PNG' && text(12, 16) === 'IHDR')
    return view.getUint32(16) * view.getUint32(20);
  if (head.length >= 10 && (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a'))
    return view.getUint16(6, true) * view.getUint16(8, true);
  if (head.length >= 30 && text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP')
    return webpPixels(view, text(12, 16));
  return head.length >= 4 && view.getUint16(0) === 0xffd8 ? jpegPixels(view) : null;
}

function webpPixels(view: DataView, kind: string): number | null {
  const u24 = (at: number) => view.getUint16(at, true) + 65_536 * view.getUint8(at + 2);
  if (kind === 'VP8X') return (u24(24) + 1) * (u24(27) + 1);
  if (kind === 'VP8 ') return (view.getUint16(26, true) & 0x3fff) * (view.getUint16(28, true) & 0x3fff);
  if (kind !== 'VP8L') return null;
  const bits = view.getUint32(21, true);
  return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1);
}

/** Reads the size from the frame, which follows some other segments; null if it is not within the head. */
function jpegPixels(view: DataView): number | null {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff) return null;
    // Start of frame of any kind: C4, C8 and CC are tables and extensions.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return view.getUint16(at + 5) * view.getUint16(at + 7);
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}
