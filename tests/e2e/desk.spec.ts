import { expectAccessible } from '../support/axe.ts';
import { VISITORS } from '../support/cast.ts';
import { entryOf, messagesOf, openThread, reply, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';

test(
  'a waiting visitor is taken from the queue, and taken over by a manager',
  { tag: '@journey' },
  async ({ signIn, visit }) => {
    const sam = await signIn('sam');
    const ines = await signIn('ines');
    const first = await visit();
    await startChat(first, VISITORS.elena);
    await sendText(first, 'Is anybody there?');
    await expect(first.getByText('You are number 1 in the queue')).toBeVisible();
    const second = await visit();
    await startChat(second, VISITORS.priya);
    await sendText(second, 'Me too');
    await expect(second.getByText('You are number 2 in the queue')).toBeVisible();

    for (const page of [sam, ines]) {
      await page.getByRole('button', { name: /^Queue/ }).click();
      await expect(entryOf(page, VISITORS.elena)).toContainText('Waiting');
    }
    await openThread(ines, VISITORS.elena);
    await openThread(sam, VISITORS.elena);
    await expect(messagesOf(sam)).toHaveText([/Is anybody there/]);
    await sam.getByRole('button', { name: 'Take', exact: true }).click();
    await reply(sam, 'Sam here, how can I help?');
    await expect(first.getByRole('dialog', { name: 'Chat with Sam Whitlock' })).toBeVisible();
    // Whoever waits moves up without asking.
    await expect(second.getByText('You are number 1 in the queue')).toBeVisible();

    // The manager watched: the queue lets go of the visitor, everybody's list says who has them.
    await expect(entryOf(ines, VISITORS.elena)).toHaveCount(0);
    await ines.getByRole('button', { name: 'All', exact: true }).click();
    await expect(entryOf(ines, VISITORS.elena)).toContainText('Sam Whitlock');
    await ines.getByRole('button', { name: 'Take over' }).click();
    await expect(first.getByText('Ines Duarte has joined')).toBeVisible();
    await expect(sam.getByText('This visitor is now with Ines Duarte.')).toBeVisible();
    await expect(sam.getByPlaceholder('Write a reply')).toHaveCount(0);
    await reply(ines, 'Ines here, I can decide that.');
    await expect(messagesOf(first)).toHaveText([/Is anybody/, /Sam here/, /Ines here/]);
    await expect(first.getByText('Ines Duarte has joined')).toBeVisible();

    // Nobody is left for the agents of the next test.
    await openThread(sam, VISITORS.priya);
    await sam.getByRole('button', { name: 'Take', exact: true }).click();
    await expect(second.getByRole('dialog', { name: 'Chat with Sam Whitlock' })).toBeVisible();
  },
);

test('managers see who is there, and how many chats each agent has', async ({ signIn, visit }) => {
  const ines = await signIn('ines');
  const maya = await signIn('maya');
  await ines.getByText('Agents').click();
  const row = (name: string) => ines.getByTestId('agent-state').filter({ hasText: name });
  await expect(row('Maya Okafor')).toContainText('0 chats');
  await expect(row('Maya Okafor')).toContainText('Online');

  await ines.goto('/desk');
  await ines.getByLabel('Chat limit of Maya Okafor', { exact: true }).fill('1');
  await ines.getByRole('button', { name: 'Save the chat limit of Maya Okafor' }).click();
  await expect(ines.getByText('Maya Okafor now answers up to 1 chat at once.')).toBeVisible();
  await expectAccessible(ines);
  await ines.goto('/agentchat');
  await ines.getByText('Agents').click();
  const visitor = await visit();
  await startChat(visitor, VISITORS.daniel);
  await expect(row('Maya Okafor')).toContainText('1 / 1');
  await expect(row('Maya Okafor')).toContainText('Busy');
  await maya.getByRole('button', { name: 'Menu', exact: true }).click();
  await maya.getByRole('switch', { name: 'Accept new chats' }).setChecked(false);
  await expect(row('Maya Okafor')).toContainText('Away');
  await expectAccessible(ines);

  // A number is a limit: the next visitor waits, and goes to her when it is taken away.
  await maya.getByRole('switch', { name: 'Accept new chats' }).setChecked(true);
  const next = await visit();
  await startChat(next, VISITORS.kofi);
  await expect(next.getByText('You are number 1 in the queue')).toBeVisible();
  await ines.goto('/desk');
  await ines.getByLabel('Chat limit of Maya Okafor', { exact: true }).fill('');
  await ines.getByRole('button', { name: 'Save the chat limit of Maya Okafor' }).click();
  await expect(next.getByRole('dialog', { name: 'Chat with Maya Okafor' })).toBeVisible();
  await expect(next.getByText('in the queue')).toHaveCount(0);
});

test('a private note goes with a hand-over and never to the visitor', async ({ signIn, visit }) => {
  const maya = await signIn('maya');
  const visitor = await visit();
  const answers: string[] = [];
  visitor.on('response', (response) => {
    if (!response.url().includes('/chat/')) return;
    // One that the reload cut short was read by nobody.
    response.text().then(
      (text) => answers.push(text),
      () => {},
    );
  });
  visitor.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => answers.push(String(payload))),
  );
  await startChat(visitor, VISITORS.noor);
  await sendText(visitor, 'Hello');
  await openThread(maya, VISITORS.noor);
  await maya.getByRole('button', { name: 'Private note' }).click();
  await maya.getByPlaceholder('Write a private note').fill('Asked twice about a discount.');
  await maya.getByPlaceholder('Write a private note').press('Enter');
  await expect(maya.getByTestId('note')).toContainText('Asked twice about a discount.');
  await expect(maya.getByPlaceholder('Write a private note')).toHaveValue('');
  await expectAccessible(maya);

  const leo = await signIn('leo');
  await maya.getByRole('button', { name: 'More', exact: true }).click();
  await maya.getByLabel('Note for the next agent (optional)').fill('Please offer ten percent.');
  await maya.getByRole('button', { name: /Leo Marchetti/ }).click();
  await openThread(leo, VISITORS.noor);
  await expect(leo.getByTestId('note')).toHaveText([/Asked twice/, /Maya Okafor.*ten percent/]);
  await reply(leo, 'Good morning, Leo here.');
  await expect(messagesOf(visitor).last()).toContainText('Leo here');

  await visitor.reload();
  await visitor.getByRole('button', { name: /Open chat/ }).click();
  await expect(messagesOf(visitor)).toHaveText([/Hello/, /Leo here/]);
  expect(answers.join('\n')).toContain('Leo here');
  expect(answers.join('\n')).not.toMatch(/discount|ten percent/);
});

