import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { openThread, panelOf, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { mailedCode } from '../support/mailed-links.ts';

// Two people, and many steps.
test.slow();

const file = (name: string, words: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(words),
});

/** From a chat to an order that waits for its brief; returns its address and its number. */
async function orderPoem(elena: Page, maya: Page, code: () => Promise<string>) {
  await startChat(elena, VISITORS.elena);
  await sendText(elena, 'I need a poem');
  await elena.getByRole('button', { name: 'Confirm your address' }).first().click();
  const field = elena.getByLabel('Six-digit code').first();
  await field.fill(await code());
  await field.press('Enter');
  await openThread(maya, VISITORS.elena);
  await maya.getByRole('button', { name: 'Make an offer' }).click();
  const dialog = maya.getByRole('dialog', { name: 'Make an offer' });
  await dialog.getByLabel('Service').fill('A poem');
  await dialog.getByLabel('Unit price').fill('80');
  await dialog.getByLabel('What you need from the buyer').fill('Who it is for');
  await dialog.getByRole('button', { name: 'Send offer' }).click();
  await panelOf(elena).getByRole('button', { name: 'Accept offer' }).click();
  const link = panelOf(elena)
    .getByRole('link', { name: /Open order/ })
    .first();
  await expect(link).toBeVisible();
  const [name = ''] = /E-\d+/.exec((await link.textContent()) ?? '') ?? [];
  await link.click();
  await expect(elena).toHaveURL(/\/order\/[\w-]{43}$/);
  await maya.goto(`/team/orders/${name}`);
  await maya.getByLabel('Payment reference').fill('PAY-1');
  await maya.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(maya.getByText('The order is paid.')).toBeVisible();
  return { path: new URL(elena.url()).pathname, name };
}

