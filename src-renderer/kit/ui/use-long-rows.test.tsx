import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { paneSize } from '../../../testing/page/browser-gaps.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { maxListPx } from './use-long-rows.ts';
import { VirtualRows } from './virtual-rows.tsx';

const rowHeight = 76;
const count = 1_000_000;
/** jsdom keeps six digits of a length, and these lengths have seven. */
const jsdomPx = 10;

function List() {
  const [selected, setSelected] = useState<number | null>(null);
  return (
    <VirtualRows
      label="Scenes"
      count={count}
      rowHeight={rowHeight}
      selectedKey={selected}
      selectedIndex={selected}
      hoveredIndex={null}
      onSelect={setSelected}
      onOpen={() => undefined}
      onHover={() => undefined}
      onRange={() => undefined}
      render={(index) => `Scene ${index}`}
    />
  );
}

/** Returns where a row is drawn below the top of the view, in pixels. */
const topInView = (list: HTMLElement, index: number) =>
  Number.parseFloat(screen.getByRole('option', { name: `Scene ${index}` }).style.top) - list.scrollTop;

async function show() {
  const page = await showPage(<List />);
  const list = screen.getByRole('listbox', { name: 'Scenes' });
  const scroll = (to: number) =>
    act(async () => {
      list.scrollTop = to;
      fireEvent.scroll(list);
    });
  return { ...page, list, scroll };
}

it('renders a million rows in a list of drawable height: the first, the middle and the last', async () => {
  const { list, scroll } = await show();
  expect(list.scrollHeight).toBe(maxListPx);
  expect(topInView(list, 0)).toBe(0);
  expect(topInView(list, 1)).toBe(rowHeight);
  await scroll((maxListPx - paneSize.height) / 2);
  const middle = (count * rowHeight - paneSize.height) / 2;
  const index = Math.ceil(middle / rowHeight);
  expect(Math.abs(topInView(list, index) - (index * rowHeight - middle))).toBeLessThan(jsdomPx);
  await scroll(maxListPx - paneSize.height);
  expect(Math.abs(topInView(list, count - 1) - (paneSize.height - rowHeight))).toBeLessThan(jsdomPx);
});

it('reaches each row by keyboard, and shows it whole', async () => {
  const { list, user, scroll } = await show();
  list.focus();
  for (const key of ['End', 'ArrowUp', 'PageUp', 'Home', 'PageDown', 'End', 'Home', 'ArrowDown']) {
    await user.keyboard(`{${key}}`);
    await scroll(list.scrollTop);
    const selected = await screen.findByRole('option', { selected: true });
    const top = Number.parseFloat(selected.style.top) - list.scrollTop;
    expect([key, top > -jsdomPx && top + rowHeight < paneSize.height + jsdomPx]).toEqual([key, true]);
  }
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Scene 1');
});

it('scrolls by the distance of the wheel', async () => {
  const { list, scroll } = await show();
  const index = 500_000;
  const scale = (count * rowHeight - paneSize.height) / (maxListPx - paneSize.height);
  await scroll(Math.round((index * rowHeight) / scale));
  const before = topInView(list, index);
  for (let i = 0; i < 10; i += 1) fireEvent.wheel(list, { deltaY: 20 });
  await scroll(list.scrollTop);
  const moved = before - topInView(list, index);
  expect(Math.abs(moved - 200)).toBeLessThanOrEqual(scale + jsdomPx);
});
