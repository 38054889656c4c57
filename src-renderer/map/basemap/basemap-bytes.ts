import type { Source } from 'pmtiles';

/**
 * Creates the reader of the bytes of the embedded map by HTTP ranges. They do not go through the browser's cache: the file is on
 * this computer already, and Chromium's cache fails or gives wrong bytes when several parts of one address are read at the same
 * time (issues.chromium.org/40542704; the library `pmtiles` avoids it on Windows only).
 */
export function createBasemapBytes(address: string): Source {
  return {
    getKey: () => address,
    async getBytes(offset, length, signal) {
      const range = `bytes=${offset}-${offset + length - 1}`;
      const answer = await fetch(address, { headers: { range }, cache: 'no-store', signal: signal ?? null });
      if (answer.status !== 206) throw new Error(`the map file answers ${answer.status}`);
      return { data: await answer.arrayBuffer() };
    },
  };
}
