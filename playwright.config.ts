import { defineConfig } from '@playwright/test';
import { acceleratedArgs, chromiumArgs, chromiumPath } from './e2e/support/browser.ts';
import type { TestedHost } from './e2e/support/nadir.ts';

const everything = '**/*.spec.ts';
/** What holds pictures of the map against each other: seen with both kinds of canvas in every run. */
const pictures = '**/map-truth.spec.ts';
// The whole suite twice would double the time of a run: `NADIR_CANVAS=accelerated` turns round which canvas gets all of it.
const allAccelerated = process.env.NADIR_CANVAS === 'accelerated';
/** What only a window of Electron has. */
const desktopOnly = '**/desktop-window.spec.ts';
/**
 * The tests that run on the built Electron host too, with a browser for its windows, in every run: those with this tag.
 * `npm run test:e2e -- --host window` runs all of them there.
 */
const windowTag = /@window/;
const isWholeWindow = process.env.NADIR_TESTED_HOST === 'window';
const executablePath = chromiumPath();

export default defineConfig<{ testedHost: TestedHost }>({
  testDir: 'e2e',
  // A test waits more than it works: three at a time fill two cores.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // These end what hangs, on a machine that others work on too; nothing is measured by them. The longest test takes a minute on a
  // quiet machine, and has taken five on a loaded one.
  timeout: 900_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  outputDir: 'test-results',
  use: { actionTimeout: 30_000 },
  projects: [
    // First, as its pictures take the longest.
    {
      name: 'accelerated',
      testMatch: allAccelerated ? everything : pictures,
      use: { launchOptions: { executablePath, args: acceleratedArgs } },
    },
    {
      name: 'plain',
      testMatch: allAccelerated ? pictures : everything,
      testIgnore: desktopOnly,
      use: { launchOptions: { executablePath, args: chromiumArgs } },
    },
    {
      name: 'window',
      testMatch: everything,
      ...(isWholeWindow ? {} : { grep: windowTag }),
      use: { testedHost: 'window', launchOptions: { executablePath, args: chromiumArgs } },
    },
  ],
});
