import { expect, it } from 'vitest';
import { rowOfImage } from '../../../../src-main/templates/prepared-image.ts';
import { wordsOf } from '../../../../testing/i18n/words.ts';
import { preparedImage } from '../../../../testing/prepared-rows.ts';
import { preparedRules } from '../../../subjects/prepared/edit-prepared.ts';
import { clearedRows, filledRows, textsFrom, textsIntoRows } from '../../../ui/grid/block-edits.ts';
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
