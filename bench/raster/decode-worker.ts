// Unpacks a share of the blocks of a raster with Nadir's own reader.
import { openBlocks } from '../../src-renderer/viewer/raster/block-reader.ts';
import { openLevels } from '../../src-renderer/viewer/raster/raster-levels.ts';

interface Share {
  url: string;
  part: number;
  parts: number;
}

self.addEventListener('message', async ({ data }: MessageEvent<Share>) => {
  const { url, part, parts } = data;
  const [level] = await openLevels(url);
  if (!level) throw new Error('no image');
  const { image, source, width, height } = level;
  const blocks = await openBlocks(image);
  const across = Math.ceil(width / image.getTileWidth());
  const down = Math.ceil(height / image.getTileHeight());
  let samples = 0;
  /** One request brings the blocks beside each other; the next is on its way while one is unpacked. */
  const readRow = (y: number) => {
    const batch = source.batch();
    const row = Array.from({ length: across }, (_, x) => blocks.read(batch, x, y, 0));
    batch.send();
    return Promise.all(row);
  };
  let next: ReturnType<typeof readRow> | null = readRow(part);
  for (let y = part; y < down; y += parts) {
    const current: ReturnType<typeof readRow> = next ?? readRow(y);
    next = y + parts < down ? readRow(y + parts) : null;
    for (const block of await current) samples += block.length;
  }
  self.postMessage(samples);
});
