import { createRouterClient, isDefinedError, safe } from '@orpc/server';
import { expect, it, vi } from 'vitest';
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
