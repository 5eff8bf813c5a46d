import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { CATALOGUE } from '../support/catalogue.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';

test.slow();

const LOOK = process.env.EMBARKA_LOOK;

const SERVICES = [
  ['Carta de presentación', 'writing/career-writing', 45],
  ['Corrección de tesis', 'writing/editing-critique', 320],
  ['Cuento ilustrado', 'writing/content-writing', 950],
  ['Traducción jurada', 'writing/translation-transcription', 60],
  ['Logotipo a mano', 'graphics/visual-design', 1250],
  ['Cartel de fiesta', 'graphics/print-design', 210],
  ['Etiqueta de vino', 'graphics/packaging-covers', 680],
  ['Portada de disco', 'graphics/packaging-covers', 540],
  ['Página de restaurante', 'programming/websites', 1900],
  ['Tienda de barrio', 'programming/websites', 3400],
  ['Locución de radio', 'music/voice-over-streaming', 180],
  ['Vídeo de boda', 'video/editing-post-production', 1500],
] as const;

/** A sign in two colours on nothing. */
async function logo(ink: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="160">
    <circle cx="80" cy="80" r="64" fill="#e4572e"/><rect x="190" y="50" width="420" height="60" rx="30" fill="${ink}"/></svg>`;
  const buffer = await sharp(Buffer.from(svg)).png().toBuffer();
  return { name: 'marea.png', mimeType: 'image/png', buffer };
}

async function photo() {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="1600" height="1200" fill="#3a5a40"/><circle cx="800" cy="600" r="380" fill="#dad7cd"/></svg>`;
  const buffer = await sharp(Buffer.from(svg)).jpeg().toBuffer();
  return { name: 'taller.jpg', mimeType: 'image/jpeg', buffer };
}

const LANGUAGES = ['English', 'Español'];

async function set(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await page.goto('/team/settings');
  for (const [label, value] of Object.entries(values)) {
    const field = page.getByLabel(label, { exact: true });
    if (label === 'Brand name') await field.fill(value);
    else if (LANGUAGES.some((language) => language === label)) {
      await field.setChecked(value === 'offered');
    } else await field.selectOption(value);
  }
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL('**/team/settings?saved=*');
}

async function publishAll(page: Page): Promise<void> {
  await page.goto('/team/catalogue/publish');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText(/Publication \d+ is live/)).toBeVisible();
}

/** The newest publications, the newest first: an undone one stays where it is, below what undoes it. */
async function undoNewest(page: Page, count: number): Promise<void> {
  await page.goto('/team/catalogue/history');
  const undo = page.getByRole('button', { name: 'Undo this publication' });
  const newest = Number(/\d+/.exec((await undo.first().getAttribute('aria-label')) ?? '')?.[0]);
  for (let revision = newest; revision > newest - count; revision -= 1) {
    await page.goto('/team/catalogue/history');
    await page.getByRole('button', { name: `Undo this publication: ${revision}` }).click();
    await page.getByRole('button', { name: `Undo publication ${revision}` }).click();
    await expect(page.getByText(`Publication ${revision} has been undone`)).toBeVisible();
  }
}

async function look(page: Page, name: string): Promise<void> {
  if (!LOOK) return;
  for (const theme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
      await page.screenshot({ path: `${LOOK}/${name}-${theme}-${width}.png`, fullPage: true });
    }
  }
  await page.evaluate(() => document.documentElement.removeAttribute('data-theme'));
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** How wide the picture's own pixels are: 0 for one that did not come. */
const pixels = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));

