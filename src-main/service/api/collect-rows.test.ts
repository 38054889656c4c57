import { expect, it } from 'vitest';
import { collectScenes } from './collect-rows.ts';
import { wireSceneSchema } from './wire.ts';

/** Pages of a hundred scenes each. */
async function* pages(count: number, total: number | null) {
  for (let page = 0; page < count; page += 1)
    yield {
      rows: Array.from({ length: 100 }, (_, i) => {
        const raw = { scene_id: `scene ${page} ${i}` };
        return { raw, parsed: wireSceneSchema.parse(raw) };
      }),
      total,
      unreadable: 0,
    };
}

async function collected(count: number, total: number | null) {
  const leftOut: number[] = [];
  const rows = await collectScenes(pages(count, total), (_, number) => leftOut.push(number));
  return { rows: rows.length, leftOut };
}

it('counts scenes on pages that it reads no more as left out', async () => {
  expect(await collected(8, 800)).toEqual({ rows: 500, leftOut: [300] });
});

it('leaves nothing out where all scenes have room', async () => {
  expect(await collected(5, 500)).toEqual({ rows: 500, leftOut: [] });
  expect(await collected(3, null)).toEqual({ rows: 300, leftOut: [] });
});
