import { expect, it } from 'vitest';
import { closeModules } from './close-modules.ts';

/** Modules that write down that they are closed, and when that is over; `outbox` fails to close, and `usage` at once. */
function createRecorded() {
  const order: string[] = [];
  const closing = (name: string, failure?: Error) => ({
    async close() {
      order.push(name);
      await Promise.resolve();
      if (failure) throw failure;
      order.push(`${name} closed`);
    },
  });
  const modules = {
    asking: [
      {
        close() {
          order.push('usage');
          throw new Error('the timer is gone');
        },
      },
      closing('timeline'),
      closing('tasks'),
      closing('orders'),
      closing('outbox', new Error('the disk is full')),
      closing('rules'),
      closing('downloads'),
      closing('rasters'),
      closing('lists'),
    ],
    tracking: closing('tracking'),
    http: closing('connections'),
    store: { close: () => void order.push('database') },
    threadHangs: () => false,
  };
  const context = {
    beginClosing: () => void order.push('signal'),
    log: { info: (event: string) => void order.push(`log: ${event}`), defect: () => undefined },
    stopLogging: () => void order.push('stray errors'),
  };
  const started = {
    practice: closing('practice'),
    stopWatchingDownloads: () => void order.push('download watch'),
    stopWatchingNetwork: () => void order.push('network watch'),
  };
  return { order, close: () => closeModules(context, modules, started) };
}

it('ends what asks and sends together, then what sees it, then what all of them stand on', async () => {
  const { order, close } = createRecorded();
  await close();
  const [together, sequential] = [
    order.slice(0, order.indexOf('tracking')),
    order.slice(order.indexOf('tracking')),
  ];
  const begun = [
    'signal',
    'download watch',
    'network watch',
    'usage',
    'timeline',
    'tasks',
    'orders',
    'outbox',
    'rules',
    'downloads',
    'rasters',
    'lists',
    'practice',
  ];
  // All have begun before the first has ended, and all but those that fail have ended.
  expect(together.slice(0, begun.length)).toEqual(begun);
  expect(together.slice(begun.length).sort()).toEqual([
    'downloads closed',
    'lists closed',
    'orders closed',
    'practice closed',
    'rasters closed',
    'rules closed',
    'tasks closed',
    'timeline closed',
  ]);
  expect(sequential).toEqual([
    'tracking',
    'tracking closed',
    'connections',
    'connections closed',
    'database',
    'log: closed',
    'stray errors',
  ]);
});
