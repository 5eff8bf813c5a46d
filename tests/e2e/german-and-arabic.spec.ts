import type { Page } from '@playwright/test';
import { readCatalogue } from '../../app/i18n/read-catalogue.server.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, openSession, test as base } from '../support/e2e.ts';
import { waitForHydration } from '../support/hydrated.ts';
import { englishTexts, textsOf } from '../support/page-texts.ts';
import { TestServer } from '../support/server.ts';

const test = base.extend<object, { readonly shop: TestServer }>({
  shop: [
    async ({}, use) => {
      const shop = await TestServer.start(process.env.EMBARKA_E2E_TEMPLATE, {
        env: { SHOP_LANGUAGES: 'en, de, ar' },
      });
      await use(shop);
      await shop.remove();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.origin),
});

const PATHS = [
  '',
  '/terms',
  '/privacy-policy',
  '/refunds',
  '/services',
  '/services?q=refund',
  '/services?q=zzzz',
  '/services/graphics',
  '/services/graphics/book-design',
  '/services/video/logo-animation',
  '/contact',
  '/payment',
  '/moderation-log',
  '/no-such-page',
  '/services/graphics/no-such-service',
];

const WIDTHS = [1440, 390, 320];

async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

for (const [language, direction] of [
  ['de', 'ltr'],
  ['ar', 'rtl'],
] as const) {
  const english = englishTexts(language);
  for (const path of PATHS) {
    test(`/${language}${path} is translated, fits and is taken over by React as it was sent`, async ({
      page,
    }) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('404'))
          errors.push(message.text());
      });
      await page.goto(`/${language}${path}`);
      const html = page.locator('html');
      await expect(html).toHaveAttribute('lang', language);
      expect(await html.evaluate((element) => getComputedStyle(element).direction)).toBe(direction);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 844 });
        expect(await overflowOf(page), `at ${width} px`).toBe(0);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.mouse.move(40, 40);
      await page.getByRole('combobox').first().focus();
      await page.waitForFunction(() =>
        Object.keys(document.body).some((key) => key.startsWith('__reactFiber')),
      );
      expect((await textsOf(page)).filter((text) => english.has(text))).toEqual([]);
      await expectAccessible(page);
      expect(errors).toEqual([]);
    });
  }
}

/** The texts of the Arabic chat by their English originals. */
const ARABIC = readCatalogue('ar', 'chat');

test('an Arabic visitor and an agent write to each other, each in the direction of the text', async ({
  page,
  context,
  browser,
  shop,
}) => {
  waitForHydration(context);
  const arabic = (message: string): string => {
    const text = ARABIC[message];
    if (text === undefined) throw new Error(`No Arabic message: ${message}`);
    return text;
  };
  await page.goto('/ar/services/graphics/book-design');
  await page.locator('[data-chat-launcher]').click();
  const chat = page.getByRole('dialog');
  await chat.getByRole('group').getByRole('button').nth(1).click();
  await chat.getByLabel(arabic('Your email')).fill('layla@clients.example');
  await chat.getByRole('button', { name: arabic('Continue'), exact: true }).click();
  const box = chat.getByPlaceholder(arabic('Write a message'));
  await expect(box).toBeEnabled();
  await box.fill('هل يمكنكم تصميم كتابي؟');
  await box.press('Enter');
  const messages = chat.getByTestId('message');
  await expect(messages.last()).toContainText('هل يمكنكم تصميم كتابي؟');

  const team = await browser.newContext({ baseURL: shop.origin });
  waitForHydration(team);
  const agent = await team.newPage();
  await openSession(agent.request, shop, 'maya');
  await agent.goto('/agentchat');
  await agent.getByRole('button', { name: /layla@clients\.example/ }).click();
  const received = agent.getByTestId('message').getByText('هل يمكنكم تصميم كتابي؟');
  await expect(received).toBeVisible();
  expect(await received.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  await agent.getByPlaceholder('Write a reply').fill('Yes, with 2 revisions.');
  await agent.getByPlaceholder('Write a reply').press('Enter');
  const reply = messages.getByText('Yes, with 2 revisions.');
  await expect(reply).toBeVisible();
  expect(await reply.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
  expect(await chat.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  const english = englishTexts('ar');
  expect((await textsOf(page)).filter((text) => english.has(text))).toEqual([]);
  await expectAccessible(page);
  await team.close();
});

test('the scenes face the text, which begins on the right in Arabic', async ({ page }) => {
  for (const [language, isMirrored] of [
    ['ar', true],
    ['de', false],
  ] as const) {
    await page.goto(`/${language}/no-such-page`);
    const scene = page.locator('main img').first();
    const flip = await scene.evaluate((element) => {
      const { scale, transform } = getComputedStyle(element);
      return `${scale} ${transform}`;
    });
    expect(/^-1|matrix\(-1/.test(flip), flip).toBe(isMirrored);
  }
});
