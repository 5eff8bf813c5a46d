import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { expect, openSession, test as base } from '../support/e2e.ts';
import { englishTexts, textsOf } from '../support/page-texts.ts';
import { waitForHydration } from '../support/hydrated.ts';
import { TestServer } from '../support/server.ts';
import {
  BUDGETS,
  measureWeight,
  sumBytes,
  TAKEN_OVER_BUDGET,
} from '../../scripts/measure-weight.ts';

/** A shop in two languages, for the tests of this file. */
const test = base.extend<object, { readonly shop: TestServer }>({
  shop: [
    async ({}, use) => {
      const shop = await TestServer.start(process.env.EMBARKA_E2E_TEMPLATE, {
        env: { SHOP_LANGUAGES: 'en, es' },
      });
      await use(shop);
      await shop.remove();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.origin),
});

const ENGLISH = englishTexts('es');

async function expectSpanish(page: Page): Promise<void> {
  expect((await textsOf(page)).filter((text) => ENGLISH.has(text))).toEqual([]);
}

const PAGES = [
  '/es',
  '/es/terms',
  '/es/privacy-policy',
  '/es/refunds',
  '/es/services?q=refund',
  '/es/services',
  '/es/services?q=libro',
  '/es/services?q=zzzz',
  '/es/services/graphics',
  '/es/services/graphics?sort=price&min=999999',
  '/es/services/graphics/book-design',
  '/es/services/video/logo-animation',
  '/es/contact',
  '/es/payment',
  '/es/moderation-log',
  '/es/api',
  '/es/no-such-page',
  '/es/services/graphics/no-such-service',
];

for (const path of PAGES) {
  test(`${path} says nothing in English, before and after React`, async ({ page, request }) => {
    const html = await (await request.get(path)).text();
    expect(html).toContain('<html lang="es"');
    const said: string[] = [];
    page.on('pageerror', (error) => said.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('404')) said.push(message.text());
    });
    await page.goto(path);
    await expectSpanish(page);
    await page.mouse.move(40, 40);
    await page.getByRole('combobox', { name: 'Buscar en todos los servicios' }).first().focus();
    await page.waitForFunction(() =>
      Object.keys(document.body).some((key) => key.startsWith('__reactFiber')),
    );
    await expectSpanish(page);
    await expectAccessible(page);
    expect(said).toEqual([]);
  });
}