test('canned replies and services are inserted with the keyboard alone', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya', '/canned-replies');
  await maya.getByLabel('Shortcut').first().fill('24-7');
  await maya.getByLabel('Reply').first().fill('We are here day and night.');
  await maya.getByRole('button', { name: 'Save canned reply' }).click();
  await expect(maya.getByText('/24-7 is saved.')).toBeVisible();
  await maya.getByLabel('Shortcut').first().fill('price');
  await maya.getByLabel('Reply').first().fill('Hello {visitor}, {service} is {price}. {agent}');
  await maya.getByRole('button', { name: 'Save canned reply' }).click();
  await expect(maya.getByText('/price is saved.')).toBeVisible();
  await expectAccessible(maya);
  await maya.goto('/agentchat');

  const visitor = await visit('/services/graphics/book-design');
  await visitor.getByRole('button', { name: 'CONTACT AGENT' }).first().click();
  await visitor.getByRole('button', { name: 'Sales Inquiry', exact: true }).click();
  await visitor.getByLabel('Your email').fill(VISITORS.astrid);
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await sendText(visitor, 'What does it cost?');
  await openThread(maya, VISITORS.astrid);

  const box = maya.getByPlaceholder('Write a reply');
  await box.focus();
  await maya.keyboard.type('/pri');
  await expect(maya.getByRole('option', { name: /\/price/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expectAccessible(maya);
  await maya.keyboard.press('Enter');
  await expect(box).toHaveValue('Hello there, Book Design is $1,750 per book. Maya Okafor');
  await maya.keyboard.press('Enter');
  await expect(messagesOf(visitor).last()).toContainText('$1,750 per book. Maya Okafor');

  // A reply that a digit begins is found by its name, too, when its list is closed.
  await box.fill('/24-7');
  await maya.keyboard.press('Escape');
  await maya.keyboard.press('Enter');
  await expect(box).toHaveValue('We are here day and night.');

  // Nothing half-written goes out, and the box says why.
  await box.fill('/pay');
  await maya.keyboard.press('Enter');
  await expect(maya.getByText('There is no canned reply /pay. Choose one')).toBeVisible();
  await box.fill('The price is {price}');
  await maya.keyboard.press('Enter');
  await expect(maya.getByText('Your reply still contains {price}.')).toBeVisible();
  await box.fill('');
  const other = await visit();
  await startChat(other, VISITORS.noor);
  await sendText(other, 'About nothing in particular');
  await openThread(maya, VISITORS.noor);
  await box.pressSequentially('/price');
  await maya.getByRole('option', { name: /\/price/ }).waitFor();
  await box.press('Enter');
  await expect(box).toHaveValue('Hello there, {service} is {price}. Maya Okafor');
  await box.press('Enter');
  await expect(maya.getByText('Your reply still contains')).toBeVisible();
  await expect(messagesOf(other)).toHaveCount(1);
  await box.fill('');
  await openThread(maya, VISITORS.astrid);
  await maya.getByRole('button', { name: /^Insert/ }).click();
  await expect(box).toHaveValue('/');
  await maya.keyboard.press('Escape');
  await expect(box).toHaveValue('');
  await expect(messagesOf(maya)).toHaveCount(2);
  // Out of an empty box the next key is one of the desk's.
  await maya.keyboard.press('Escape');
  await expect(box).not.toBeFocused();
  await expect(messagesOf(maya)).toHaveCount(2);

  // What was typed around the button's slash stays.
  await box.fill('abc');
  await maya.getByRole('button', { name: /^Insert/ }).click();
  await box.press('Home');
  await maya.keyboard.type('x');
  await maya.keyboard.press('Escape');
  await expect(box).toHaveValue('xabc /');
  // A reply's name that stands in a draft is filled in, not sent.
  await box.fill('/price');
  // The thread of the address opens by itself and asks at once.
  const offered = maya.waitForResponse('**/agentchat/canned-replies');
  await maya.reload();
  await openThread(maya, VISITORS.astrid);
  await expect(box).toHaveValue('/price');
  await offered;
  // Until prices are here too, Enter only says what is missing.
  await expect(async () => {
    await box.press('Enter');
    await expect(box).toHaveValue(/^Hello there, Book Design is/, { timeout: 500 });
  }).toPass();
  await box.fill('');

  await maya.keyboard.type('Or this: /cover');
  await expect(maya.getByRole('option', { name: /Book Covers/ })).toBeVisible();
  await maya.keyboard.press('Escape');
  await expect(maya.getByRole('listbox')).toHaveCount(0);
  await maya.keyboard.type('s');
  await expect(maya.getByRole('listbox')).toHaveCount(0);
  await maya.keyboard.press('Control+a');
  await maya.keyboard.type('Or this: /book');
  await maya.getByRole('option', { name: /Book Covers/ }).waitFor();
  await maya.keyboard.press('ArrowUp');
  await maya.keyboard.press('ArrowDown');
  while (
    (await maya.getByRole('option', { selected: true }).textContent())?.includes('Book Covers') ===
    false
  ) {
    await maya.keyboard.press('ArrowDown');
  }
  await maya.keyboard.press('Tab');
  await expect(box).toHaveValue(/^Or this:\nhttp.*\/services\/graphics\/book-covers$/);
  await maya.keyboard.press('Enter');
  for (const page of [maya, visitor]) {
    const card = page.getByTestId('service-card');
    await expect(card).toContainText('Book Covers');
    await expect(card).toContainText('$675');
    await expect(card.getByRole('link', { name: /Pay with PayPal/ })).toHaveAttribute(
      'href',
      /^https:\/\//,
    );
  }
  await expectAccessible(visitor, 'dialog[open]');
  // Somebody else's site is not ours, however its address ends.
  await sendText(visitor, 'https://evil.example/services/graphics/book-covers');
  await expect(messagesOf(maya).last()).toContainText('evil.example');
  await expect(maya.getByTestId('service-card')).toHaveCount(1);
});

test('a message that is searched for opens its thread there', async ({ signIn, visit }) => {
  const maya = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.kofi);
  await sendText(visitor, 'The lighthouse drawing is ready');
  for (let index = 0; index < 30; index += 1) await sendText(visitor, `Line ${index}\n\n.`);
  await expect(messagesOf(visitor)).toHaveCount(31);
  await maya.getByLabel('Search conversations').fill('lighthouses');
  const hit = maya.getByTestId('message-hit');
  await expect(hit.locator('mark')).toHaveText('lighthouse');
  await expectAccessible(maya);
  await hit.click();
  const found = messagesOf(maya).filter({ hasText: 'The lighthouse drawing is ready' });
  await expect(found).toBeInViewport();
});

test('a reply that is sent before its conversation has come goes out when it has, unless one writes on', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.walter);
  await sendText(visitor, 'Are you there?');
  await openThread(maya, VISITORS.walter);
  const box = maya.getByPlaceholder('Write a reply');
  const promise = maya.getByText(
    'Your message will be sent as soon as the conversation has loaded.',
  );
  let release = () => {};
  const loadSlowly = async () => {
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await maya.route('**/agentchat/visitors/*', async (route) => {
      await isReleased;
      await route.continue();
    });
    await maya.reload();
  };

  await loadSlowly();
  await box.fill('I am.');
  await box.press('Enter');
  await expect(promise).toBeVisible();
  await expect(box).toHaveValue('I am.');
  await expectAccessible(maya);
  release();
  await expect(messagesOf(visitor).last()).toContainText('I am.');
  await expect(messagesOf(maya).last()).toContainText('I am.');
  await expect(messagesOf(visitor)).toHaveCount(2);
  await expect(box).toHaveValue('');
  await maya.unroute('**/agentchat/visitors/*');

  await loadSlowly();
  await box.fill('And');
  await box.press('Enter');
  await expect(promise).toBeVisible();
  await box.pressSequentially(' so');
  await expect(promise).toBeHidden();
  release();
  await expect(messagesOf(maya)).toHaveCount(2);
  await expect(box).toHaveValue('And so');
  await box.press('Enter');
  await expect(messagesOf(visitor).last()).toContainText('And so');
  await expect(messagesOf(visitor)).toHaveCount(3);
});

