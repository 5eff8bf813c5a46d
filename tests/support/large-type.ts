import type { LaunchOptions } from '@playwright/test';
import { WHOLE_BROWSER } from './whole-browser.ts';

/** For `test.use`: the browser of somebody who has set its type twice as large as it comes. */
export const LARGE_TYPE: LaunchOptions = {
  ...WHOLE_BROWSER,
  args: [...(WHOLE_BROWSER.args ?? []), '--blink-settings=defaultFontSize=32'],
};
