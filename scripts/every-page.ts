import type { Page } from '@playwright/test';
import { NAVIGATION_ITEMS } from '../app/accounts/protocol/navigation-items.ts';

/** All public pages, one of each kind, including a missing page. */
export const PUBLIC_PAGES: readonly string[] = [
  '/',
  '/services',
  ...['graphics', 'business', 'digital', 'music', 'programming', 'video', 'writing'].map(
    (section) => `/services/${section}`,
  ),
  '/services/graphics/book-design',
  '/services/video/logo-animation',
  '/services/writing/nothing-here',
  '/nothing-here',
  '/contact',
  '/payment',
  '/privacy-policy',
  '/terms',
  '/refunds',
  '/api',
  '/moderation-log',
  '/confirm-review',
  '/chat/confirm',
  '/chat/resume',
  '/chat/stop-mails',
  '/login',
  '/create-account',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/setup',
  '/invitation',
];

const TEAM_PAGES: readonly string[] = [
  ...Object.keys(NAVIGATION_ITEMS).filter((path) => path !== '/team/webhooks'),
  '/team/catalogue/sections',
  '/team/catalogue/publish',
  '/team/catalogue/history',
  '/team/catalogue/import',
  '/team/catalogue/service/new',
  '/team/catalogue/section/new',
  '/team/catalogue/group/new',
  '/team/content/publish',
  '/team/content/history',
  '/team/content/new-topic',
];

/** Pages with an id in their address: the first matching link on another page is used. */
const LED_TO: Readonly<Record<string, RegExp>> = {
  '/team/orders?show=all': /^\/team\/orders\/E-\d+$/,
  '/team/catalogue': /^\/team\/catalogue\/service\/(?!new)[^/]+$/,
  '/team/catalogue/sections': /^\/team\/catalogue\/section\/(?!new)[^/]+$/,
  '/team/content': /^\/team\/content\/(?!publish|history|preview|new-topic)[^/]+$/,
  '/services/graphics/book-design': /^\/reviews\/[^/]+\/report$/,
};

export async function findTeamPages(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [from, wanted] of Object.entries(LED_TO)) {
    await page.goto(from);
    await page.waitForLoadState('networkidle');
    const paths = await page.$$eval('a[href]', (links) =>
      links.map((link) => (link as HTMLAnchorElement).pathname),
    );
    const path = paths.find((one) => wanted.test(one));
    if (!path) throw new Error(`${from} has no link to ${wanted}`);
    found.push(path);
  }
  return [...TEAM_PAGES, ...found];
}
