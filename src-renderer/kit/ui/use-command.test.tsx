import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { useCommand } from './use-command.ts';

function MakeButton({ make }: { make: () => Promise<void> }) {
  const command = useCommand({ mutationFn: make });
  return (
    <button type="button" onClick={() => command.mutate()}>
      {command.isError ? 'Try again' : 'Make'}
    </button>
  );
}

/** Shows a button whose command is answered by hand. Returns what a test needs to press it and to answer. */
function showButton() {
  const runs: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const make = () => new Promise<void>((resolve, reject) => runs.push({ resolve, reject }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MakeButton make={make} />
    </QueryClientProvider>,
  );
  const press = (times: number) =>
    act(async () => {
      for (let each = 0; each < times; each += 1) screen.getByRole('button').click();
    });
  return { runs, press };
}

it('a double click carries a command out once, and the next press after its answer carries it out again', async () => {
  const { runs, press } = showButton();
  await press(2);
  await waitFor(() => expect(runs).toHaveLength(1));
  await act(async () => runs[0]?.resolve());
  await press(2);
  await waitFor(() => expect(runs).toHaveLength(2));
});

it('a command that failed can be pressed again', async () => {
  const { runs, press } = showButton();
  await press(1);
  await act(async () => runs[0]?.reject(new Error('full')));
  await screen.findByText('Try again');
  await press(2);
  await waitFor(() => expect(runs).toHaveLength(2));
});

/** Carries a command out when it is shown, as a dialog that opens with a file. */
function Opened({ run }: { run: () => Promise<void> }) {
  const command = useCommand({ mutationFn: run });
  const { mutate } = command;
  useEffect(() => mutate(), [mutate]);
  return <p>{command.isError ? 'Refused' : 'Reading'}</p>;
}

it('a command that an effect carries out runs once, however it ends', async () => {
  let runs = 0;
  const refuse = async () => {
    runs += 1;
    throw new Error('refused');
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Opened run={refuse} />
    </QueryClientProvider>,
  );
  await screen.findByText('Refused');
  // A drawing after the answer would carry it out again.
  await act(async () => undefined);
  expect([runs, screen.queryByText('Refused') !== null]).toEqual([1, true]);
});
