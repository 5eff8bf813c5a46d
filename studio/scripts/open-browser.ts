import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const DEBIANS = '/usr/bin/chromium';

/**
 * Starts the Chromium of CHROMIUM_PATH, Debian's, or the one that `npx playwright-core install
 * chromium` installs.
 */
export function openBrowser(): Promise<Browser> {
  const given = process.env.CHROMIUM_PATH;
  const executablePath = given ?? (existsSync(DEBIANS) ? DEBIANS : chromium.executablePath());
  return chromium.launch({
    executablePath,
    args: [
      '--disable-gpu',
      '--hide-scrollbars',
      '--force-color-profile=srgb',
      // Chromium refuses to sandbox root; only our own drawings are opened.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
}
