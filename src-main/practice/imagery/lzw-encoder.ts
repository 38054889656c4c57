/** LZW as in TIFF 6: codes begin with the most significant bit, and the width grows one code early. */
const clearCode = 256;
const endCode = 257;
const firstCode = 258;
const maxCode = 4_094;
const hashSize = 1 << 14;

interface LzwEncoder {
  encode(input: Uint8Array): Uint8Array;
}

/** Creates an encoder; it reuses its tables, so each worker needs only one. */
export function createLzwEncoder(): LzwEncoder {
  // Open addressing over (prefix << 8 | byte); a stamp per clear avoids wiping the table.
  const keys = new Int32Array(hashSize);
  const codes = new Uint16Array(hashSize);
  const stamps = new Int32Array(hashSize);
  let stamp = 0;
  let output = new Uint8Array(1 << 16);

  function encode(input: Uint8Array): Uint8Array {
    const worst = Math.ceil(input.length * 1.6) + 64;
    if (output.length < worst) output = new Uint8Array(worst);
    let at = 0;
    let bits = 0;
    let pending = 0;
    let width = 9;
    let next = firstCode;
    const put = (code: number) => {
      pending = (pending << width) | code;
      bits += width;
      while (bits >= 8) {
        bits -= 8;
        output[at] = (pending >>> bits) & 0xff;
        at += 1;
      }
      pending &= (1 << bits) - 1;
    };
    const clear = () => {
      put(clearCode);
      stamp += 1;
      next = firstCode;
      width = 9;
    };
    clear();
    if (input.length > 0) {
      let prefix = input[0] ?? 0;
      for (let i = 1; i < input.length; i += 1) {
        const byte = input[i] ?? 0;
        const key = (prefix << 8) | byte;
        let slot = (Math.imul(key, 0x9e3779b1) >>> 18) & (hashSize - 1);
        while (stamps[slot] === stamp && keys[slot] !== key) slot = (slot + 1) & (hashSize - 1);
        if (stamps[slot] === stamp) {
          prefix = codes[slot] ?? 0;
          continue;
        }
        put(prefix);
        stamps[slot] = stamp;
        keys[slot] = key;
        codes[slot] = next;
        next += 1;
        // "Early change": the reader's table is one entry behind, so the width grows at 511, 1023, 2047.
        if (next === 1 << width && width < 12) width += 1;
        if (next > maxCode) clear();
        prefix = byte;
      }
      put(prefix);
      next += 1;
      if (next === 1 << width && width < 12) width += 1;
    }
    put(endCode);
    if (bits > 0) {
      output[at] = (pending << (8 - bits)) & 0xff;
      at += 1;
    }
    return output.slice(0, at);
  }
  return { encode };
}
