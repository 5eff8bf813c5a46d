import { defineConfig, devices } from '@playwright/test';
import { sandboxArguments } from './scripts/sandbox-arguments.ts';

const isCi = Boolean(process.env.CI);
const executablePath = process.env.HEADLESS_SHELL_PATH || process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Each worker has a server and a browser: two keep a small machine busy and not more.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // A shared CI machine may stall for seconds. What passes only the second time is reported as flaky.
  retries: isCi ? 1 : 0,
  // On a slow computer a journey of seventeen seconds takes more than a minute, and on
  // a shared one, which may be four times slower for an hour, the longest takes more than two.
  timeout: isCi ? 300_000 : 120_000,
  expect: { timeout: isCi ? 30_000 : 10_000 },
  reporter: isCi ? [['line'], ['./tests/support/report-failures.ts']] : 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // A third of what a browser without a graphics card does is drawing what moves. Tests that are to
    // see it moving say so; chat.spec.ts, service-page.spec.ts and desk-toasts.spec.ts are walked with it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs every test a quarter of its time: only what failed is run again with it.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: sandboxArguments(),
    },
  },
});
