import type { Service, ServiceClient } from '../src-main/service/api/service-client.ts';
import type { Store } from '../src-main/store/store.ts';

/** What a store says to a process that is no more. */
class Dead extends Error {}

/**
 * A process that can die between any two of its steps: before or after something is written, before, after or while
 * something is sent. What was sent goes on at the service; nothing is heard of it, and nothing is written any more.
 */
export function createCrashInjector(dieAt: number, how: number) {
  let steps = 0;
  let dead = false;
  let deep = false;
  const underway = { living: 0, orphaned: 0 };
  const never = () => new Promise<never>(() => undefined);

  const isTheEnd = () => {
    steps += 1;
    if (steps === dieAt) dead = true;
    return dead;
  };
  function step<T>(work: () => T): T {
    if (deep) return work();
    const last = !dead && isTheEnd();
    // The last step is made or not made.
    if (dead && (!last || how % 2 === 0)) throw new Dead('the process is gone');
    const result = work();
    if (last) throw new Dead('the process is gone');
    return result;
  }

  async function call<T>(work: () => Promise<T>): Promise<T> {
    const last = !dead && isTheEnd();
    if (dead && (!last || how % 3 === 0)) return never();
    underway.living += 1;
    if (last) {
      underway.orphaned += 1;
      underway.living -= 1;
      void work().then(
        () => (underway.orphaned -= 1),
        () => (underway.orphaned -= 1),
      );
      return never();
    }
    try {
      return await work();
    } finally {
      underway.living -= 1;
      if (dead) await never();
    }
  }

  async function* pages<T>(open: () => AsyncIterable<T>): AsyncGenerator<T> {
    const listing = open()[Symbol.asyncIterator]();
    for (;;) {
      const next = await call(() => listing.next());
      if (next.done === true) return;
      yield next.value;
    }
  }

  return {
    isDead: () => dead,
    steps: () => steps,
    underway,
    kill() {
      dead = true;
    },
    store: (store: Store): Store => ({
      ...store,
      run: (sql, params) => step(() => store.run(sql, params)),
      transaction: (body) =>
        step(() =>
          store.transaction(() => {
            const outer = deep;
            deep = true;
            try {
              return body();
            } finally {
              deep = outer;
            }
          }),
        ),
      get(row, sql, params) {
        if (dead) throw new Dead('the process is gone');
        return store.get(row, sql, params);
      },
      all(row, sql, params) {
        if (dead) throw new Dead('the process is gone');
        return store.all(row, sql, params);
      },
    }),
    service: ({ forScope }: Pick<Service, 'forScope'>): Pick<Service, 'forScope'> => ({
      forScope(scope): ServiceClient {
        const client = forScope(scope);
        return {
          ...client,
          submitTask: (...args) => call(() => client.submitTask(...args)),
          submitOrder: (...args) => call(() => client.submitOrder(...args)),
          cancelTask: (...args) => call(() => client.cancelTask(...args)),
          task: (...args) => call(() => client.task(...args)),
          captures: (...args) => call(() => client.captures(...args)),
          taskPages: (...args) => pages(() => client.taskPages(...args)),
          orderPages: (...args) => pages(() => client.orderPages(...args)),
        };
      },
    }),
    pause:
      (inner: (ms: number, signal: AbortSignal) => Promise<void>) =>
      async (ms: number, signal: AbortSignal): Promise<void> => {
        if (dead) await never();
        await inner(ms, signal);
        if (dead) await never();
      },
  };
}
