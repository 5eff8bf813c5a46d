import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const DEBIANS = '/usr/bin/chromium';
const SYSTEM_PATHS = [
  DEBIANS,
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const APT_INSTALL = ['install', '-y', '-qq', '--no-install-recommends'];

/**
 * Finds Chromium for the end-to-end tests: CHROMIUM_PATH, Playwright's, the system's, or a new
 * installation by Playwright or apt. Throws instructions when all fail.
 */
export function findChromium(): string {
  return givenChromium() ?? presentChromium() ?? installChromium();
}

/** Finds the headless shell, which uses a third less CPU but lacks notifications and push. */
export function findHeadlessShell(): string | undefined {
  // Only CI installs packages that are not strictly needed.
  if (process.env.CI && !existsSync(HEADLESS_SHELL) && existsSync(DEBIANS)) {
    spawnSync('apt-get', [...APT_INSTALL, 'chromium-headless-shell'], {
      stdio: 'ignore',
      timeout: 60_000,
    });
  }
  return existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : undefined;
}

function givenChromium(): string | undefined {
  const path = process.env.CHROMIUM_PATH;
  if (path && !existsSync(path)) throw new Error(`CHROMIUM_PATH: ${path} does not exist`);
  return path || undefined;
}

function presentChromium(): string | undefined {
  return [...SYSTEM_PATHS, chromium.executablePath()].find((path) => existsSync(path));
}

function installChromium(): string {
  console.log('Chromium not found: installing it …');
  const attempts: (readonly [string, readonly string[]])[] = [
    [process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']],
    ['apt-get', ['update', '-qq']],
    ['apt-get', [...APT_INSTALL, 'chromium', 'chromium-headless-shell']],
    ['apt-get', [...APT_INSTALL, 'chromium']],
  ];
  for (const [command, args] of attempts) {
    // The output of one attempt is irrelevant if a browser exists afterwards.
    spawnSync(command, args, { stdio: 'ignore', timeout: 5 * 60 * 1000 });
    const found = presentChromium();
    if (found) return found;
  }
  throw new Error(
    'The end-to-end tests need Chromium, and neither Playwright nor apt could install it. ' +
      'Install Chromium or Chrome, and set CHROMIUM_PATH to its executable.',
  );
}
