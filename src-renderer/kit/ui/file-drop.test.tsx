import { createEvent, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { useFileDrop } from './file-drop.ts';
import { FileDrops } from './file-drops.ts';

function Form({ name, take }: { name: string; take: (files: readonly File[]) => void }) {
  const over = useFileDrop(take);
  return <p>{over ? `${name}: drop it here` : name}</p>;
}

const file = new File(['{}'], 'area.geojson');
const files = { types: ['Files'], files: [file] };

/**
 * Dispatches the event for leaving an element to another one, or to none outside of the window; jsdom has no drag
 * events.
 */
function leaveFor(relatedTarget: Element | null) {
  fireEvent(window, Object.assign(createEvent.dragLeave(window), { relatedTarget }));
}

/** Returns true if the page handled the drop; otherwise the browser would open the file instead of Nadir. */
function drop(dataTransfer: object): boolean {
  const event = createEvent.drop(window, { dataTransfer });
  fireEvent(window, event);
  return event.defaultPrevented;
}

it('passes a file that is dropped anywhere to the form, and indicates this before the drop', async () => {
  const take = vi.fn();
  await showPage(
    <>
      <FileDrops />
      <Form name="Area" take={take} />
    </>,
  );
  fireEvent.dragOver(window, { dataTransfer: files });
  expect(screen.getByText('Area: drop it here')).toBeDefined();
  leaveFor(document.body);
  expect(screen.getByText('Area: drop it here')).toBeDefined();
  expect(drop(files)).toBe(true);
  expect(take.mock.calls).toEqual([[[file]]]);
  expect(screen.getByText('Area')).toBeDefined();
});

it('stops indicating it once the file has left the window', async () => {
  await showPage(<Form name="Area" take={vi.fn()} />);
  fireEvent.dragOver(window, { dataTransfer: files });
  leaveFor(null);
  expect(screen.getByText('Area')).toBeDefined();
});

it('passes it to the form that was mounted last, and to the previous one once that is unmounted', async () => {
  const [area, points] = [vi.fn(), vi.fn()];
  const { redraw } = await showPage([
    <FileDrops key="drops" />,
    <Form key="area" name="Area" take={area} />,
    <Form key="points" name="Points" take={points} />,
  ]);
  drop(files);
  expect([area, points].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  redraw([<FileDrops key="drops" />, <Form key="area" name="Area" take={area} />]);
  drop(files);
  expect([area, points].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it('shows where files can be dropped if no screen accepts them, and never opens them in place of Nadir', async () => {
  await showPage(<FileDrops />);
  expect(drop(files)).toBe(true);
  expect((await screen.findByRole('alert')).textContent).toContain('Files cannot be dropped here');
});

it('leaves a dragged text to the fields', async () => {
  const take = vi.fn();
  await showPage(
    <>
      <FileDrops />
      <Form name="Area" take={take} />
    </>,
  );
  fireEvent.dragOver(window, { dataTransfer: { types: ['text/plain'], files: [] } });
  expect(screen.getByText('Area')).toBeDefined();
  expect(drop({ types: ['text/plain'], files: [] })).toBe(false);
  expect(take).not.toHaveBeenCalled();
});
