import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { mailedCode } from '../support/mailed-links.ts';
import { readMails } from '../support/mails.ts';
import type { TestServer } from '../support/server.ts';

// Four people, and a day of work.
test.slow();
test.use({ actionTimeout: 15_000 });

const BUYER = 'agency.buyer@harbourmail.example';

async function signInCode(server: TestServer): Promise<string> {
  let code = '';
  await expect(async () => {
    const mails = await readMails(server);
    const mail = mails.find((text) => text.includes(`To: ${BUYER}`) && text.includes('sign in'));
    code = /asked for it: (\d{6})/.exec(mail ?? '')?.[1] ?? '';
    expect(code).toMatch(/^\d{6}$/);
  }).toPass();
  return code;
}

async function picture(background: string) {
  const create = { width: 900, height: 600, channels: 3, background } as const;
  return {
    name: 'homepage.png',
    mimeType: 'image/png',
    buffer: await sharp({ create }).png().toBuffer(),
  };
}

async function deliver(page: Page, number: string, background: string): Promise<void> {
  await page.goto(`/team/orders/${number}`);
  await untilHydrated(page);
  await page
    .getByLabel('Files for the buyer', { exact: true })
    .setInputFiles(await picture(background));
  await expect(page.getByRole('checkbox', { name: 'homepage.png' })).toBeChecked();
  await page.getByRole('textbox', { name: 'Delivery' }).fill('Here is the home page.');
  await page.getByRole('button', { name: 'Deliver' }).click();
  await expect(page.getByText('Delivered. The buyer is notified by email.')).toBeVisible();
}

/** Comments on the newest version as the buyer, and requests a revision with the comment. */
async function ask(page: Page, number: string, path: string, words: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('link', { name: 'Comment on homepage.png' }).first().click();
  await untilHydrated(page);
  await page.getByRole('button', { name: 'Choose a point of the image' }).click();
  await page.getByRole('form', { name: 'New comment' }).getByLabel('Comment').fill(words);
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(page.getByText('The comment is saved.')).toBeVisible();
  await page.getByRole('link', { name: `Order ${number}` }).click();
  await page.getByText('Request a revision').first().click();
  await page.getByRole('button', { name: 'Request a revision' }).click();
  await expect(page.getByText("We've received your request.")).toBeVisible();
}

test('an agency works on an order from the board to the invoice, in two rounds of comments, and the buyer orders again', async ({
  server,
  signIn,
  visit,
}) => {
  const maya = await signIn('maya', '/team/orders?view=board');
  const ines = await signIn('ines', '/team/orders?view=board');
  const buyer = await visit('/services/programming/website-maintenance/order');
  await untilHydrated(buyer);
  await buyer.getByLabel('Name', { exact: true }).fill('Elena Ruiz');
  await buyer.getByLabel('Email address').fill(BUYER);
  await buyer.getByLabel('What should it do?').fill('Stay up to date');
  await buyer.getByRole('button', { name: 'Place order' }).click();
  await buyer.getByLabel('Code from the email').fill((await mailedCode(server, BUYER)) ?? '');
  const heading = await buyer.getByRole('heading', { name: /^Order E-\d+$/ }).innerText();
  const number = heading.slice('Order '.length);
  const path = new URL(buyer.url()).pathname;

  // The new order appears on the board of its agent and of the manager, who gives it to Leo.
  for (const page of [maya, ines]) {
    await expect(page.getByRole('link', { name: number, exact: true })).toBeVisible();
  }
  await ines.getByRole('link', { name: number, exact: true }).click();
  await ines.getByLabel('Payment reference').fill('PAY-1');
  await ines.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(ines.getByText('The order is paid.')).toBeVisible();
  const people = ines.getByRole('region', { name: 'People' });
  await people.getByLabel('Assignee').selectOption({ label: 'Leo Marchetti' });
  await ines.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(ines.getByText('Assigned: Leo Marchetti')).toBeVisible();

  // Leo finds it in his list and writes down the steps.
  const leo = await signIn('leo', '/team/orders?who=mine');
  await leo.getByRole('link', { name: number, exact: true }).first().click();
  const checklist = leo.getByRole('region', { name: 'Checklist' });
  await checklist.getByLabel('New step').fill('First draft');
  await checklist.getByRole('checkbox', { name: 'Shown to the buyer' }).last().check();
  await checklist.getByRole('button', { name: 'Add step' }).click();
  await expect(checklist.getByText('0 of 1 step done')).toBeVisible();
  await deliver(leo, number, '#2540e0');
  await checklist.getByRole('button', { name: 'Mark as done: First draft' }).click();
  await expect(checklist.getByText('1 of 1 step done')).toBeVisible();

  // Two rounds of comments.
  await ask(buyer, number, path, 'Warmer, please');
  await leo.goto(`/team/orders/${number}`);
  await leo.getByRole('link', { name: 'Comment 1 on homepage.png' }).click();
  await untilHydrated(leo);
  await leo.getByRole('button', { name: 'Resolve comment 1' }).click();
  await expect(leo.getByText('The comment is resolved.')).toBeVisible();
  await deliver(leo, number, '#e0a025');
  await ask(buyer, number, path, 'A little darker');
  await deliver(leo, number, '#b07a10');

  // The buyer compares, accepts and opens the invoice.
  await buyer.goto(path);
  await buyer.getByRole('link', { name: 'Comment on homepage.png' }).first().click();
  await buyer.getByRole('link', { name: 'Compare with delivery 2' }).click();
  await expect(buyer.getByRole('img', { name: 'homepage.png, delivery 3' })).toBeVisible();
  await buyer.goto(path);
  await buyer.getByRole('button', { name: 'Accept delivery' }).first().click();
  await expect(buyer.getByText('Completed').first()).toBeVisible();
  const invoice = buyer.getByRole('link', { name: /INV-\d{4}-\d{4}/ }).first();
  const document = await buyer.request.get((await invoice.getAttribute('href')) ?? '');
  expect(document.headers()['content-type']).toBe('application/pdf');
  await ines.goto('/team/invoices');
  await expect(ines.getByRole('link', { name: number })).toBeVisible();

  // The account has the order, and orders again with the same answers.
  await buyer.goto('/account');
  await buyer.getByLabel('Email address').fill(BUYER);
  await buyer.getByRole('button', { name: 'Send code' }).click();
  await expect(buyer.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
  await buyer.getByLabel('Six-digit code').fill(await signInCode(server));
  await buyer.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(buyer.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await buyer.goto(`/account/orders/${number}`);
  await buyer.getByRole('link', { name: 'Order again' }).click();
  await expect(buyer.getByLabel('What should it do?')).toHaveValue('Stay up to date');
});
