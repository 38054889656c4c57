/** The size of a picture in pixels. */
interface PictureSize {
  widthPx: number;
  heightPx: number;
}

/** Returns the size of a picture, from its first bytes; null if it is not a picture of a supported kind. */
export function pictureSize(head: Uint8Array): PictureSize | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const text = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to));
  if (head.length >= 24 && text(1, 4) === 'PNG' && text(12, 16) === 'IHDR')
    return { widthPx: view.getUint32(16), heightPx: view.getUint32(20) };
  if (head.length >= 10 && (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a'))
    return { widthPx: view.getUint16(6, true), heightPx: view.getUint16(8, true) };
  if (head.length >= 30 && text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP')
    return webpSize(view, text(12, 16));
  return head.length >= 4 && view.getUint16(0) === 0xffd8 ? jpegSize(view) : null;
}

/** Returns width times height of a picture, from its first bytes; null if it is not a picture of a supported kind. */
export function picturePixels(head: Uint8Array): number | null {
  const size = pictureSize(head);
  return size && size.widthPx * size.heightPx;
}

function webpSize(view: DataView, kind: string): PictureSize | null {
  const u24 = (at: number) => view.getUint16(at, true) + 65_536 * view.getUint8(at + 2);
  if (kind === 'VP8X') return { widthPx: u24(24) + 1, heightPx: u24(27) + 1 };
  if (kind === 'VP8 ')
    return { widthPx: view.getUint16(26, true) & 0x3fff, heightPx: view.getUint16(28, true) & 0x3fff };
  if (kind !== 'VP8L') return null;
  const bits = view.getUint32(21, true);
  return { widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >>> 14) & 0x3fff) + 1 };
}

/** Returns the size from the frame, which follows other segments; null if the frame is not within the head. */
function jpegSize(view: DataView): PictureSize | null {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff) return null;
    // Start of frame of any kind: C4, C8 and CC are tables and extensions.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { widthPx: view.getUint16(at + 7), heightPx: view.getUint16(at + 5) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}