test('what one can say is wrong with a review is said in Spanish', async ({ page }) => {
  await page.goto('/es/services/graphics/book-design');
  await page
    .getByRole('link', { name: /^Denunciar/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/es\/reviews\/.+\/report$/);
  await expect(page.getByRole('radio')).toHaveCount(6);
  await expectSpanish(page);
});

test('a page names its other language, keeps its place there, and leads nobody by what their browser says', async ({
  page,
  request,
  shop,
}) => {
  const html = await (
    await request.get('/services/graphics', { headers: { 'Accept-Language': 'es-ES,es' } })
  ).text();
  expect(html).toContain('<html lang="en"');
  const { origin } = shop;
  await page.goto('/es/services/graphics');
  const linkTo = (selector: string) => page.locator(`head link${selector}`).getAttribute('href');
  expect(await linkTo('[rel=canonical]')).toBe(`${origin}/es/services/graphics`);
  expect(await linkTo('[hreflang=en]')).toBe(`${origin}/services/graphics`);
  expect(await linkTo('[hreflang=es]')).toBe(`${origin}/es/services/graphics`);
  expect(await linkTo('[hreflang=x-default]')).toBe(`${origin}/services/graphics`);
  await page
    .getByRole('navigation', { name: 'Idioma' })
    .getByRole('link', { name: 'English' })
    .click();
  await expect(page).toHaveURL(`${origin}/services/graphics`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Graphics & Design');
  const sitemap = await (await request.get('/sitemap.xml')).text();
  expect(sitemap).toContain(`<loc>${origin}/es/services/graphics</loc>`);
  expect(sitemap).toContain(`hreflang="es" href="${origin}/es"`);
  // A page and its place in the sitemap name the same alternatives.
  const alternatesIn = (text: string) =>
    [...text.matchAll(/rel="alternate" hreflang="([^"]+)" href="([^"]+)"/gi)].map(
      ([, language, address]) => `${language} ${address}`,
    );
  for (const path of ['/', '/es/services/graphics', '/services/writing/proofreading-&-editing']) {
    const loc = `<loc>${origin}${path.replace('&', '&amp;')}</loc>`;
    const entry = sitemap.split('<url>').find((each) => each.includes(loc));
    const head = await (await request.get(path)).text();
    expect(alternatesIn(entry ?? '')).toHaveLength(3);
    expect(alternatesIn(entry ?? '')).toEqual(alternatesIn(head));
  }
});

test('somebody who reads Spanish searches, filters and goes on in Spanish', async ({ page }) => {
  await page.goto('/es/services');
  const box = page.getByRole('combobox', { name: 'Buscar en todos los servicios' }).last();
  await box.fill('diseño de libros');
  await page.getByRole('option', { name: /Diseño de libros/ }).click();
  await expect(page).toHaveURL(/\/es\/services\/graphics\/book-design$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diseño de libros');
  await expect(page.getByText('Opiniones de clientes')).toBeVisible();
  const isStill = await page.evaluateHandle(() => document.body);
  await page.locator('header a[href="/es"]').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Tu viaje digital/);
  expect(await isStill.evaluate((body) => body.isConnected)).toBe(true);
  await page.goBack();
  await page.getByRole('button', { name: 'Enviar opinión' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'CAPTCHA' })).toHaveText(
    'Completa la verificación CAPTCHA',
  );
});

test(
  'the chat is in Spanish from its first word to the agent’s notice',
  { tag: '@journey' },
  async ({ page, context }) => {
    waitForHydration(context);
    await page.goto('/es/services');
    await page.getByRole('button', { name: /^Abrir chat/ }).click();
    const chat = page.getByRole('dialog');
    await expect(chat.getByText('Hola, te damos la bienvenida a bordo.')).toBeVisible();
    // Nobody is there: said before anything is asked, as in English.
    await expect(chat.getByText('También te enviaremos la respuesta por correo.')).toBeVisible();
    await chat.getByRole('button', { name: 'Consulta de ventas' }).click();
    await chat.getByRole('textbox', { name: 'Tu correo' }).fill('no');
    await expectSpanish(page);
    await chat.getByRole('textbox', { name: 'Tu correo' }).fill('rosa@mailinator.com');
    await chat.getByRole('button', { name: 'Continuar' }).click();
    await expect(chat.getByRole('alert')).toContainText('Usa una dirección de correo permanente');
    await chat.getByRole('textbox', { name: 'Tu correo' }).fill('rosa@clientes.example');
    await chat.getByRole('button', { name: 'Continuar' }).click();
    await expect(chat.getByText('Te conectamos con un especialista')).toBeVisible();
    await expectSpanish(page);
  },
);

test('a Spanish page weighs its words more than every other, and nothing else', async ({
  page,
  context,
  shop,
}) => {
  const loads = await measureWeight(page, `${shop.origin}/es/services/graphics/book-design`);
  expect(sumBytes(loads, 'scripts')).toBeLessThanOrEqual(BUDGETS.scripts);
  expect(sumBytes(loads)).toBeLessThanOrEqual(BUDGETS.total);
  const fresh = await context.browser()?.newContext();
  if (!fresh) throw new Error('There is no browser');
  const again = await fresh.newPage();
  const reached = await measureWeight(again, `${shop.origin}/es/services/graphics/book-design`, {
    reach: true,
  });
  // Its words are a file of their own, on top of what every page loads.
  expect(sumBytes(reached, 'scripts')).toBeLessThanOrEqual(TAKEN_OVER_BUDGET + 8 * 1024 + 256);
  await fresh.close();
});

test('what nobody has translated says in which language it is', async ({ page, shop }) => {
  await openSession(page.request, shop, 'ines');
  await page.goto('/team/catalogue');
  await page.getByRole('link', { name: 'New service' }).click();
  await page.getByLabel('Title').first().fill('Sail Lettering');
  await page.getByLabel('Group').selectOption({ label: 'Print Design' });
  await page.getByLabel('Summary').fill('Names and numbers for sails.');
  await page.getByLabel('Description').first().fill('Letters cut to the rules of your class.');
  await page.getByRole('textbox', { name: 'Price', exact: true }).first().fill('240');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText("Draft saved. Visitors don't see it")).toBeVisible();
  await page.goto('/team/catalogue/publish');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('status').getByText(/Publication \d+ is live/)).toBeVisible();

  await page.goto('/es/services/graphics/sail-lettering');
  await expect(page.locator('#about-service + p')).toHaveText(/Letters cut/);
  await expect(page.locator('#about-service + p')).toHaveAttribute('lang', 'en');
  await page.goto('/es/services/writing/cover-letters');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cartas de presentación');
  await expect(page.locator('#about-service + p')).not.toHaveAttribute('lang');
});

test('a shop that is offered in English alone has no Spanish pages', async ({
  request,
  server,
}) => {
  const answer = await request.get(`${server.origin}/es/services`);
  expect(answer.status()).toBe(404);
  expect(await (await request.get(`${server.origin}/services`)).text()).not.toContain('hreflang');
});

test('a page that is open in a language which the shop gives up leads on in the one that is left', async ({
  browser,
}) => {
  const shop = await TestServer.start(process.env.EMBARKA_E2E_TEMPLATE, {
    env: { SHOP_LANGUAGES: 'en, es' },
  });
  const context = await browser.newContext({ baseURL: shop.origin });
  const admin = await context.newPage();
  await openSession(admin.request, shop, 'henrik');
  const visitors = await browser.newContext({ baseURL: shop.origin });
  const [overview, service] = [await visitors.newPage(), await visitors.newPage()];
  for (const [page, path] of [
    [overview, '/es/services/graphics'],
    [service, '/es/services/graphics/book-design'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('combobox', { name: 'Buscar en todos los servicios' }).first().focus();
    await page.waitForFunction(() =>
      Object.keys(document.body).some((key) => key.startsWith('__reactFiber')),
    );
  }
  await admin.goto('/team/settings');
  await admin.getByRole('checkbox', { name: 'Español' }).uncheck();
  await admin.getByRole('button', { name: 'Save changes' }).click();
  await admin.waitForURL('**/team/settings?saved=*');

  await overview
    .getByRole('main')
    .getByRole('link', { name: /Diseño de libros/ })
    .first()
    .click();
  await expect(overview.getByRole('heading', { level: 1 })).toHaveText('Book Design');
  await expect(overview).toHaveURL(`${shop.origin}/services/graphics/book-design`);
  await expect(overview.locator('html')).toHaveAttribute('lang', 'en');
  await service.locator('header a[href="/es"]').first().click();
  await expect(service).toHaveURL(`${shop.origin}/`);
  await expect(service.locator('html')).toHaveAttribute('lang', 'en');
  await context.close();
  await visitors.close();
  await shop.remove();
});
