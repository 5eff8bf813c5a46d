import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';

/** Where pictures of the pages are laid for somebody who wants to look at them. */
const LOOK = process.env.EMBARKA_LOOK;

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

/** A photo on which one can tell what was cut off. */
async function photo(name: string, colour: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900">
    <rect width="800" height="900" fill="${colour}"/><rect x="800" width="800" height="900" fill="#f4efe6"/>
    <circle cx="800" cy="450" r="260" fill="#0c1020"/></svg>`;
  const buffer = await sharp(Buffer.from(svg)).jpeg().toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

const items = (page: Page) => page.getByTestId('photo-item');

async function openForm(page: Page, title: string): Promise<void> {
  await page.goto(`/team/catalogue?q=${encodeURIComponent(title)}`);
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByLabel('Add photos')).toBeVisible();
}

test('photos are added, cropped, put in order, published, seen and taken back', async ({
  signIn,
  visit,
  request,
}) => {
  const ines = await signIn('ines');
  await openForm(ines, 'Book Design');
  await ines.getByLabel('Summary').fill('Typed before anything was refused.');
  await ines.getByLabel('Add photos').setInputFiles([
    await photo('harbour.jpg', '#2540e0'),
    {
      name: 'script.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('<script>alert(1)</script>'),
    },
    await photo('regatta.jpg', '#c2410c'),
    { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
  ]);
  await expect(
    ines.getByText("“script.jpg” wasn't added. It isn't a JPEG, PNG, WebP or AVIF picture."),
  ).toBeVisible();
  await expect(ines.getByText("“empty.png” is empty and wasn't added.")).toBeVisible();
  await expect(items(ines)).toHaveCount(2);
  await ines.getByLabel('Alternative text for photo 1').fill('A harbour at noon');
  await ines.getByLabel('Alternative text for photo 2').fill('Boats in a regatta');
  await expect(ines.getByLabel('Summary')).toHaveValue('Typed before anything was refused.');

  const later = ines.getByRole('button', { name: 'Move photo 1 later' });
  await later.focus();
  await ines.keyboard.press('Enter');
  await expect(ines.getByLabel('Alternative text for photo 1')).toHaveValue('Boats in a regatta');
  await expect(ines.getByRole('button', { name: 'Move photo 2 later' })).toBeFocused();

  await ines.getByRole('button', { name: 'Crop photo 1' }).click();
  const dialog = ines.getByRole('dialog', { name: 'Crop photo 1' });
  const size = dialog.getByLabel('Size of the area');
  await size.focus();
  for (let step = 0; step < 5; step += 1) await ines.keyboard.press('PageDown');
  await dialog.getByLabel('Horizontal position').focus();
  await ines.keyboard.press('Home');
  await look(ines, 'crop');
  await expectAccessible(ines);
  await dialog.getByRole('button', { name: 'Use this part' }).click();
  await expect(dialog).toBeHidden();
  await look(ines, 'form');
  await expectAccessible(ines);
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText('Draft saved.')).toBeVisible();
  await expect(items(ines)).toHaveCount(2);

  const path = '/services/graphics/book-design';
  expect(await (await request.get(path)).text()).not.toContain('/photos/');
  await ines.getByRole('button', { name: 'Publish' }).click();
  await expect(ines.getByTestId('pending')).toContainText('1. Boats in a regatta');
  await ines.getByRole('button', { name: 'Publish' }).click();
  await expect(ines.getByText(/Publication \d+ is live/)).toBeVisible();

  const page = await (await request.get(path)).text();
  const preview = /property="og:image" content="[^"]*(\/photos\/[^"]+)"/.exec(page)?.[1] ?? '';
  const link = await sharp(await (await request.get(preview)).body()).metadata();
  expect([link.format, link.width, link.height]).toEqual(['jpeg', 1200, 630]);
  expect(page).toContain('"image":["http');

  const visitor = await visit(path);
  const main = visitor.getByRole('img', { name: 'Boats in a regatta' }).first();
  await expect(main).toBeVisible();
  const shown = await main.evaluate((image: HTMLImageElement) => image.currentSrc);
  expect(shown).toMatch(/\/photos\/[\da-f-]{36}\/\d+\.avif$/);
  // Cropped to its left: nothing of the pale half is in the corner.
  const corner = await sharp(await (await request.get(new URL(shown).pathname)).body())
    .extract({ left: 0, top: 0, width: 8, height: 8 })
    .stats();
  expect(corner.channels[0]?.mean).toBeGreaterThan(150);
  expect(corner.channels[2]?.mean).toBeLessThan(80);
  await look(visitor, 'service');
  await expectAccessible(visitor);
  await visitor.getByRole('button', { name: 'View larger' }).first().click();
  const viewer = visitor.getByRole('dialog', { name: 'Picture viewer' });
  await expect(viewer.getByRole('img', { name: 'Boats in a regatta' })).toBeVisible();
  await visitor.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('img', { name: 'A harbour at noon' })).toBeVisible();
  await visitor.goto('/services/graphics');
  const card = visitor.getByRole('article').filter({ hasText: 'Book Design' }).first();
  await card.scrollIntoViewIfNeeded();
  await expect(card.locator('picture img')).toHaveJSProperty('complete', true);
  await look(visitor, 'list');
  await visitor.goto(path);
  await visitor.getByRole('button', { name: 'CONTACT AGENT' }).first().click();
  const inChat = visitor.getByRole('link', { name: /About this service/ }).locator('img');
  await expect(inChat).toHaveAttribute('src', /\/photos\//);

  await ines.goto('/team/catalogue/history');
  await ines
    .getByRole('button', { name: /^Undo this publication/ })
    .first()
    .click();
  await ines
    .getByRole('button', { name: /^Undo publication/ })
    .first()
    .click();
  await expect(ines.getByText(/has been undone by publication/)).toBeVisible();
  expect(await (await request.get(path)).text()).not.toContain('/photos/');
  // Whoever has the address still sees it: the publication may be wanted back.
  expect((await request.get(new URL(shown).pathname)).status()).toBe(200);
});

const small = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#2540e0' } })
    .png()
    .toBuffer();

test('an eleventh photo is refused by name, and a sample video gets its still', async ({
  signIn,
  visit,
}) => {
  const ines = await signIn('ines');
  await openForm(ines, 'Logo Animation');
  const buffer = await small();
  await ines.getByLabel('Add photos').setInputFiles(
    Array.from({ length: 11 }, (_, index) => ({
      name: `photo-${index + 1}.png`,
      mimeType: 'image/png',
      buffer,
    })),
  );
  await expect(
    ines.getByText("“photo-11.png” wasn't added. A service can have up to 10 photos."),
  ).toBeVisible();
  await expect(ines.getByLabel(/^Alternative text for photo/)).toHaveCount(10, { timeout: 30_000 });
  for (let left = 9; left > 0; left -= 1) {
    await ines.getByRole('button', { name: 'Remove photo 1', exact: true }).click();
    await expect(items(ines)).toHaveCount(left);
  }
  await ines.getByLabel('Alternative text for photo 1').fill('A blue sign');
  const clip = new URL('../../public/clips/logo-animation-2.webm', import.meta.url);
  await ines.getByLabel('Add sample videos').setInputFiles(fileURLToPath(clip));
  await ines.getByLabel('Description of sample video 1').fill('A logo that sails in');
  await look(ines, 'video-form');
  await ines.getByRole('button', { name: 'Publish' }).click();
  await ines.getByRole('button', { name: 'Publish' }).click();
  await expect(ines.getByText(/Publication \d+ is live/)).toBeVisible();

  const visitor = await visit('/services/video/logo-animation');
  const video = visitor.locator('video').first();
  await expect(video).toHaveAttribute('preload', 'none');
  await expect(video).toHaveAttribute('poster', /^\/photos\/.+\.jpg$/);
  await expect(visitor.getByText('Sample 1: A logo that sails in')).toBeVisible();
  await expect(visitor.getByRole('img', { name: 'A blue sign' })).toBeVisible();
  // Less motion is asked for: it plays when somebody wants it.
  await visitor.getByRole('button', { name: 'Play Sample 1' }).click();
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0);
  await look(visitor, 'video-service');
  await expectAccessible(visitor);
});

test('a photo that a bad line keeps back stays in the form, goes on at a press, and can be left out', async ({
  signIn,
}) => {
  const ines = await signIn('ines');
  await openForm(ines, 'Book Covers');
  await ines.getByLabel('Summary').fill('Typed on the train.');
  const more = { mimeType: 'image/png', buffer: await small() };
  let isCut = true;
  await ines.route('**/team/catalogue/media', (route) =>
    isCut ? route.abort() : route.continue(),
  );
  await ines
    .getByLabel('Add photos')
    .setInputFiles([
      await photo('harbour.jpg', '#2540e0'),
      await photo('regatta.jpg', '#c2410c'),
      ...Array.from({ length: 98 }, (_, n) => ({ ...more, name: `more-${n}.png` })),
    ]);
  // All of them at once, and what is too many in one sentence.
  await expect(ines.getByRole('button', { name: 'Try all 10 files again' })).toBeVisible();
  await expect(
    ines.getByText(/“more-97\.png” weren't added\. A service can have up/),
  ).toBeVisible();
  const again = ines.getByRole('button', { name: 'Try again: harbour.jpg' });
  await expect(again).toBeVisible();
  await expect(ines.getByRole('button', { name: 'Try again: regatta.jpg' })).toBeVisible();
  await expectAccessible(ines);
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText("a file isn't uploaded")).toBeVisible();
  isCut = false;
  await again.click();
  await ines.getByLabel('Alternative text for photo 1').fill('A harbour at noon');
  await ines.getByRole('button', { name: 'Cancel upload of regatta.jpg' }).click();
  await ines.getByRole('button', { name: 'Try all 8 files again' }).click();
  await expect(ines.getByLabel(/^Alternative text for photo/)).toHaveCount(9, { timeout: 30_000 });
  await ines.getByRole('button', { name: 'Save draft' }).click();
  await expect(ines.getByText('Draft saved.')).toBeVisible();
  await expect(ines.getByLabel('Summary')).toHaveValue('Typed on the train.');
  await expect(ines.getByLabel('Alternative text for photo 1')).toHaveValue('A harbour at noon');
});
