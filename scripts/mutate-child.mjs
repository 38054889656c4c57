// Runs tests in a warm Vitest, for scripts/mutate.mjs: told of a file that changed and of the tests to run, it answers
// whether one of them failed.
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { exceptSlowCases } from './related-tests.mjs';

const root = process.cwd();
const vitest = await createVitest('test', {
  root,
  watch: false,
  // The first failure is enough.
  bail: 1,
  maxWorkers: 1,
  testTimeout: 15_000,
  reporters: [{}],
});
await vitest.standalone();
vitest.setGlobalTestNamePattern(exceptSlowCases);

/** Whether one of the tests fails; one file after another, so that the quick ones come first. */
async function isSeenBy(tests) {
  for (const test of tests) {
    const specifications = await vitest.globTestSpecifications([join(root, test)]);
    if (specifications.length === 0) throw new Error(`there is no test ${test}`);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    if (unhandledErrors.length > 0) return test;
    // Vitest lists what it ran before, too: a test that failed for the mutant before says nothing about this one.
    const ownModules = testModules.filter(({ moduleId }) => moduleId === join(root, test));
    if (ownModules.length === 0 || ownModules.some((module) => !module.ok() || module.state() !== 'passed'))
      return test;
  }
  return null;
}

process.on('message', async ({ changed, tests }) => {
  for (const file of changed) vitest.invalidateFile(join(root, file));
  try {
    process.send({ seenBy: await isSeenBy(tests) });
  } catch (error) {
    process.send({ broken: String(error.stack ?? error) });
  }
});
process.send({ ready: true });
