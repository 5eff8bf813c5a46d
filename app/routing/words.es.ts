import { LAUNCHER_ES } from '../chat/widget/launcher-words.es.ts';
import { LAYOUTS_ES } from '../shop/layout/words.es.ts';
import { MARKETPLACE_ES } from '../shop/words.es.ts';
import { PLATFORM_ES } from '../platform/words.es.ts';
import { REVIEWS_ES } from '../reviews/words.es.ts';
import { PAGES_ES } from '../shop/pages/words.es.ts';
import { UI_ES } from '../ui/words.es.ts';

/** Every page needs these messages. */
export const SITE_ES = {
  ...PLATFORM_ES,
  ...UI_ES,
  ...MARKETPLACE_ES,
  ...REVIEWS_ES,
  ...LAYOUTS_ES,
  ...LAUNCHER_ES,
  ...PAGES_ES,
};
