import { act, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { librarySceneIdSchema } from '../../../../src-preload/contract/ids.ts';
import { sceneOf } from '../../../../testing/page/samples.ts';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { mapStore } from '../../../kit/state/map-store.ts';
import { emptyOrderDraft, type OrderDraft } from '../draft/order-draft.ts';
import { SceneField } from './scene-field.tsx';

const squareAt = (west: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, 48],
      [west + 1, 48],
      [west + 1, 49],
      [west, 48],
    ],
  ],
});
const scenes = [
  sceneOf({ librarySceneId: 1, sceneId: 'first', captureId: 'c1', footprint: squareAt(10) }),
  sceneOf({ librarySceneId: 2, sceneId: 'second', captureId: 'c2', footprint: squareAt(40) }),
  sceneOf({ librarySceneId: 3, sceneId: 'bare', captureId: 'c3', footprint: null }),
];

/** What the form has now. */
let now: OrderDraft;

function Field({ initial }: { initial: OrderDraft }) {
  const [draft, setDraft] = useState(initial);
  useEffect(() => {
    now = draft;
  });
  return (
    <SceneField
      draft={draft}
      set={(patch) => setDraft((before) => ({ ...before, ...patch }))}
      name="outcome_id"
      label="Capture"
      value={draft.values.outcome_id ?? ''}
      error={undefined}
      withAsterisk
    />
  );
}

async function show(fields: Partial<OrderDraft> = {}) {
  await showPage(<Field initial={{ ...emptyOrderDraft(0), ...fields }} />, {
    answers: (os) => ({
      library: {
        list: os.library.list.handler(() => ({ rows: [], total: 0 })),
        footprints: os.library.footprints.handler(() => ({
          librarySceneIds: '',
          rings: '',
          onDisk: '',
          total: 0,
          read: 0,
        })),
        get: os.library.get.handler(({ input }) => {
          const found = scenes.find(({ librarySceneId }) => librarySceneId === input.librarySceneId);
          if (found === undefined) throw new Error('no scene');
          return found;
        }),
      },
    }),
  });
  return async (id: number) => {
    act(() => mapStore.setState({ pickedSceneId: librarySceneIdSchema.parse(id) }));
    await waitFor(() => expect(now.values.outcome_id).toBe(`c${id}`));
    return { name: now.name, west: now.areas[0]?.[0]?.[0]?.[0] ?? null };
  };
}

it('gives an order the name and the outline of its scene, and takes them away with it', async () => {
  const pick = await show();
  expect(await pick(1)).toEqual({ name: 'first', west: 10 });
  expect(await pick(2)).toEqual({ name: 'second', west: 40 });
  // The outline of another scene would be ordered with this capture.
  expect(await pick(3)).toEqual({ name: 'bare', west: null });
});

it('keeps the name that a person has written', async () => {
  const pick = await show({ name: 'Tanks' });
  expect((await pick(1)).name).toBe('Tanks');
  expect((await pick(2)).name).toBe('Tanks');
});
