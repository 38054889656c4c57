import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { useStore } from 'zustand';
import { submissionIdSchema } from '../../../src-preload/contract/ids.ts';
import { commandOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { useRowChoice as useTableChoice } from '../../kit/ui/grid/use-row-choice.ts';
import { type RowChoice, useRowKeys } from '../../kit/ui/use-row-keys.ts';
import { outboxStore } from './outbox-store.ts';
import { useRowChoice } from './use-row-choice.ts';

const count = 12;
const idOf = (index: number) => submissionIdSchema.parse(`sub-${index}`);
const indices = Array.from({ length: count }, (_, index) => index);

/** Rows that keys and clicks select as those of a list. */
function Rows({ choice }: { choice: RowChoice }) {
  const scroller = useRef(null);
  const [selectedIndex, setSelected] = useState<number | null>(null);
  const { onKeyDown, onClick } = useRowKeys({
    scroller,
    count,
    rowHeight: 20,
    selectedIndex,
    choice,
    onSelect: setSelected,
    onOpen: () => undefined,
    reveal: () => undefined,
  });
  return (
    <div role="listbox" tabIndex={0} aria-label="rows" ref={scroller} onKeyDown={onKeyDown}>
      {indices.map((index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
        <div
          key={index}
          role="option"
          aria-selected={choice.isChosen(index)}
          onClick={(event) => onClick(event, index)}
        >
          {`row ${index}`}
        </div>
      ))}
    </div>
  );
}

function OutboxRows() {
  const chosen = useStore(outboxStore, (state) => state.chosen);
  const terms = { scope: null, states: [], order: 'newest' as const };
  return <Rows choice={useRowChoice({ terms, total: count, idAt: idOf, chosen })} />;
}

function TableRows() {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { choose, isChosen } = useTableChoice<number>({
    total: count,
    chosen,
    idAt: (index) => index,
    setChosen: (ids) => setChosen(new Set(ids)),
    idsIn: async (from, to) => indices.slice(from, to + 1),
  });
  return <Rows choice={{ choose, isChosen, areAny: chosen.size > 0 }} />;
}

beforeEach(() => outboxStore.setState({ chosen: new Set() }));

it.each([
  ['outbox', OutboxRows],
  ['other lists', TableRows],
])(
  'a range starts at the row that was clicked or reached last, whatever was selected before: %s',
  async (_name, List) => {
    await showPage(<List />, {
      answers: (os) => ({
        outbox: {
          ids: os.outbox.ids.handler(({ input: { offset, limit } }) =>
            indices.slice(offset, offset + limit).map((index) => ({ ...commandOf({ id: idOf(index) }) })),
          ),
        },
      }),
    });
    const row = (index: number) => screen.getByRole('option', { name: `row ${index}` });
    const selected = () => indices.filter((index) => row(index).getAttribute('aria-selected') === 'true');
    fireEvent.click(row(8));
    fireEvent.click(row(10), { shiftKey: true });
    await waitFor(() => expect(selected()).toEqual([8, 9, 10]));
    fireEvent.click(row(1));
    fireEvent.click(row(4), { shiftKey: true });
    await waitFor(() => expect(selected()).toEqual([1, 2, 3, 4]));
    // The range grows and shrinks from where it began.
    fireEvent.click(row(2), { shiftKey: true });
    await waitFor(() => expect(selected()).toEqual([1, 2]));
    fireEvent.keyDown(screen.getByRole('listbox'), { key: 'End' });
    fireEvent.click(row(9), { shiftKey: true });
    await waitFor(() => expect(selected()).toEqual([9, 10, 11]));
  },
);
