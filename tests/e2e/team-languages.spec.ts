import type { Page } from '@playwright/test';
import { readMessages } from '../../app/i18n/read-messages.server.ts';
import { NAVIGATION_ITEMS } from '../../app/accounts/protocol/navigation-items.ts';
import { expect, test } from '../support/e2e.ts';

/** A page of one thing has no address without it. */
const OF_ONE_THING = ['/team/webhooks'];
const PATHS = [
  ...Object.keys(NAVIGATION_ITEMS).filter((path) => !OF_ONE_THING.includes(path)),
  '/team/catalogue/sections',
  '/team/catalogue/history',
  '/team/catalogue/import',
  '/team/catalogue/service/new',
  '/team/content/home',
];

/** The shop's topics stay as they are written, and a language is called as its readers call it. */
const OF_ITS_OWN = new Set([
  'Product/Service Support',
  'Sales Inquiry',
  'Order Fulfillment',
  'General Questions',
  'English',
]);

/** What would be English on a Spanish page; a few words are the same in both. */
const ENGLISH = new Set(
  Object.entries(readMessages().es ?? {})
    .filter(([english]) => !OF_ITS_OWN.has(english))
    .filter(([english, spanish]) => english !== spanish && !english.includes('{'))
    .map(([english]) => english),
);

/** Every text of the page, and every name that is read out, but for what people typed. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest('script, style, noscript, bdi, code, [lang="en"]')) continue;
      texts.push((node.textContent ?? '').trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
      for (const name of ['aria-label', 'placeholder', 'title']) {
        texts.push(element.getAttribute(name) ?? '');
      }
    }
    return texts;
  });
}

/** Saves a language on the page of one's account, whose answer is a new document. */
async function chooseLanguage(page: Page, language: string): Promise<void> {
  await page.locator('[name=language]').selectOption(language);
  const reloaded = page.waitForEvent('load');
  await page.locator('form:has([name=language]) button[type=submit]').click();
  await reloaded;
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** What the shop itself sells and says stays as it is written: the team works on that. */
const OF_THE_SHOP = /^\/team\/(?:catalogue|content)/;

test('somebody of the team who chooses Spanish finds no English sentence at any place', async ({
  signIn,
}) => {
  test.slow();
  const henrik = await signIn('henrik', '/team/account');
  await chooseLanguage(henrik, 'es');
  await expect(henrik.getByRole('heading', { level: 1 })).toHaveText('Tu cuenta');
  const said: string[] = [];
  henrik.setDefaultTimeout(15_000);
  henrik.on('pageerror', (error) => said.push(error.message));
  const left: string[] = [];
  for (const path of PATHS) {
    // A page that differs from what its browser says is never taken over: it is named, not waited for.
    await henrik.goto(path).catch(() => left.push(`${path}: stays dead`));
    await expect(henrik.locator('html')).toHaveAttribute('lang', 'es');
    const english = (await textsOf(henrik)).filter((text) => ENGLISH.has(text));
    left.push(
      ...(OF_THE_SHOP.test(path) ? english.filter((text) => text.includes(' ')) : english).map(
        (text) => `${path}: ${text}`,
      ),
    );
  }
  expect(left).toEqual([]);
  expect(said).toEqual([]);
  // Led from page to page the words come along.
  await henrik.goto('/team/labels');
  await henrik.getByRole('link', { name: 'Catálogo' }).first().click();
  await expect(henrik.getByRole('heading', { level: 1 })).toHaveText('Catálogo');
  await expect(henrik.getByRole('link', { name: 'Servicio nuevo' })).toBeVisible();
});

test('the bar of a phone shows every item in every language', async ({ signIn }) => {
  for (const name of ['maya', 'ines'] as const) {
    const page = await signIn(name, '/team/account');
    for (const language of ['en', 'es', 'de']) {
      await chooseLanguage(page, language);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        const cut = () =>
          page.locator('.shell-item').evaluateAll((items) =>
            items
              .map((item) => item.getBoundingClientRect())
              .filter((box) => box.width > 0)
              .filter(({ left, right }) => left < 0 || right > window.innerWidth),
          );
        // A page that is made narrower has its new layout a frame later.
        await expect.poll(cut, `${name} in ${language} at ${width} px`).toEqual([]);
      }
    }
  }
});