test.describe('on a slow line', () => {
  // A worker would answer for the line that this test holds up.
  test.use({ serviceWorkers: 'block' });

  test('a draft is sent with the button after a reload, with what was typed before the page listened', async ({
    signIn,
    visit,
  }) => {
    const maya = await signIn('maya');
    const visitor = await visit();
    await startChat(visitor, VISITORS.mateo);
    await sendText(visitor, 'When is it ready?');
    await openThread(maya, VISITORS.mateo);
    const box = maya.getByPlaceholder('Write a reply');
    await box.fill('On Tuesday.');
    await maya.reload();
    await expect(box).toHaveValue('On Tuesday.');
    await maya.getByRole('button', { name: 'Send reply' }).click();
    await expect(messagesOf(visitor).last()).toContainText('On Tuesday.');
    await expect(box).toHaveValue('');

    await box.fill('Or a day later.');
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await maya.route('**/assets/*.js', async (route) => {
      await isReleased;
      await route.continue();
    });
    const reloading = maya.reload({ waitUntil: 'commit' });
    await expect(box).toHaveValue('');
    await box.fill('I shall tell you.');
    release();
    await reloading;
    await expect(box).toHaveValue('Or a day later.\nI shall tell you.');
    await maya.getByRole('button', { name: 'Send reply' }).click();
    await expect(messagesOf(visitor).last()).toContainText('I shall tell you.');
    await expect(messagesOf(visitor)).toHaveCount(3);
  });
});
