import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import {
  entryOf,
  messagesOf,
  openThread,
  panelOf,
  reply,
  sendText,
  startChat,
} from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { listMails } from '../support/mails.ts';
import { mailedCode, mailedLink } from '../support/mailed-links.ts';

const HOUR_MS = 60 * 60 * 1000;
const CONFIRM = /^Confirm your email address for the chat with Embarka$/;

test('another browser that types a customer’s address is marked for the team until it confirms', async ({
  browser,
  server,
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const inboxRow = entryOf(maya, VISITORS.elena);
  const customer = await visit();
  await startChat(customer, VISITORS.elena);
  await sendText(customer, 'Is my book ready?');
  await expect(inboxRow).toContainText('Address not confirmed');
  await expect(inboxRow).not.toContainText('New browser');

  // A code, typed in the chat.
  await customer.getByRole('button', { name: 'Confirm your address' }).click();
  await expect(customer.getByText(`on its way to ${VISITORS.elena}`)).toBeVisible();
  const field = customer.getByLabel('Six-digit code');
  await expect(field).toBeFocused();
  await field.fill('12');
  await field.press('Enter');
  await expect(customer.getByText('Enter the six-digit code')).toBeVisible();
  await expectAccessible(customer, 'dialog');
  await field.fill(await mailedCode(server, VISITORS.elena));
  await field.press('Enter');
  await expect(customer.getByText('Address confirmed')).toBeVisible();
  await expect(customer.getByRole('button', { name: 'Confirm your address' })).toHaveCount(0);
  await expect(inboxRow).not.toContainText('Address not confirmed');
  await openThread(maya, VISITORS.elena);
  const header = maya.getByRole('main').getByRole('banner').or(maya.locator('main > header'));
  await expect(header).not.toContainText('Address not confirmed');

  // Somebody else, or the customer on another device: nobody knows yet.
  const other = await visit();
  await startChat(other, VISITORS.elena);
  await sendText(other, 'Please send me the files again');
  await expect(messagesOf(other)).toHaveText([/send me the files/]);
  await expect(panelOf(other)).not.toContainText('Is my book ready?');
  for (const place of [inboxRow, header]) {
    await expect(place).toContainText('Address not confirmed');
    await expect(place).toContainText('New browser');
  }
  // All that is known of them has one line where there is room, and ends before its end.
  await maya.setViewportSize({ width: 1920, height: 1080 });
  const known = header.locator('p', { hasText: /\d unread/ });
  await expect(known).toBeVisible();
  const { height, isWhole } = await known.evaluate((line) => ({
    height: line.getBoundingClientRect().height,
    isWhole: line.scrollWidth <= line.clientWidth,
  }));
  expect(height).toBeLessThan(30);
  expect(isWhole).toBe(true);

  // The link of a mail that was asked for elsewhere does nothing here, and says what does.
  await other.getByRole('button', { name: 'Confirm your address' }).click();
  await expect(other.getByText(`on its way to ${VISITORS.elena}`)).toBeVisible();
  await expect.poll(async () => (await listMails(server)).length).toBe(2);
  const link = await mailedLink(server, VISITORS.elena, CONFIRM);
  await customer.goto(link);
  await expect(
    customer.getByText('This link works only in the browser where the chat was opened.'),
  ).toBeVisible();
  await expectAccessible(customer);
  await expect(inboxRow).toContainText('New browser');

  // In the browser that asked, also without scripts, it does.
  const plain = await browser.newContext({
    baseURL: server.origin,
    javaScriptEnabled: false,
    storageState: await other.context().storageState(),
  });
  const page = await plain.newPage();
  await page.goto(link);
  await page.reload();
  await page.getByRole('button', { name: 'Confirm your address' }).click();
  await expect(page.getByText(`${VISITORS.elena} is confirmed in this browser.`)).toBeVisible();
  await plain.close();
  await expect(other.getByText('Address confirmed')).toBeVisible();
  for (const place of [inboxRow, header]) {
    await expect(place).not.toContainText('Address not confirmed');
    await expect(place).not.toContainText('New browser');
  }
  await other.goto(link);
  await expect(other.getByText('This link has been used or has expired.')).toBeVisible();
});

test('after two hours the chat begins with what is open, and starting another leaves it open', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.priya);
  await sendText(visitor, 'When will it be ready?');
  await expect(messagesOf(visitor)).toHaveText([/Sent/]);

  await visitor.clock.install({ time: Date.now() + 2 * HOUR_MS + 60_000 });
  await visitor.reload();
  await visitor.getByRole('button', { name: /^Open chat/ }).click();
  const open = visitor.getByRole('region', { name: 'Continue your conversation' });
  await expect(open.getByRole('button')).toHaveText([/^Sales Inquiry(Today|Yesterday), \d/]);
  await expect(panelOf(visitor)).not.toContainText('When will it be ready?');
  const above = await open.boundingBox();
  const topics = await visitor.getByRole('group', { name: 'Topics' }).boundingBox();
  const panel = await panelOf(visitor).boundingBox();
  expect(above!.y).toBeLessThan(topics!.y);
  expect(above!.y + above!.height).toBeLessThan(panel!.y + panel!.height);
  await expectAccessible(visitor, 'dialog');

  await visitor.getByRole('button', { name: 'Order Fulfillment', exact: true }).click();
  await visitor.getByLabel('Your email').fill(VISITORS.priya);
  await visitor.getByRole('button', { name: 'Continue', exact: true }).click();
  await sendText(visitor, 'And where is the other one?');
  await expect(messagesOf(visitor)).toHaveText([/the other one.*Sent/]);
  await visitor.getByRole('button', { name: 'Start new chat' }).click();
  await expect(open.getByRole('button')).toHaveText([/^Order Fulfillment/, /^Sales Inquiry/]);

  // Neither was lost on the way: going on with the first is answered there.
  await open.getByRole('button', { name: 'Sales Inquiry' }).click();
  await expect(messagesOf(visitor)).toHaveText([/When will it be ready/]);
  await expect(visitor.getByText('This conversation is completed')).toHaveCount(0);
  await sendText(visitor, 'Hello?');
  await openThread(maya, VISITORS.priya);
  await reply(maya, 'On Monday');
  await expect(messagesOf(visitor).last()).toContainText('On Monday');
});

