import { createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { untilClosed } from './until-closed.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-closed-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function* breaking() {
  yield* [];
  throw new Error('broken');
}

it('a file whose writing fails at once is there when it is waited for, and stays away once it was removed', async () => {
  const path = join(folder, 'part');
  for (let round = 0; round < 50; round += 1) {
    const file = createWriteStream(path, { flags: 'wx' });
    await expect(pipeline(breaking, file)).rejects.toThrow('broken');
    await untilClosed(file);
    expect(file.closed).toBe(true);
    rmSync(path);
  }
  expect(readdirSync(folder)).toEqual([]);
});

it('a file that could not be opened, or is closed already, is not waited for in vain', async () => {
  const missing = createWriteStream(join(folder, 'none', 'part'));
  await expect(pipeline(breaking, missing)).rejects.toThrow();
  await untilClosed(missing);
  await untilClosed(missing);
  expect(missing.closed).toBe(true);
});