test('files go with brief, delivery and refund request, on a telephone and without scripts', async ({
  browser,
  server,
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const elena = await visit();
  const { path, name } = await orderPoem(elena, maya, () => mailedCode(server, VISITORS.elena));

  // On a telephone, with scripts: sent ahead, and named by the form.
  await elena.setViewportSize({ width: 390, height: 844 });
  await elena.goto(path);
  await elena.getByLabel('Who it is for').fill('My aunt');
  await elena
    .getByLabel('Files for this order', { exact: true })
    .setInputFiles([file('aunt.txt', 'She sails.')]);
  await expect(elena.getByRole('checkbox', { name: /aunt\.txt/ })).toBeChecked();
  await expectAccessible(elena, 'main');
  await elena.screenshot({ path: 'test-results/order-brief-390.png', fullPage: true });
  await elena.getByRole('button', { name: 'Send and start' }).click();
  await expect(elena.getByText("Thank you. We're starting work.")).toBeVisible();
  await expect(elena.getByRole('link', { name: /Download aunt\.txt/ })).toBeVisible();

  // The team delivers two; a reload loses none of what waits.
  await maya.goto(`/team/orders/${name}`);
  await maya
    .getByLabel('Files for the buyer', { exact: true })
    .setInputFiles([file('poem.txt', 'O sea')]);
  await expect(maya.getByRole('checkbox', { name: /poem\.txt/ })).toBeVisible();
  await maya.reload();
  await maya
    .getByLabel('Files for the buyer', { exact: true })
    .setInputFiles([file('notes.txt', 'Iambs')]);
  await expect(maya.getByRole('checkbox', { name: /notes\.txt/ })).toBeVisible();
  // Refused for want of words, the form keeps what was unticked, and a file added then goes with it.
  await maya.getByRole('checkbox', { name: /notes\.txt/ }).uncheck();
  await maya.getByRole('button', { name: 'Deliver' }).click();
  await expect(maya.getByRole('alert').first()).toBeVisible();
  await maya
    .getByLabel('Files for the buyer', { exact: true })
    .setInputFiles([file('cover.txt', 'Blue')]);
  await expect(maya.getByRole('checkbox', { name: /cover\.txt/ })).toBeChecked();
  await expect(maya.getByRole('checkbox', { name: /notes\.txt/ })).not.toBeChecked();
  await maya.getByLabel('Delivery').fill('Read it aloud.');
  await expectAccessible(maya, 'main');
  await maya.screenshot({ path: 'test-results/delivery-form.png', fullPage: true });
  // A press during an upload takes effect after it.
  let letUpload = () => {};
  const isLet = new Promise<void>((resolve) => (letUpload = resolve));
  await maya.route('**/files/*', async (route) => {
    if (route.request().method() === 'PATCH') await isLet;
    await route.continue();
  });
  await maya
    .getByLabel('Files for the buyer', { exact: true })
    .setInputFiles([file('late.txt', 'Red')]);
  await expect(maya.getByText('Files are uploading.')).toBeVisible();
  await maya.getByRole('button', { name: 'Deliver' }).click();
  letUpload();
  await expect(maya.getByText('Delivered. The buyer is notified by email.')).toBeVisible();
  await expect(maya.getByRole('link', { name: /Download poem\.txt/ })).toBeVisible();
  await expect(maya.getByRole('link', { name: /Download cover\.txt/ })).toBeVisible();
  await expect(maya.getByRole('link', { name: /Download late\.txt/ })).toBeVisible();
  await expect(maya.getByRole('link', { name: /Download notes\.txt/ })).toBeHidden();

  await elena.goto(path);
  await expect(
    elena.getByText(/^If you don't answer, the order is completed automatically after/),
  ).toBeVisible();
  const download = elena.waitForEvent('download');
  await elena.getByRole('link', { name: /Download poem\.txt/ }).click();
  expect((await download).suggestedFilename()).toBe('poem.txt');
  const archive = elena.waitForEvent('download');
  await elena.getByRole('link', { name: /^Download all files \(/ }).click();
  expect((await archive).suggestedFilename()).toBe(`${name}.zip`);
  const content = unzipSync(await readFile(await (await archive).path()));
  expect(Object.keys(content)).toEqual([
    'Brief/aunt.txt',
    'Delivery 1/poem.txt',
    'Delivery 1/cover.txt',
    'Delivery 1/late.txt',
  ]);
  await expectAccessible(elena, 'main');
  await elena.screenshot({ path: 'test-results/order-delivered-390.png', fullPage: true });

  // Without scripts the form carries its files itself; what was refused is not lost.
  const plain = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false });
  const buyer = await plain.newPage();
  await buyer.goto(path);
  await buyer.getByText('Request Refund').first().click();
  await buyer.getByLabel('Explanation').fill('It does not rhyme.');
  await buyer
    .getByLabel('Supporting files', { exact: true })
    .setInputFiles([file('proof.txt', 'sea, tree')]);
  await buyer.getByRole('button', { name: 'Request Refund' }).click();
  await expect(buyer.getByText('Select what went wrong.')).toBeVisible();
  await expect(buyer.getByRole('checkbox', { name: /proof\.txt/ })).toBeChecked();
  await expect(buyer.getByLabel('Explanation')).toHaveValue('It does not rhyme.');
  await buyer.getByLabel('What went wrong?').selectOption({ index: 2 });
  await buyer.getByRole('button', { name: 'Request Refund' }).click();
  await expect(buyer.getByText("We've received your refund request.")).toBeVisible();
  await expect(buyer.getByRole('link', { name: /Download proof\.txt/ })).toBeVisible();
  await plain.close();

  // By keyboard alone, from the top to a file.
  await elena.goto(path);
  const proof = elena.getByRole('link', { name: /Download proof\.txt/ });
  await expect(proof).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    await elena.keyboard.press('Tab');
    if (await proof.evaluate((link) => link === document.activeElement)) break;
  }
  await expect(proof).toBeFocused();
  await maya.goto(`/team/orders/${name}`);
  await expect(maya.getByRole('link', { name: /Download proof\.txt/ })).toBeVisible();
  await expect(maya.getByText('Refund decision due by')).toBeVisible();
});
