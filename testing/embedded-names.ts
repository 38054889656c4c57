import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The unpacked file of place names that is embedded in Nadir. */
export function embeddedNames(): Uint8Array {
  return gunzipSync(readFileSync(join(import.meta.dirname, '../resources/gazetteer/gazetteer.gz')));
}
