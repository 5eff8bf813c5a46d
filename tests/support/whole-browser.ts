import type { LaunchOptions } from '@playwright/test';
import { sandboxArguments } from '../../scripts/sandbox-arguments.ts';

const { CHROMIUM_PATH, HEADLESS_SHELL_PATH } = process.env;
const usualPath = HEADLESS_SHELL_PATH || CHROMIUM_PATH;

/**
 * For `test.use`: Chromium with the partitioned storage that its users have. Playwright switches partitioning off, and
 * the whole Chromium then denies storage to frames of other sites; this list replaces Playwright's.
 */
export const PARTITIONED_STORAGE: LaunchOptions = {
  ...(usualPath ? { executablePath: usualPath } : {}),
  args: [...sandboxArguments(), '--disable-features=Translate,OptimizationHints,MediaRouter'],
};

/** For `test.use`: Chromium with all its parts. Its shell knows neither notifications nor push. */
export const WHOLE_BROWSER: LaunchOptions = {
  ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
  args: sandboxArguments(),
};
