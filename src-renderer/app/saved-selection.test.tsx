import { waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../src-main/core/app-error.ts';
import { librarySceneIdSchema, taskIdSchema } from '../../src-preload/contract/ids.ts';
import { defaultRasterStyle } from '../../src-preload/contract/raster-styles.ts';
import { fileOf, orderOf, pageScope, sceneOf, settingsOf, taskOf } from '../../testing/page/samples.ts';
import { showPage } from '../../testing/page/show-page.tsx';
import { mapStore } from '../kit/state/map-store.ts';
import { select, selectedOf } from '../kit/state/selection.ts';
import { SavedSelection } from './saved-selection.tsx';

const infrared = { ...defaultRasterStyle, preset: 'near-infrared' as const };
const raster = { fileId: 1, librarySceneId: 7, style: null };
const nothing = { raster: null, followed: null };

/** Starts the page with the saved selection of the last session; `state` tells whether the raster's file is on disk. */
async function start(selection: unknown, { state = 'on-disk' as const, set = vi.fn() } = {}) {
  const gone = (what: string) => new AppError('NOT_FOUND', { what });
  const page = await showPage(<SavedSelection />, {
    settings: settingsOf({ workspace: { selection } }),
    answers: (os) => ({
      settings: {
        get: os.settings.get.handler(() => settingsOf({ workspace: { selection } })),
        set: os.settings.set.handler(({ input }) => {
          set(input);
          return settingsOf();
        }),
      },
      tasking: {
        get: os.tasking.get.handler(({ input: { taskId } }) => {
          if (taskId === 4_711) return taskOf();
          throw gone('task');
        }),
      },
      orders: { get: os.orders.get.handler(() => orderOf()) },
      outbox: { get: os.outbox.get.handler(() => []) },
      library: { get: os.library.get.handler(() => sceneOf({ files: [fileOf({ state })] })) },
    }),
  });
  return { ...page, set };
}
const selected = () => ({
  task: selectedOf('task'),
  order: selectedOf('order'),
  command: selectedOf('command'),
  scene: selectedOf('scene'),
});

describe('the selection of the last session', () => {
  it('is restored if it still exists', async () => {
    await start({
      ...pageScope,
      ...nothing,
      selected: { task: 4_711, order: '000042', command: 'gone', scene: 7 },
    });
    await waitFor(() => expect(selected()).toMatchObject({ task: 4_711, order: '000042', scene: 7 }));
    expect(selected().command).toBeNull();
  });

  it('is not restored under another contract, except for scenes, which belong to all', async () => {
    const other = { connectionId: pageScope.connectionId, contractId: 'cont.south' };
    await start({ ...other, ...nothing, selected: { task: 4_711, scene: 7 } });
    await waitFor(() => expect(selected().scene).toBe(7));
    expect(selected().task).toBeNull();
  });

  it('is restored despite an invalid key or subject', async () => {
    await start({ ...pageScope, ...nothing, selected: { task: 'x', tide: 'low', order: '000042' } });
    await waitFor(() => expect(selected().order).toBe('000042'));
    expect(selected().task).toBeNull();
  });

  it('does not replace a selection that was made meanwhile', async () => {
    select('task', taskIdSchema.parse(99));
    const { main } = await start({ ...pageScope, ...nothing, selected: { task: 4_711, scene: 7 } });
    await waitFor(() => expect(main.asked('library.get')).toHaveLength(1));
    expect(selected()).toMatchObject({ task: 99, scene: null });
  });
});

describe('the raster of the last session', () => {
  it('is drawn again in its bands if its file is on disk, without moving the map', async () => {
    await start({ ...pageScope, selected: {}, raster, followed: { style: infrared } });
    await waitFor(() =>
      expect(mapStore.getState()).toMatchObject({
        shownRaster: { ...raster, goThere: false },
        followed: { style: infrared },
      }),
    );
  });
});

it('is saved with its contract', async () => {
  const { main } = await start(undefined);
  await waitFor(() => expect(main.asked('connections.list')).toHaveLength(1));
  const saved = () => main.asked('settings.set').at(-1);
  await waitFor(async () => {
    select('task', null);
    select('task', taskIdSchema.parse(4_711));
    select('scene', librarySceneIdSchema.parse(7));
    select('moment', 'scene 7');
    window.dispatchEvent(new Event('pagehide'));
    expect(saved()).toEqual({
      workspace: { selection: { ...pageScope, ...nothing, selected: { task: 4_711, scene: 7 } } },
    });
  });
});
