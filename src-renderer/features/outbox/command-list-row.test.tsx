import { screen } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { expect, it } from 'vitest';
import { type Command, commandStateSchema } from '../../../src-preload/contract/outbox.ts';
import { commandOf, orderRequest } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { CommandListRow } from './command-list-row.tsx';
import { commandAbout, commandTitle } from './command-words.ts';

function Row({ command, product = null }: { command: Command; product?: string | null }) {
  const { t, i18n } = useTranslation();
  const about = commandAbout(command, { t, language: i18n.language, format: 'dd', product });
  return <CommandListRow command={command} title={commandTitle(t, command)} about={about} chosen={false} />;
}

const area = (corners: number) => {
  const ring = Array.from({ length: corners }, (_, i) => [i / 100, (i * i) % 7]);
  return { type: 'Polygon', coordinates: [[...ring, [0, 0]]] };
};
const order = (geometry: unknown, parameters: Record<string, string> = {}) => ({
  kind: 'order' as const,
  request: JSON.parse(
    JSON.stringify({ ...orderRequest, geometry, properties: { ...orderRequest.properties, parameters } }),
  ),
});

it('says what a task will do, with product, place and period', async () => {
  const { redraw } = await showPage(<Row command={commandOf()} />);
  expect(screen.getByText('New task “harbour”')).toBeDefined();
  expect(screen.getByText(/^product 169 · .* · Feb 28, 2026 – Mar 8, 2026$/)).toBeDefined();
  redraw(<Row command={commandOf()} product="Multispectral" />);
  expect(screen.getByText(/^Multispectral · /)).toBeDefined();
});

it('says what an order will do, and how many vertices its area has', async () => {
  const { redraw } = await showPage(<Row command={commandOf({ input: order(area(1_204)) })} />);
  expect(screen.getByText('New order TSKPOI-M “piers”')).toBeDefined();
  expect(screen.getByText('area with 1,204 vertices')).toBeDefined();
  redraw(
    <Row command={commandOf({ input: order(orderRequest.geometry, { start: '2026-03-01T00:00:00Z' }) })} />,
  );
  expect(screen.getByText(/ · Mar 1, 2026 – —$/)).toBeDefined();
});

it('names the task that a cancellation is of; by its number while its name is not known', async () => {
  const input = { kind: 'cancel-task' as const, taskId: 4_711 };
  const { redraw } = await showPage(<Row command={commandOf({ input, taskName: 'harbour' })} />);
  expect(screen.getByText('Cancel task “harbour”')).toBeDefined();
  redraw(<Row command={commandOf({ input })} />);
  expect(screen.getByText('Cancel task “Task 4711”')).toBeDefined();
});

const words = ['Draft', 'Waiting', 'Sending', 'Sent', 'Rejected', 'Unconfirmed', 'Not sent'];
it.each(commandStateSchema.options.map((state, i) => [state, words[i] ?? '']))(
  'says of %s in a word of its own: %s',
  async (state, word) => {
    await showPage(<Row command={commandOf({ state })} />);
    expect(screen.getByText(word)).toBeDefined();
  },
);
