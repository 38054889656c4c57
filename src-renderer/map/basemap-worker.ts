import { basemapLines, type NaturalEarth, type Parts } from '../geometry/basemap-lines.ts';

// The file is embedded in Nadir, so its structure is fixed by the pinned version.
async function load(address: string): Promise<NaturalEarth> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  return response.json();
}

self.addEventListener('message', async (event: MessageEvent<{ address: string }>) => {
  const { address } = event.data;
  try {
    const lines = basemapLines(await load(address));
    const buffers = Object.values<Parts>({ ...lines }).flatMap((parts) => [
      parts.coordinates.buffer,
      parts.starts.buffer,
      parts.boxes.buffer,
    ]);
    self.postMessage({ address, lines }, { transfer: buffers });
  } catch (error) {
    self.postMessage({ address, failure: String(error) });
  }
});
