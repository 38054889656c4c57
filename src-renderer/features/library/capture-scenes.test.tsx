import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-main/core/app-error.ts';
import { captureIdSchema, orderIdSchema } from '../../../src-preload/contract/ids.ts';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import { fileOf, pageScope, sceneOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { CaptureScenes } from './capture-scenes.tsx';
import { DeliverableScenes } from './deliverable-scenes.tsx';

const captureId = captureIdSchema.parse('capture-1');
const offline = () => Promise.reject(new AppError('OFFLINE', { host: 'api.test' }));

async function show(
  stored: SceneDetails[],
  ask: () => Promise<SceneDetails[]> = async () => stored,
  otherwise: string | null = null,
) {
  const world = { stored, ask };
  const page = await showPage(
    <CaptureScenes scope={pageScope} captureId={captureId} otherwise={otherwise} />,
    {
      answers: (os) => ({
        library: {
          ofCapture: os.library.ofCapture.handler(() => world.stored),
          refreshCapture: os.library.refreshCapture.handler(() => world.ask()),
          checkCapture: os.library.checkCapture.handler(() => false),
        },
      }),
    },
  );
  return { ...page, world };
}

describe('the scenes of a capture', () => {
  it('are asked for where none is known, and shown when they are there', async () => {
    const { main, world } = await show([]);
    await waitFor(() =>
      expect(main.asked('library.refreshCapture')).toEqual([{ scope: pageScope, captureId }]),
    );
    world.stored = [sceneOf()];
    main.change('scenes');
    expect(await screen.findByText('SN33_20260302')).toBeDefined();
  });

  it('are only checked where some are known: each query ends the links of running downloads', async () => {
    const { main } = await show([sceneOf()]);
    await waitFor(() => expect(main.asked('library.checkCapture')).toHaveLength(1));
    expect(main.asked('library.refreshCapture')).toEqual([]);
  });

  it('are asked for again on demand, once on a double click, and stay on screen when that fails', async () => {
    const answer = Promise.withResolvers<SceneDetails[]>();
    const { user, main } = await show([sceneOf()], () => answer.promise);
    await user.dblClick(await screen.findByRole('button', { name: 'Check for new files' }));
    expect(main.asked('library.refreshCapture')).toHaveLength(1);
    answer.reject(new AppError('OFFLINE', { host: 'api.test' }));
    expect((await screen.findByRole('alert')).textContent).toContain('No network');
    expect(screen.getByText('SN33_20260302')).toBeDefined();
  });

  it('may not be there yet, or not reached: each is said, and tried again', async () => {
    const { user, unmount, main } = await show([]);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(main.asked('library.refreshCapture')).toHaveLength(2);
    expect(await screen.findByText('The service has no scenes for this capture yet.')).toBeDefined();
    unmount();
    await show([], offline);
    expect((await screen.findByRole('alert')).textContent).toContain('No network');
  });

  it('leave their place to what else there is where the service has none, not where it was not reached', async () => {
    const { unmount } = await show([], async () => [], 'The assets');
    expect(await screen.findByText('The assets')).toBeDefined();
    unmount();
    await show([], offline, 'The assets');
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.queryByText('The assets')).toBeNull();
  });

  it('are not asked for any longer by who has left', async () => {
    const { main, unmount } = await show([], () => new Promise(() => undefined));
    await waitFor(() => expect(main.asked('library.refreshCapture')).toHaveLength(1));
    unmount();
    expect(main.signals('library.refreshCapture')[0]?.aborted).toBe(true);
  });

  it('say that the service has changed them since a file was saved', async () => {
    const saved = { state: 'on-disk' as const, savedAt: '2026-03-02T11:00:00Z' };
    const { unmount } = await show([sceneOf({ files: [fileOf(saved)] })]);
    expect(await screen.findByText(/^The service changed this scene after/)).toBeDefined();
    unmount();
    await show([sceneOf({ files: [fileOf({ ...saved, savedAt: '2026-03-02T13:00:00Z' })] })]);
    expect(await screen.findByText('SN33_20260302')).toBeDefined();
    expect(screen.queryByText(/^The service changed this scene after/)).toBeNull();
  });
});

describe('the files of a deliverable', () => {
  const orderId = orderIdSchema.parse('000042');
  const showFiles = (stored: string[], ask: () => Promise<never[]> = async () => []) =>
    showPage(<DeliverableScenes scope={pageScope} orderId={orderId} deliverableId="d1" />, {
      answers: (os) => ({
        library: {
          ofOrder: os.library.ofOrder.handler(() =>
            stored.map((deliverableId) => ({
              deliverableId,
              scene: sceneOf({ sceneId: `of ${deliverableId}` }),
            })),
          ),
          refreshOrder: os.library.refreshOrder.handler(ask),
        },
      }),
    });

  it('are those of this one, and not asked for where they are known', async () => {
    const { main } = await showFiles(['d2', 'd1']);
    expect(await screen.findByText('of d1')).toBeDefined();
    expect(screen.queryByText('of d2')).toBeNull();
    expect(main.asked('library.refreshOrder')).toEqual([]);
  });

  it('are asked for where only those of another one are known', async () => {
    const { main } = await showFiles(['d2']);
    expect(await screen.findByText('The service lists no files for it.')).toBeDefined();
    expect(main.asked('library.refreshOrder')).toEqual([
      { scope: pageScope, orderId, deliverableIds: ['d1'] },
    ]);
  });

  it('are tried again when the service was not reached', async () => {
    const { user, main } = await showFiles([], offline);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(main.asked('library.refreshOrder')).toHaveLength(2));
    expect(await screen.findByRole('alert')).toBeDefined();
  });
});
