import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { ConnectionView } from '../../../src-preload/contract/connections.ts';
import { connectionOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { uiStore } from '../state/ui-store.ts';
import { InScope } from './in-scope.tsx';

function Typed({ contract }: { contract: string | null }) {
  const [text, setText] = useState('');
  return (
    <>
      <p>Tasks of {contract ?? 'no contract'}</p>
      <input aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} />
    </>
  );
}

async function show(first: ConnectionView[]) {
  const world = { connections: first };
  const page = await showPage(
    <InScope workspace="tasks">{({ contractId }) => <Typed contract={contractId} />}</InScope>,
    { answers: (os) => ({ connections: { list: os.connections.list.handler(() => world.connections) } }) },
  );
  return { ...page, world };
}

it('asks for credentials where there are none, and leads to where they are set', async () => {
  const { user } = await show([connectionOf({ credentials: 'none', selectedContractId: null })]);
  expect(await screen.findByText(/^This connection has no credentials yet\./)).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Tasks' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Manage connections' }));
  expect(uiStore.getState().workspace).toBe('settings');
});

it('asks for a contract where none is chosen, and opens the choice', async () => {
  const { user } = await show([connectionOf({ selectedContractId: null })]);
  await user.click(await screen.findByRole('button', { name: 'Choose a contract' }));
  expect(uiStore.getState().contractPicker).toBe(true);
  expect(screen.queryByRole('note')).toBeNull();
});

it('says of the practice service what it is, and the way to one of their own', async () => {
  const { user } = await show([connectionOf({ selectedContractId: null, practice: true })]);
  expect((await screen.findByRole('note')).textContent).toContain(
    'Nothing is really captured, ordered or charged.',
  );
  uiStore.setState({ contractPicker: true });
  await user.click(screen.getByRole('button', { name: 'Connect your own service…' }));
  expect(uiStore.getState()).toMatchObject({
    contractPicker: false,
    workspace: 'settings',
    settingsTab: 'connections',
  });
});

it('needs no contract for legacy credentials', async () => {
  await show([connectionOf({ credentialKind: 'legacy', selectedContractId: null })]);
  expect(await screen.findByText('Tasks of no contract')).toBeDefined();
});

it('keeps nothing that was typed under one contract for another', async () => {
  const { user, main, world } = await show([connectionOf()]);
  await user.type(await screen.findByRole('textbox', { name: 'Search' }), 'pier');
  main.change('connections');
  expect(screen.getByDisplayValue('pier')).toBeDefined();
  world.connections = [connectionOf({ selectedContractId: 'cont.south' })];
  main.change('connections');
  await waitFor(() => expect(screen.getByText('Tasks of cont.south')).toBeDefined());
  expect(screen.queryByDisplayValue('pier')).toBeNull();
});
