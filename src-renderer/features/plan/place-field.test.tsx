import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { showPage } from '../../../testing/page/show-page.tsx';
import { mapStore, zoomToBox } from '../../kit/state/map-store.ts';
import type { TypedPlace } from './draft/typed-place.ts';
import { PlaceField } from './place-field.tsx';

afterEach(() => {
  vi.useRealTimers();
});

function Field({ altitude = '' }: { altitude?: string }) {
  const [draft, setDraft] = useState<TypedPlace>({ place: '', placeConfirmed: '', altitude });
  return (
    <PlaceField
      draft={draft}
      format="dd"
      errorOf={() => undefined}
      set={(patch) => setDraft((before) => ({ ...before, ...patch }))}
    />
  );
}

async function typed(text: string) {
  await showPage(<Field />);
  vi.useFakeTimers();
  fireEvent.change(screen.getByRole('textbox', { name: /^Point of interest/ }), { target: { value: text } });
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('moves the map to a typed place when the user stops typing', async () => {
  await typed('48.2, 16.37');
  pass(500);
  expect(mapStore.getState().viewRequest).toBeNull();
  pass(200);
  expect(mapStore.getState().viewRequest).toMatchObject({ kind: 'point', at: [16.37, 48.2] });
});

it('does not move the map if something else has moved it meanwhile', async () => {
  await typed('48.2, 16.37');
  pass(300);
  act(() => zoomToBox([11, 48, 12, 49]));
  pass(2_000);
  expect(mapStore.getState().viewRequest).toMatchObject({ kind: 'box', box: [11, 48, 12, 49] });
});

it('takes the altitude of a new place from its text, and keeps that of the field for a text without one', async () => {
  await showPage(<Field altitude="1200" />);
  const place = screen.getByRole('textbox', { name: /^Point of interest/ });
  const altitude = screen.getByRole<HTMLInputElement>('textbox', { name: /^Altitude/ });
  fireEvent.change(place, { target: { value: '52.1, 4.1' } });
  expect(altitude.value).toBe('1200');
  fireEvent.change(place, { target: { value: '52.1, 4.1, 3 m' } });
  expect([altitude.value, altitude.placeholder]).toEqual(['', '3']);
});
