import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { commandOf, orderRequest } from '../../../../testing/page/samples.ts';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { useSettings } from '../../../kit/client/api.tsx';
import { loadOrderCopy, loadOrderDraft, useOrderDraft } from './order-store.ts';
import { unsavedEditsStore } from './unsaved-edits.tsx';

/** The fields of the form that show its content. */
function Fields({ settings }: { settings: NonNullable<ReturnType<typeof useSettings>> }) {
  const { draft, change, startNext } = useOrderDraft(settings);
  return (
    <>
      <output>{draft.name}</output>
      <button type="button" onClick={() => change({ name: 'Typed before' })}>
        Type
      </button>
      <button type="button" onClick={startNext}>
        Sent
      </button>
    </>
  );
}

function Form() {
  const settings = useSettings();
  return settings && <Fields settings={settings} />;
}

const nameInForm = () => screen.getByRole('status').textContent;

it('brings back the order that was being typed after a copy, and a copy of a copy, was sent', async () => {
  const { user } = await showPage(<Form />);
  await user.click(await screen.findByRole('button', { name: 'Type' }));
  loadOrderCopy(orderRequest);
  await waitFor(() => expect(nameInForm()).toBe(orderRequest.properties.order_name));
  const other = { ...orderRequest, properties: { ...orderRequest.properties, order_name: 'Second copy' } };
  loadOrderCopy(other);
  await waitFor(() => expect(nameInForm()).toBe('Second copy'));
  await user.click(screen.getByRole('button', { name: 'Sent' }));
  expect(nameInForm()).toBe('Typed before');
});

it('keeps what is typed into an order of the outbox while another one is edited, and when its form is left', async () => {
  const orderCommand = (id: string, order_name: string) =>
    commandOf({
      id,
      input: {
        kind: 'order',
        request: { ...orderRequest, properties: { ...orderRequest.properties, order_name } },
      },
    });
  const { user } = await showPage(<Form />);
  loadOrderDraft(orderCommand('first', 'First'));
  await waitFor(() => expect(nameInForm()).toBe('First'));
  expect(unsavedEditsStore.getState().edits).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Type' }));
  loadOrderDraft(orderCommand('second', 'Second'));
  await waitFor(() => expect(nameInForm()).toBe('Second'));
  loadOrderDraft(orderCommand('first', 'First'));
  await waitFor(() => expect(nameInForm()).toBe('Typed before'));
  // Not if the order was changed in the outbox meanwhile.
  loadOrderDraft(orderCommand('first', 'Renamed'));
  await waitFor(() => expect(nameInForm()).toBe('Renamed'));
  loadOrderDraft(orderCommand('first', 'First'));
  await waitFor(() => expect(nameInForm()).toBe('Typed before'));
  await user.click(screen.getByRole('button', { name: 'Sent' }));
  expect(unsavedEditsStore.getState().edits).toMatchObject([
    { id: 'first', draft: { name: 'Typed before' } },
  ]);
});
