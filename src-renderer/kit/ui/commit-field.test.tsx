import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { CommitField } from './commit-field.tsx';

afterEach(() => vi.useRealTimers());

const field = () => screen.getByRole<HTMLInputElement | HTMLTextAreaElement>('textbox', { name: 'Notes' });
const type = (value: string) => fireEvent.input(field(), { target: { value } });

it('a text of several lines is stored on Escape, which closes nothing around it', async () => {
  const [onCommit, onKey] = [vi.fn(() => null), vi.fn()];
  await showPage(
    // biome-ignore lint/a11y/noStaticElementInteractions: the details that listen for Escape
    <div onKeyDown={onKey}>
      <CommitField label="Notes" isMultiline value="before" onCommit={onCommit} />
    </div>,
  );
  field().focus();
  type('half an hour of notes');
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(onCommit.mock.calls).toEqual([['half an hour of notes', false]]);
  expect(onKey).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(document.body);
});

it('a short value is restored on Escape', async () => {
  const onCommit = vi.fn(() => null);
  await showPage(<CommitField label="Notes" value="before" onCommit={onCommit} />);
  field().focus();
  type('after');
  fireEvent.keyDown(field(), { key: 'Escape' });
  field().blur();
  expect(field().value).toBe('before');
  expect(onCommit).not.toHaveBeenCalled();
});

it('Enter ends a text of one line and returns to where the keys are commands', async () => {
  const [onCommit, onLeave] = [vi.fn(() => null), vi.fn()];
  await showPage(
    <CommitField label="Notes" savesWhileTyping value="" onCommit={onCommit} onLeave={onLeave} />,
  );
  field().focus();
  type('cracks');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(onCommit.mock.calls).toEqual([['cracks', false]]);
  expect([document.activeElement, onLeave.mock.calls.length]).toEqual([document.body, 1]);
});

it('a field that saves while typing stores its text without leaving it, and later text as more of the same', async () => {
  const onCommit = vi.fn(() => null);
  await showPage(<CommitField label="Notes" savesWhileTyping value="" onCommit={onCommit} />);
  vi.useFakeTimers();
  type('clouds');
  type('clouds over');
  vi.advanceTimersByTime(1_000);
  expect(onCommit.mock.calls).toEqual([['clouds over', false]]);
  type('clouds over the port');
  vi.advanceTimersByTime(1_000);
  expect(onCommit.mock.calls.slice(1)).toEqual([['clouds over the port', true]]);
  fireEvent.blur(field());
  type('another text');
  fireEvent.blur(field());
  expect(onCommit.mock.calls.at(-1)).toEqual(['another text', false]);
});

it('letters that are typed while an earlier text is being stored stay', async () => {
  const withValue = (value: string) => (
    <CommitField label="Notes" savesWhileTyping value={value} onCommit={() => null} />
  );
  const { redraw } = await showPage(withValue(''));
  vi.useFakeTimers();
  type('clouds');
  vi.advanceTimersByTime(1_000);
  type('clouds and haze');
  redraw(withValue('clouds'));
  expect(field().value).toBe('clouds and haze');
  fireEvent.blur(field());
  redraw(withValue('clouds and haze'));
  redraw(withValue('what an undo brings back'));
  expect(field().value).toBe('what an undo brings back');
});

it('a text is stored when its field goes away or the window closes', async () => {
  const onCommit = vi.fn(() => null);
  const { unmount } = await showPage(<CommitField label="Notes" isMultiline value="" onCommit={onCommit} />);
  type('first');
  fireEvent(window, new Event('pagehide'));
  expect(onCommit.mock.calls).toEqual([['first', false]]);
  type('second');
  unmount();
  expect(onCommit).toHaveBeenLastCalledWith('second', expect.any(Boolean));
});
