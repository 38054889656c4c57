import { expect, it } from 'vitest';
import { rowOfImage } from '../../../../src-main/features/plan/prepared-image.ts';
import { wordsOf } from '../../../../testing/i18n/words.ts';
import { preparedImage } from '../../../../testing/prepared-rows.ts';
import { clearedRows, filledRows, textsFrom, textsIntoRows } from '../../../kit/ui/grid/block-edits.ts';
import { preparedRules } from './edit-prepared.ts';
import { preparedColumns } from './prepared-columns.ts';

const t = await wordsOf('en');
const columns = preparedColumns(
  { t, format: 'dd', reference: undefined, skus: [] },
  { tasks: true, orders: false },
);
const column = (key: string) => columns.filter((each) => each.key === key);
const rowOf = (n: number) => {
  const { image, preparedId, version } = preparedImage(n, { values: { end: '2026-03-16T00:00:00Z' } });
  return rowOfImage(image, { preparedId, version });
};

it.each([
  ['position', '48, 10.4, 12 m xx', '47.5, 11'],
  ['end', '1/2/27', '2027-02-01'],
  ['captures', 'two', '2'],
])(
  'a text that a cell of %s could not take is kept, shown, copied and filled until another one is taken',
  (key, bad, good) => {
    const into = column(key);
    const before = rowOf(1);
    const [own = ''] = textsFrom([before], into)[0] ?? [];
    const { updates, notes } = textsIntoRows([before], into, [[bad]], preparedRules);
    expect(notes).toHaveLength(1);
    const kept = preparedRules.patched(before, updates[0]?.patch ?? {});
    expect(kept.values.unread).toEqual({ [key]: bad });
    expect(textsFrom([kept], into)).toEqual([[bad]]);
    expect(into[0]?.draw?.(kept)).toBeUndefined();

    const filled = filledRows(kept, [rowOf(2)], into, preparedRules);
    expect(filled.updates.map(({ patch }) => patch)).toEqual([{ unread: { [key]: bad } }]);

    const taken = textsIntoRows([kept], into, [[good]], preparedRules).updates[0]?.patch ?? {};
    expect(preparedRules.patched(kept, taken).values.unread).toEqual({});
    expect(textsFrom([preparedRules.patched(kept, taken)], into)).not.toEqual([[own]]);

    const typedBack = textsIntoRows([kept], into, [[own]], preparedRules).updates[0]?.patch ?? {};
    expect(textsFrom([preparedRules.patched(kept, typedBack)], into)).toEqual([[own]]);
    const cleared = clearedRows([kept], into, preparedRules)[0]?.patch ?? {};
    expect(preparedRules.patched(kept, cleared).values.unread).toEqual({});
  },
);

it('shows the altitude that is sent, and takes it from the text of the new position, not from the place before', () => {
  const { image, preparedId, version } = preparedImage(1, {
    image: { geometry: { kind: 'point', longitude: -70.66, latitude: -33.45, altitudeMetres: 3250 } },
  });
  const andes = rowOfImage(image, { preparedId, version });
  const position = column('position');
  expect(position[0]?.draw?.(andes)).toContain(', 3250 m');
  const [copied = []] = textsFrom([andes], position);
  const written = (text: string) => {
    const { updates } = textsIntoRows([rowOf(2)], position, [[text]], preparedRules);
    return preparedRules.patched(rowOf(2), updates[0]?.patch ?? {});
  };
  expect(written(copied[0] ?? '')).toMatchObject({
    longitude: -70.66,
    latitude: -33.45,
    altitudeMetres: 3250,
  });
  const moved = textsIntoRows([andes], position, [['52.37 4.9']], preparedRules).updates[0]?.patch;
  expect(moved?.geometry).toMatchObject({ longitude: 4.9, latitude: 52.37, altitudeMetres: null });
});
