import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { mailedCode } from '../support/mailed-links.ts';
import type { TestServer } from '../support/server.ts';

// Two people, and many steps.
test.slow();
test.use({ actionTimeout: 15_000 });

const FILM = fileURLToPath(
  new URL('../../public/clips/character-animation-2.webm', import.meta.url),
);
const BUYER = 'proof.buyer@harbourmail.example';

async function logo(background: string) {
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .png()
    .toBuffer();
  return { name: 'logo.png', mimeType: 'image/png', buffer };
}

async function placeOrder(page: Page, server: TestServer): Promise<string> {
  await page.goto('/services/programming/website-maintenance/order');
  await untilHydrated(page);
  await page.getByLabel('Name', { exact: true }).fill('Elena Ruiz');
  await page.getByLabel('Email address').fill(BUYER);
  await page.getByLabel('What should it do?').fill('Stay up to date');
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.getByLabel('Code from the email').fill((await mailedCode(server, BUYER)) ?? '');
  await expect(page).toHaveURL(/\/order\/[\w-]{43}$/);
  const heading = await page.getByRole('heading', { name: /^Order E-\d+$/ }).innerText();
  return heading.slice('Order '.length);
}

async function deliver(
  page: Page,
  number: string,
  file: string | Awaited<ReturnType<typeof logo>>,
  name = 'logo.png',
): Promise<void> {
  await page.goto(`/team/orders/${number}`);
  await untilHydrated(page);
  await page.getByLabel('Files for the buyer', { exact: true }).setInputFiles(file);
  await expect(page.getByRole('checkbox', { name })).toBeChecked();
  await page.getByRole('textbox', { name: 'Delivery' }).fill('Here is the logo.');
  await page.getByRole('button', { name: 'Deliver' }).click();
  await expect(page.getByText('Delivered. The buyer is notified by email.')).toBeVisible();
}