test('a fresh installation becomes a studio with twelve services, in Spanish, in the browser alone, and is taken back', async ({
  signIn,
  visit,
  request,
}) => {
  const before = await (await request.get('/services')).text();
  const [henrik, ines] = [await signIn('henrik'), await signIn('ines')];
  // They would read the shop's main language otherwise; that story is `team-languages.spec.ts`.
  for (const member of [henrik, ines]) {
    await member.goto('/team/account');
    await member.getByLabel('Portal and email language').selectOption('en');
    const again = member.waitForEvent('load');
    await member.getByRole('button', { name: 'Save language' }).click();
    await again;
  }

  await set(henrik, {
    'Brand name': 'Estudio Marea',
    English: 'not offered',
    Español: 'offered',
    'Main language': 'es',
    Currency: 'EUR',
  });

  await ines.goto('/team/catalogue/import');
  await ines.getByLabel('Or paste its contents').fill('id,title\n,Sin precio');
  await ines.getByRole('button', { name: 'Review changes' }).click();
  await expect(ines.getByText(/Row 2, price: /)).toBeVisible();
  const hidden = CATALOGUE.services.map(({ id }) => ({ id, isHidden: 'yes' }));
  const made = SERVICES.map(([title, group, price]) => ({
    title,
    group,
    price,
    summary: `${title}, con cariño.`,
    description: `Hacemos tu encargo de ${title.toLowerCase()} a mano, en nuestro taller.`,
  }));
  await ines.getByLabel('File', { exact: true }).setInputFiles({
    name: 'marea.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ services: [...hidden, ...made] })),
  });
  await ines.getByRole('button', { name: 'Review changes' }).click();
  await expect(ines.getByText('12 new services will be added')).toBeVisible();
  await ines.getByRole('button', { name: 'Import and publish' }).click();
  await expect(ines.getByText(/is live: 137 changes from the file/)).toBeVisible();

  await ines.goto('/team/content/en_brand');
  const colour = ines.getByLabel('Brand colour');
  const picker = ines.getByLabel('Choose a colour');
  await colour.fill('#8a1c1c');
  await expect(picker).toHaveValue('#8a1c1c');
  await picker.fill('#1f6f50');
  await expect(colour).toHaveValue('#1f6f50');
  await ines
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await expect(ines.getByText("“fake.png” wasn't added. It isn't a JPEG")).toBeVisible();
  await ines.getByLabel('Logo', { exact: true }).setInputFiles(await logo('#12172b'));
  await expect(ines.getByRole('button', { name: 'Remove: Logo' })).toBeVisible();
  await ines.getByLabel('Light version for dark backgrounds').setInputFiles(await logo('#f4f2eb'));
  await expect(ines.getByRole('button', { name: 'Remove: Light version' })).toBeVisible();
  await look(ines, 'brand-form');
  await expectAccessible(ines);
  await ines.getByRole('button', { name: 'Preview' }).click();
  const frame = ines.frameLocator('[title="Brand, light, 1440 pixels wide"]');
  await expect(frame.locator('header').getByRole('img', { name: 'Estudio Marea' })).toBeVisible();

  await ines.goto('/team/catalogue?q=Logotipo');
  await ines.getByRole('link', { name: 'Logotipo a mano' }).click();
  await ines.getByLabel('Add photos').setInputFiles([await photo(), await photo()]);
  await ines.getByLabel('Alternative text for photo 1').fill('Nuestro taller');
  await ines.getByLabel('Alternative text for photo 2').fill('La prensa');
  // By the mouse as by the keyboard: the second is dragged to the first place.
  const items = ines.getByTestId('photo-item');
  await items.nth(1).locator('[draggable=true]').dragTo(items.nth(0));
  await expect(ines.getByLabel('Alternative text for photo 1')).toHaveValue('La prensa');
  await ines.getByRole('button', { name: 'Move photo 1 later' }).press('Enter');
  await expect(ines.getByLabel('Alternative text for photo 1')).toHaveValue('Nuestro taller');
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText('Draft saved.')).toBeVisible();
  await publishAll(ines);
  // The portal has the new colour at once.
  await expect(ines.locator('link[href="/brand/1f6f50"]')).toBeAttached();

  const visitor = await visit('/');
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'es');
  await expect(visitor).toHaveTitle(/ · Estudio Marea$/);
  const head = visitor.locator('header').getByRole('img', { name: 'Estudio Marea' });
  await expect(head).toBeVisible();
  expect(await pixels(head)).toBe(576);
  expect((await head.boundingBox())?.height).toBe(32);
  const foot = visitor.locator('footer').getByRole('img', { name: 'Estudio Marea' });
  await foot.scrollIntoViewIfNeeded();
  expect(await pixels(foot)).toBe(576);
  expect(await foot.getAttribute('src')).not.toBe(await head.getAttribute('src'));
  await look(visitor, 'studio-home');
  await expectAccessible(visitor);
  await visitor.locator('[data-chat-launcher]').click();
  const inChat = visitor.getByRole('dialog').locator('img[src*="/logo."]');
  await expect(inChat).toHaveAttribute('src', (await foot.getAttribute('src')) ?? '');
  await look(visitor, 'studio-chat');
  await visitor.goto('/services');
  await expect(visitor.locator('main a[href^="/services/"] h4, main article')).not.toHaveCount(0);
  const overview = await (await request.get('/services')).text();
  for (const [title] of SERVICES) expect(overview).toContain(title);
  for (const { title } of CATALOGUE.services.slice(0, 20))
    expect(overview).not.toContain(`>${title}<`);
  expect(overview).not.toContain('lang="en"');
  await visitor.goto('/services/graphics/logotipo-a-mano');
  await expect(visitor.getByText('1250 €').or(visitor.getByText('1.250 €')).first()).toBeVisible();
  await expect(visitor.getByRole('img', { name: 'Nuestro taller' }).first()).toBeVisible();
  await look(visitor, 'studio-service');
  const page = await (await request.get('/services/graphics/logotipo-a-mano')).text();
  expect(page).toContain('"priceCurrency":"EUR"');
  const manifest = await (await request.get('/manifest')).json();
  expect(manifest).toMatchObject({ name: 'Estudio Marea' });
  const icon = await request.get(manifest.icons[1].src);
  expect(icon.headers()['cache-control']).toContain('immutable');
  const { width, height, format } = await sharp(await icon.body()).metadata();
  expect([width, height, format]).toEqual([512, 512, 'png']);
  const link = /property="og:image" content="[^"]*(\/photos\/[^"]+)"/.exec(
    await (await request.get('/')).text(),
  )?.[1];
  const shared = await sharp(await (await request.get(link ?? '')).body()).metadata();
  expect([shared.width, shared.height]).toEqual([1200, 630]);
  await visitor.goto('/login');
  await expect(visitor.getByRole('img', { name: 'Estudio Marea' }).first()).toBeVisible();
  await look(visitor, 'studio-login');

  await undoNewest(ines, 2);
  await set(henrik, {
    'Brand name': 'Embarka',
    English: 'offered',
    Español: 'not offered',
    'Main language': 'en',
    Currency: 'USD',
  });
  const after = await (await request.get('/services')).text();
  // But for what each answer has anew, it is the page it was.
  const linesOf = (html: string) =>
    html.replaceAll(/<script[\s\S]*?<\/script>/g, '').split(/(?=<)/);
  const were = new Set(linesOf(before));
  expect(linesOf(after).filter((line) => !were.has(line))).toEqual([]);
  expect(linesOf(after)).toHaveLength(linesOf(before).length);
});
