/** The maximum number of bytes per conversion: each becomes an argument of a call. */
const bytesAtOnce = 8_192;

/** Returns bytes as a text in Base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += bytesAtOnce)
    text += String.fromCharCode(...bytes.subarray(at, at + bytesAtOnce));
  return btoa(text);
}
