import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openWorldJournal } from './world-journal.ts';

it.skipIf(process.platform === 'win32')('the practice world is readable by its user only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nadir-world-'));
  try {
    // Written by an older Nadir.
    for (const name of ['world.json', 'world-changes.jsonl']) writeFileSync(join(folder, name), '{}');
    const journal = openWorldJournal(folder);
    journal.write({ version: 1, born: 0, tasks: [], orders: [] });
    journal.append({});
    const modes = ['world.json', 'world-changes.jsonl'].map(
      (name) => statSync(join(folder, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o600]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
