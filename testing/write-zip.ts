import { crc32, deflateRawSync } from 'node:zlib';

/** An entry as it is to be, or as it is to lie about itself. */
export interface RawEntry {
  name: string | Buffer;
  data?: Buffer;
  /** 0 stored, 8 deflated; any other is written down, with the data as they are. */
  method?: number;
  /** Beside the one that says that the name is UTF-8. */
  flags?: number;
  utf8?: boolean;
  /** Unix mode, in the upper half of the external attributes. */
  mode?: number;
  /** DOS attributes, the lower half. */
  attributes?: number;
  /** System that made it: 3 is Unix. */
  madeOn?: number;
  claimedCrc?: number;
  claimedSize?: number;
  claimedPacked?: number;
  /** Of the local header. */
  offset?: number;
  extra?: Buffer;
}

/** A zip as bytes, with every field as the test wants it: writers that are kept refuse to write what an attacker does. */
export function writeZip(entries: readonly RawEntry[], { claimedEntries = entries.length } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const data = entry.data ?? Buffer.alloc(0);
    const { method = 0, extra = Buffer.alloc(0) } = entry;
    const packed = method === 8 ? deflateRawSync(data) : data;
    const flags = (entry.flags ?? 0) | (entry.utf8 === false ? 0 : 0x800);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(entry.claimedCrc ?? crc32(data), 10);
    common.writeUInt32LE(entry.claimedPacked ?? packed.length, 14);
    common.writeUInt32LE(entry.claimedSize ?? data.length, 18);
    common.writeUInt16LE(name.length, 22);
    common.writeUInt16LE(extra.length, 24);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, name, extra, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((((entry.mode ?? 0) << 16) | (entry.attributes ?? 0)) >>> 0, 6);
    rest.writeUInt32LE(entry.offset ?? at, 10);
    directory.push(
      Buffer.from('PK\x01\x02', 'latin1'),
      Buffer.from([20, entry.madeOn ?? 3]),
      common,
      rest,
      name,
      extra,
    );
    at += 30 + name.length + extra.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(claimedEntries, 8);
  end.writeUInt16LE(claimedEntries, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}