test(
  'a picture is commented on by pointer and keyboard, revised by the comments and compared',
  { tag: '@journey' },
  async ({ server, signIn, visit, browser }) => {
    const ines = await signIn('ines', '/team/orders');
    const elena = await visit();
    const number = await placeOrder(elena, server);
    const orderPath = new URL(elena.url()).pathname;
    await ines.goto(`/team/orders/${number}`);
    await ines.getByLabel('Payment reference').fill('PAY-1');
    await ines.getByRole('button', { name: 'Mark as paid' }).click();
    await expect(ines.getByText('The order is paid.')).toBeVisible();
    await deliver(ines, number, await logo('#2540e0'));

    // By pointer, from the order's page.
    await elena.goto(orderPath);
    await elena.getByRole('link', { name: 'Comment on logo.png' }).click();
    await untilHydrated(elena);
    const stage = elena.getByRole('button', { name: 'Choose a point of the image' });
    const box = await stage.boundingBox();
    await stage.click({ position: { x: box!.width * 0.4, y: box!.height * 0.2 } });
    const words = elena.getByRole('form', { name: 'New comment' }).getByLabel('Comment');
    await expect(words).toBeFocused();
    await expect(elena.getByLabel('% from the left')).toHaveValue(/^(39|40)/);
    await elena.keyboard.type('Bigger, please');
    await elena.getByRole('button', { name: 'Add comment' }).click();
    await expect(elena.getByRole('heading', { name: '1 open comment' })).toBeVisible();
    await expect(words).toHaveValue('');

    // With the keyboard only.
    await stage.focus();
    for (const key of ['Shift+ArrowRight', 'ArrowRight', 'Shift+ArrowDown']) {
      await elena.keyboard.press(key);
    }
    await elena.keyboard.press('Enter');
    await expect(words).toBeFocused();
    await elena.keyboard.type('And bluer here');
    await elena.getByRole('button', { name: 'Add comment' }).focus();
    await elena.keyboard.press('Enter');
    await expect(
      elena.getByRole('link', { name: '61 % from the left, 60 % from the top', exact: true }),
    ).toBeVisible();
    const pin = elena.getByRole('link', { name: 'Comment 2: 61 % from the left' });
    await pin.focus();
    await elena.keyboard.press('Enter');
    await expect(elena.locator('#comment-2')).toBeFocused();
    await expectAccessible(elena, 'main');

    // The team answers on its page, and the buyer's page shows the reply without a reload.
    await ines.goto(`/team/orders/${number}`);
    await ines.getByRole('link', { name: 'Comments on logo.png: 2 open' }).click();
    await untilHydrated(ines);
    await ines.getByText('Reply', { exact: true }).first().click();
    await ines.getByLabel('Reply', { exact: true }).first().fill('Like this?');
    await ines.getByRole('button', { name: 'Send reply' }).first().click();
    await expect(ines.getByText('The reply is saved.')).toBeVisible();
    await expectAccessible(ines, 'main');
    await expect(elena.getByText('Like this?')).toBeVisible({ timeout: 15_000 });
    await elena.getByRole('button', { name: 'Resolve comment 1' }).click();
    await expect(elena.getByRole('heading', { name: '1 open comment' })).toBeVisible();
    await expect(ines.getByRole('heading', { name: '1 open comment' })).toBeVisible();

    // The request for a revision consists of the open comment.
    await elena.getByRole('link', { name: `Order ${number}` }).click();
    await elena.getByText('Request a revision').first().click();
    await elena.getByRole('button', { name: 'Request a revision' }).click();
    await expect(elena.getByText("We've received your request.")).toBeVisible();
    await expect(elena.getByText('0 of 1 resolved')).toBeVisible();
    await ines.goto(`/team/orders/${number}`);
    await expect(ines.getByRole('link', { name: 'Comment 2 on logo.png' })).toBeVisible();

    // The next delivery is compared with the first.
    await deliver(ines, number, await logo('#e04025'));
    await elena.goto(orderPath);
    await elena.getByRole('link', { name: 'Comment on logo.png' }).click();
    await elena.getByRole('link', { name: 'Compare with delivery 1' }).click();
    await expect(elena.getByRole('img', { name: 'logo.png, delivery 1' })).toBeVisible();
    await elena.getByRole('link', { name: 'Overlaid' }).click();
    const slider = elena.getByRole('slider', { name: 'Opacity of delivery 2' });
    await untilHydrated(elena);
    await slider.focus();
    await elena.keyboard.press('End');
    await expect(elena.getByRole('img', { name: 'logo.png, delivery 2' })).toHaveCSS(
      'opacity',
      '1',
    );
    await expectAccessible(elena, 'main');
    await elena.getByRole('link', { name: /Delivery 1 · 1 open comment/ }).click();
    await expect(elena.getByText('This is an earlier version.')).toBeVisible();

    // On a phone without JavaScript.
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: server.origin,
      viewport: { width: 390, height: 844 },
    });
    const page = await plain.newPage();
    await page.goto(new URL(elena.url()).pathname);
    await page.getByRole('form', { name: 'New comment' }).getByLabel('Comment').fill('Looks good');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await expect(page.getByRole('heading', { name: '2 open comments' })).toBeVisible();
    await expect(page.getByRole('paragraph').filter({ hasText: 'Looks good' })).toBeVisible();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await plain.close();
  },
);

test('a video is commented on at the time that is shown', async ({ server, signIn, visit }) => {
  const ines = await signIn('ines', '/team/orders');
  const elena = await visit();
  const number = await placeOrder(elena, server);
  const orderPath = new URL(elena.url()).pathname;
  await ines.goto(`/team/orders/${number}`);
  await ines.getByLabel('Payment reference').fill('PAY-2');
  await ines.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(ines.getByText('The order is paid.')).toBeVisible();
  await deliver(ines, number, FILM, 'character-animation-2.webm');

  await elena.goto(orderPath);
  await elena.getByRole('link', { name: 'Comment on character-animation-2.webm' }).click();
  await untilHydrated(elena);
  const video = elena.locator('video');
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState))
    .toBeGreaterThan(0);
  // The browser asks for the part it needs, from an endpoint that forbids everything else.
  await video.evaluate((one: HTMLVideoElement) => void (one.currentTime = 1.2));
  await expect(elena.getByLabel('Time in the video')).toHaveValue('0:01');
  await elena.getByRole('form', { name: 'New comment' }).getByLabel('Comment').fill('Slower here');
  await elena.getByRole('button', { name: 'Comment at 0:01' }).click();
  const mark = elena.getByRole('link', { name: '1 · 0:01' });
  await expect(mark).toBeVisible();
  await expectAccessible(elena, 'main');
  await video.evaluate((one: HTMLVideoElement) => void (one.currentTime = 0));
  await elena.getByRole('button', { name: 'At 0:01', exact: true }).click();
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBe(1);
  await expect(video).toBeFocused();
});
