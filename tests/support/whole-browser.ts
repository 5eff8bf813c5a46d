import type { LaunchOptions } from '@playwright/test';
import { sandboxArguments } from '../../scripts/sandbox-arguments.ts';

const { CHROMIUM_PATH } = process.env;

/** For `test.use`: Chromium with all its parts. Its shell knows neither notifications nor push. */
export const WHOLE_BROWSER: LaunchOptions = {
  ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
  args: sandboxArguments(),
};
