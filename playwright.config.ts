import { defineConfig } from '@playwright/test';
import { chromiumArgs, chromiumPath } from './e2e/support/browser.ts';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // Two cores: one app with its browser at a time keeps waits honest.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  outputDir: 'test-results',
  use: { actionTimeout: 20_000, launchOptions: { executablePath: chromiumPath(), args: chromiumArgs } },
});
