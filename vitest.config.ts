import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    pool: 'forks',
    // Left to itself it takes one of two cores; most tests wait for a disk or a socket.
    maxWorkers: 2,
    // Only ends what hangs: the machine of others may be slow, and other work may run beside the tests.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['src-*/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: ['src-renderer/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['testing/page/setup.ts'],
          // Loading the kit takes longer than most tests: a worker does it once, and `setup.ts` clears what tests leave behind.
          isolate: false,
          // After the others: between files that are isolated a worker would begin again.
          sequence: { groupOrder: 1 },
          // Local times are on screen beside those in UTC; neither may pass for the other.
          env: { TZ: 'America/Halifax' },
        },
      },
    ],
  },
});
