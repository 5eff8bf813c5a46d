import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { mailedCode } from '../support/mailed-links.ts';
import { makePdf } from '../support/pdf.ts';
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

type Delivered = Awaited<ReturnType<typeof logo>>;

async function deliver(
  page: Page,
  number: string,
  file: string | Delivered | Delivered[],
  ...names: readonly string[]
): Promise<void> {
  await page.goto(`/team/orders/${number}`);
  await untilHydrated(page);
  await page.getByLabel('Files for the buyer', { exact: true }).setInputFiles(file);
  for (const name of names) await expect(page.getByRole('checkbox', { name })).toBeChecked();
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
    await deliver(ines, number, await logo('#2540e0'), 'logo.png');

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
    await ines.getByRole('link', { name: 'Reply to comment 2' }).click();
    await ines.getByLabel('Reply', { exact: true }).fill('Still typing');
    await ines.getByRole('link', { name: 'Reply to comment 1' }).click();
    await expect(ines.getByLabel('Reply', { exact: true }).first()).toBeFocused();
    await ines.keyboard.type('Like this?');
    await ines.getByRole('button', { name: 'Send reply' }).first().click();
    await expect(ines.getByText('The reply is saved.')).toBeVisible();
    await expect(ines.getByRole('link', { name: 'Reply to comment 1' })).toBeFocused();
    await expectAccessible(ines, 'main');
    await expect(elena.getByText('Like this?')).toBeVisible({ timeout: 15_000 });

    // A reply of the other side does not take away what somebody is typing.
    await elena.getByRole('link', { name: 'Reply to comment 2' }).click();
    await elena.keyboard.type('As blue as the sea');
    await elena.getByRole('button', { name: 'Send reply' }).click();
    await expect(elena.getByText('The reply is saved.')).toBeVisible();
    await expect(ines.getByText('As blue as the sea')).toBeVisible({ timeout: 15_000 });
    await expect(ines.getByLabel('Reply', { exact: true })).toHaveValue('Still typing');
    await ines.getByRole('link', { name: 'Cancel' }).click();
    await expect(ines.getByRole('link', { name: 'Reply to comment 2' })).toBeFocused();
    await elena.locator('#comment-2').getByRole('link', { name: 'Delete' }).last().click();
    await expect(elena.getByText('Nobody will see it any more.')).toBeVisible();
    await expect(elena.getByRole('link', { name: 'Cancel' })).toBeFocused();
    await elena.getByRole('button', { name: 'Delete' }).click();
    await expect(elena.getByText('The comment is deleted.')).toBeVisible();
    await expect(elena.getByText('As blue as the sea')).toHaveCount(0);
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
    await deliver(ines, number, await logo('#e04025'), 'logo.png');
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
    const added = page.getByRole('listitem').filter({ hasText: 'Looks good' });
    await added.getByRole('link', { name: 'Edit' }).click();
    await added.getByLabel('Comment', { exact: true }).fill('');
    await added.getByRole('button', { name: 'Save' }).click();
    await expect(added.getByLabel('Comment', { exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await added.getByLabel('Comment', { exact: true }).fill('Looks very good');
    await added.getByRole('button', { name: 'Save' }).click();
    const changed = page.getByRole('listitem').filter({ hasText: 'Looks very good' });
    await expect(changed.getByRole('textbox')).toHaveCount(0);
    await changed.getByRole('link', { name: 'Reply' }).click();
    await changed.getByLabel('Reply', { exact: true }).fill('Thank you');
    await changed.getByRole('button', { name: 'Send reply' }).click();
    await expect(changed.getByText('Thank you')).toBeVisible();
    await changed.getByRole('link', { name: 'Delete' }).last().click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Thank you')).toHaveCount(0);

    // Accepting asks while comments are open that no delivery has answered, without JavaScript as well.
    await page.goto(orderPath);
    await page.getByRole('link', { name: 'Comment on logo.png' }).click();
    await page.getByRole('form', { name: 'New comment' }).getByLabel('Comment').fill('Bluer');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await page.goto(orderPath);
    await expect(page.getByText('You have 2 open comments.').last()).toBeVisible();
    await page.getByRole('button', { name: 'Accept delivery' }).click();
    const question = page.getByRole('dialog', { name: 'Accept the delivery as it is?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await page.getByRole('button', { name: 'Accept delivery' }).click();
    await question.getByRole('button', { name: 'Accept anyway' }).click();
    await expect(page.getByText('Completed').first()).toBeVisible();
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

function brochure(buffer: Buffer<ArrayBuffer>, name = 'brochure.pdf') {
  return { name, mimeType: 'application/pdf', buffer };
}

/** Returns the color of the point of the page that is shown, in percent. */
async function colorAt(page: Page, name: string, x: number, y: number): Promise<readonly number[]> {
  return page.getByRole('img', { name }).evaluate(
    (canvas: HTMLCanvasElement, at) => {
      const [left, top] = [canvas.width * at.x, canvas.height * at.y];
      return [...canvas.getContext('2d')!.getImageData(left, top, 1, 1).data];
    },
    { x: x / 100, y: y / 100 },
  );
}

const BLACK = [0, 0, 0, 255];

test('a document is commented on page by page and compared', async ({ server, signIn, visit }) => {
  const ines = await signIn('ines', '/team/orders');
  const elena = await visit();
  const refused: string[] = [];
  elena.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) refused.push(message.text());
  });
  const asked: string[] = [];
  elena.on('response', (response) => {
    if (response.ok())
      asked.push(new URL(response.url()).pathname.replace(/pdfjs-[\d.]+/, 'pdfjs'));
  });
  const number = await placeOrder(elena, server);
  const orderPath = new URL(elena.url()).pathname;
  await ines.goto(`/team/orders/${number}`);
  await ines.getByLabel('Payment reference').fill('PAY-3');
  await ines.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(ines.getByText('The order is paid.')).toBeVisible();
  const pages = [{ text: 'First' }, { text: 'Second', rotate: 90 as const }, { text: 'Third' }];
  await deliver(ines, number, brochure(makePdf(pages)), 'brochure.pdf');

  await elena.goto(orderPath);
  await elena.getByRole('link', { name: 'Comment on brochure.pdf' }).click();
  await expect(elena.getByText('Page 1 of 3')).toBeVisible();
  // The square of the scan is at the lower left, and at the upper left of a page that is turned clockwise.
  await expect.poll(() => colorAt(elena, 'brochure.pdf, page 1', 5, 95)).toEqual(BLACK);
  expect(asked).toContain('/assets/pdfjs/cmaps/90ms-RKSJ-H.bcmap');
  await elena.getByText('Text of this page').click();
  await expect(elena.getByText(/^First\s*日本$/)).toBeVisible();

  // The page number of a comment follows the page that is shown.
  await elena.getByRole('button', { name: 'Next page' }).click();
  await expect(elena.getByLabel('Page number')).toHaveValue('2');
  await expect.poll(() => colorAt(elena, 'brochure.pdf, page 2', 5, 5)).toEqual(BLACK);
  const stage = elena.getByRole('button', { name: 'Choose a point of the page' });
  const box = await stage.boundingBox();
  await stage.click({ position: { x: box!.width * 0.4, y: box!.height * 0.2 } });
  const words = elena.getByRole('form', { name: 'New comment' }).getByLabel('Comment');
  await expect(words).toBeFocused();
  await elena.keyboard.type('This way up?');
  await elena.getByRole('button', { name: 'Add comment' }).click();
  const where = elena.getByRole('link', {
    name: /^Page 2, 40 % from the left, 20 % from the top$/,
  });
  await expect(where).toBeVisible();
  const pin = elena.getByRole('link', { name: 'Comment 1: Page 2' });
  await expect(pin).toBeVisible();

  // A pin is on its page only, and the list leads to it.
  await elena.getByLabel('Page number').fill('3');
  await expect(elena.getByText('Page 3 of 3')).toBeVisible();
  await expect(pin).toBeHidden();

  // Whoever looks something up in the order comes back to the page they were reading.
  await elena.getByRole('link', { name: `Order ${number}` }).click();
  await expect(elena.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
  await elena.goBack();
  await expect(elena.getByText('Page 3 of 3')).toBeVisible();
  await where.click();
  await expect(elena.getByText('Page 2 of 3')).toBeVisible();
  await expect(pin).toBeFocused();
  await elena.getByRole('button', { name: '200 %' }).click();
  await expect
    .poll(async () => Math.round((await stage.boundingBox())!.width / box!.width))
    .toBe(2);
  await expectAccessible(elena, 'main');
  expect(refused).toEqual([]);

  await elena.getByRole('link', { name: `Order ${number}` }).click();
  await elena.getByText('Request a revision').first().click();
  await elena.getByRole('button', { name: 'Request a revision' }).click();
  await expect(elena.getByText("We've received your request.")).toBeVisible();
  await deliver(ines, number, brochure(makePdf([{ text: 'First', rotate: 180 }])), 'brochure.pdf');
  await elena.goto(orderPath);
  await elena.getByRole('link', { name: 'Comment on brochure.pdf' }).click();
  await elena.getByRole('link', { name: 'Compare with delivery 1' }).click();
  await expect.poll(() => colorAt(elena, 'brochure.pdf, delivery 1, page 1', 5, 95)).toEqual(BLACK);
  await expect.poll(() => colorAt(elena, 'brochure.pdf, delivery 2, page 1', 95, 5)).toEqual(BLACK);
  await elena.getByRole('button', { name: 'Next page' }).click();
  await expect(elena.getByText('Delivery 2 has no page 2.')).toBeVisible();
  await elena.getByRole('button', { name: 'Previous page' }).click();
  await elena.getByRole('link', { name: 'Overlaid' }).click();
  await elena.getByRole('slider', { name: 'Opacity of delivery 2' }).focus();
  await elena.keyboard.press('End');
  await expect(elena.getByRole('img', { name: 'brochure.pdf, delivery 2' })).toHaveCSS(
    'opacity',
    '1',
  );
  await expectAccessible(elena, 'main');
});

test('a document that cannot be shown says so and can be downloaded', async ({
  server,
  signIn,
  visit,
}) => {
  const ines = await signIn('ines', '/team/orders');
  const elena = await visit();
  const number = await placeOrder(elena, server);
  const orderPath = new URL(elena.url()).pathname;
  await ines.goto(`/team/orders/${number}`);
  await ines.getByLabel('Payment reference').fill('PAY-4');
  await ines.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(ines.getByText('The order is paid.')).toBeVisible();
  const whole = makePdf([{ text: 'First' }], { isProtected: true });
  const files = [brochure(whole, 'locked.pdf'), brochure(whole.subarray(0, 200), 'torn.pdf')];
  await deliver(ines, number, files, 'locked.pdf', 'torn.pdf');
  await elena.goto(orderPath);
  await elena.getByRole('link', { name: 'Comment on locked.pdf' }).click();
  await expect(elena.getByText('This document is protected by a password.')).toBeVisible();
  await expect(elena.getByRole('link', { name: 'Download locked.pdf' })).toBeVisible();

  await elena.goto(orderPath);
  await elena.getByRole('link', { name: 'Comment on torn.pdf' }).click();
  await expect(elena.getByText('This document can’t be shown here.')).toBeVisible();
  await expect(elena.getByRole('button', { name: 'Add comment' })).toBeVisible();
});
