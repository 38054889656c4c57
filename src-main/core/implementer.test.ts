import { createRouterClient, isDefinedError, safe } from '@orpc/server';
import { describe, expect, it, vi } from 'vitest';
import type { ToldChange } from '../../src-preload/contract/changes.ts';
import { AppError } from './app-error.ts';
import { createImplementer } from './implementer.ts';

function clientThatFailsWith(error: unknown) {
  const onDefect = vi.fn();
  const os = createImplementer({ onDefect, makeReference: () => 'REF-1' });
  const router = {
    dismissNotice: os.app.dismissNotice.handler(() => {
      throw error;
    }),
  };
  return { client: createRouterClient(router), onDefect };
}

it('carries an expected failure with its data', async () => {
  const { client, onDefect } = clientThatFailsWith(new AppError('OFFLINE', { host: 'api.example' }));
  const [error] = await safe(client.dismissNotice({ id: 'x' }));
  expect(isDefinedError(error) && error.code === 'OFFLINE' && error.data).toEqual({ host: 'api.example' });
  expect(onDefect).not.toHaveBeenCalled();
});

it('turns a defect into a reference and keeps its text in main', async () => {
  const { client, onDefect } = clientThatFailsWith(new Error('secret detail'));
  const [error] = await safe(client.dismissNotice({ id: 'x' }));
  expect(JSON.stringify(error)).not.toContain('secret detail');
  expect(isDefinedError(error) && error.code === 'DEFECT' && error.data).toEqual({ reference: 'REF-1' });
  expect(onDefect).toHaveBeenCalledOnce();
});

it('says which field of the input is out of bounds', async () => {
  const { client } = clientThatFailsWith(new Error('never reached'));
  const [error] = await safe(client.dismissNotice({ id: 'x'.repeat(201) }));
  expect(isDefinedError(error) && error.code === 'INVALID_INPUT' && Object.keys(error.data.fields)).toEqual([
    'id',
  ]);
});

describe('a stream', () => {
  function clientWhoseStream(events: () => AsyncGenerator<ToldChange, void, void>) {
    const onDefect = vi.fn();
    const os = createImplementer({ onDefect, makeReference: () => 'REF-1' });
    return { client: createRouterClient({ changes: os.app.changes.handler(events) }), onDefect };
  }

  async function firstError(events: AsyncIterable<unknown>): Promise<unknown> {
    try {
      for await (const _ of events);
      return null;
    } catch (error) {
      return error;
    }
  }

  it('that fails carries the expected failure with its data', async () => {
    // biome-ignore lint/correctness/useYield: the stream fails before its first event.
    const { client, onDefect } = clientWhoseStream(async function* () {
      throw new AppError('DISK_FULL', { path: '/full', neededBytes: null });
    });
    const error = await firstError(await client.changes());
    expect(error).toMatchObject({ defined: true, code: 'DISK_FULL', data: { path: '/full' } });
    expect(onDefect).not.toHaveBeenCalled();
  });

  it('that fails by a defect is logged and told by its reference', async () => {
    const failure = new Error('secret detail');
    // biome-ignore lint/correctness/useYield: the stream fails before its first event.
    const { client, onDefect } = clientWhoseStream(async function* () {
      throw failure;
    });
    const error = await firstError(await client.changes());
    expect(error).toMatchObject({ defined: true, code: 'DEFECT', data: { reference: 'REF-1' } });
    expect(onDefect).toHaveBeenCalledExactlyOnceWith({
      reference: 'REF-1',
      path: 'changes',
      error: failure,
    });
  });

  it('with an event that the contract does not know is a defect, not an unknown error', async () => {
    const { client, onDefect } = clientWhoseStream(async function* () {
      yield JSON.parse('{}');
    });
    expect(await firstError(await client.changes())).toMatchObject({ defined: true, code: 'DEFECT' });
    expect(onDefect).toHaveBeenCalledOnce();
  });

  it('that the page closes is closed here, without a defect', async () => {
    const closed = vi.fn();
    const { client, onDefect } = clientWhoseStream(async function* () {
      try {
        for (;;) yield { topic: 'tasks', connectionId: null, staleQueries: [] };
      } finally {
        closed();
      }
    });
    const events = await client.changes();
    await events.next();
    await events.return?.();
    expect(closed).toHaveBeenCalledOnce();
    expect(onDefect).not.toHaveBeenCalled();
  });
});

it('an answer that the contract does not know is a defect with a reference', async () => {
  const onDefect = vi.fn();
  const os = createImplementer({ onDefect, makeReference: () => 'REF-1' });
  const client = createRouterClient({ notices: os.app.notices.handler(() => JSON.parse('[{}]')) });
  const [error] = await safe(client.notices());
  expect(isDefinedError(error) && error.code === 'DEFECT' && error.data).toEqual({ reference: 'REF-1' });
  expect(onDefect).toHaveBeenCalledOnce();
});
