import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../..');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'),
);

/** Returns the opening tags of buttons that are only an icon, with what stands before each of them. */
const iconButtons = (source: string) =>
  [...source.matchAll(/<ActionIcon\b/g)].map(({ index }) => ({
    tag: source.slice(index).split(/>\s*</)[0] ?? '',
    before: source.slice(0, index).trimEnd(),
  }));
/** A tooltip directly around the button, or around the target of its menu. */
const inTooltip = /<Tooltip\b(?:[^>]|=>)*>(?:\s*<Menu\.Target>)?$/;

it('every button that is only an icon shows its words under the pointer', () => {
  const silent = files.flatMap((name) =>
    iconButtons(readFileSync(join(folder, name), 'utf8'))
      .filter(({ tag, before }) => !/\btitle=/.test(tag) && !inTooltip.test(before))
      .map(({ tag }) => `${name}: ${tag.replace(/\s+/g, ' ')}`),
  );
  expect(silent).toEqual([]);
});