test(
  'the question comes first, then topic, address and name; the agent greets by name, and one tap rates',
  { tag: '@journey' },
  async ({ signIn, visit }) => {
    const maya = await signIn('maya');
    const visitor = await visit();
    await visitor.getByRole('button', { name: 'Open chat' }).click();
    const question = visitor.getByPlaceholder('Write your question');
    await expect(panelOf(visitor)).toBeFocused();
    await visitor.keyboard.type('Do you bind books?');
    await expect(question).toHaveValue('Do you bind books?');
    await question.press('Enter');
    await expect(visitor.getByText('Will be sent once you choose a topic')).toBeVisible();
    await expect(
      visitor.getByRole('button', { name: 'Product/Service Support', exact: true }),
    ).toBeFocused();
    await visitor.reload();
    await visitor.getByRole('button', { name: 'Open chat' }).click();
    await expect(panelOf(visitor).getByText('Do you bind books?')).toBeVisible();
    await visitor.getByRole('button', { name: 'Order Fulfillment', exact: true }).click();
    await visitor.getByLabel('Your email').fill(VISITORS.astrid);
    await visitor.getByLabel('Your name (optional)').fill('Astrid Lund');
    await visitor.getByLabel('Your name (optional)').press('Enter');
    await expect(messagesOf(visitor)).toHaveText([/Do you bind books\?.*Sent/]);
    await expect(panelOf(visitor).getByText('Maya Okafor is your agent')).toBeVisible();
    await expect(panelOf(visitor).getByText('Please wait...')).toBeVisible();

    // What was asked of the visitor is shown to the team.
    const inboxRow = entryOf(maya, VISITORS.astrid);
    await expect(inboxRow).toContainText('Astrid Lund');
    await expect(inboxRow).toContainText('Order Fulfillment');
    await openThread(maya, VISITORS.astrid);
    const header = maya.locator('main > header');
    await expect(header.getByRole('heading')).toHaveText(`Astrid Lund ${VISITORS.astrid}`);
    await expect(header).toContainText('Order Fulfillment');
    await maya.getByRole('button', { name: 'Send Welcome' }).first().click();
    await expect(messagesOf(visitor).last()).toContainText(
      'Hello Astrid Lund, this is Maya Okafor.',
    );

    await visitor.getByRole('button', { name: 'Your name: Astrid Lund' }).click();
    await visitor.getByLabel('Your name (optional)').fill('Astrid');
    await expectAccessible(visitor, 'dialog');
    await visitor.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(header.getByRole('heading')).toHaveText(`Astrid ${VISITORS.astrid}`);

    await maya.getByRole('button', { name: 'Resolve' }).click();
    const stars = visitor.getByRole('group', { name: 'How was this chat?' });
    await stars.getByRole('radio', { name: '5 of 5: Very good' }).check();
    await expect(visitor.getByText('Thank you. Your rating is saved.')).toBeVisible();
    await expect(header.getByRole('img', { name: '5 of 5 stars' })).toBeVisible();
    await visitor.getByLabel('Anything we should know?').fill('Quick');
    await visitor.getByRole('button', { name: 'Add comment' }).click();
    await expect(header.getByText('Quick')).toBeVisible();
  },
);
