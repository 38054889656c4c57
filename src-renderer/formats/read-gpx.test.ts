import { expect, it } from 'vitest';
import { importText } from '../../testing/page/import-harness.ts';

const gpx = (inside: string, words = 'version="1.1" xmlns="http://www.topografix.com/GPX/1/1"') =>
  `<?xml version="1.0"?>\n<gpx ${words}>${inside}</gpx>`;
const attributesOf = async (text: string) =>
  (await importText(text)).features.map(({ attributes }) => attributes);

it('keeps the elements of other namespaces, within extensions or directly in a waypoint of GPX 1.0', async () => {
  const cache =
    '<gs:cache id="1"><gs:difficulty>2.5</gs:difficulty><gs:who><gs:owner>Ana</gs:owner></gs:who></gs:cache>';
  const about = { difficulty: 2.5, owner: 'Ana' };
  const old = 'version="1.0" xmlns="http://www.topografix.com/GPX/1/0" xmlns:gs="http://www.groundspeak.com"';
  expect(await attributesOf(gpx(`<wpt lat="1" lon="2"><name>A</name>${cache}</wpt>`, old))).toEqual([about]);
  const within = `<wpt lat="1" lon="2"><name>A</name><extensions>${cache}</extensions></wpt>`;
  expect(await attributesOf(gpx(within))).toEqual([about]);
});
