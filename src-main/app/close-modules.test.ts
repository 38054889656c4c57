import { expect, it } from 'vitest';
import { closeModules } from './close-modules.ts';

/** Modules that write down that they are closed, and when that is over; `outbox` fails to close. */
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
    timeline: closing('timeline'),
    tasks: { sync: closing('task sync') },
    orders: { sync: closing('order sync'), partWatch: closing('part watch') },
    outbox: { runner: closing('outbox', new Error('the disk is full')) },
    downloadRules: { rules: closing('rules'), unpacking: closing('unpacking') },
    downloads: { delivery: closing('downloads') },
    scenes: closing('rasters'),
    storage: { reader: closing('lists'), store: { close: () => void order.push('database') } },
    usage: { close: () => void order.push('usage') },
    tracking: closing('tracking'),
    http: closing('connections'),
    sessions: { keychainHangs: () => false },
  };
  const context = {
    beginClosing: () => void order.push('signal'),
    log: { info: (event: string) => void order.push(`log: ${event}`), defect: () => undefined },
    stopLogging: () => void order.push('stray errors'),
  };
  const started = {
    practice: null,
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
  expect(together.filter((step) => !step.endsWith(' closed'))).toEqual([
    'signal',
    'download watch',
    'usage',
    'network watch',
    'timeline',
    'task sync',
    'order sync',
    'part watch',
    'outbox',
    'rules',
    'downloads',
    'unpacking',
    'rasters',
    'lists',
  ]);
  // All but the one that fails have ended by then.
  expect(together.filter((step) => step.endsWith(' closed'))).toHaveLength(9);
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
