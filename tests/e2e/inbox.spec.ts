import { CAST, VISITORS } from '../support/cast.ts';
import { expectAccessible } from '../support/axe.ts';
import { entryOf, messagesOf, openThread, reply, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';

test('a visitor is handed from one agent to another while both have the thread open', async ({
  signIn,
  visit,
}) => {
  const maya = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.elena);
  await sendText(visitor, 'Hello');
  await openThread(maya, VISITORS.elena);
  await reply(maya, 'A colleague knows more about this.');
  const leo = await signIn('leo');

  await maya.getByRole('button', { name: 'More', exact: true }).click();
  await maya.getByRole('button', { name: /Leo Marchetti/ }).click();
  await expect(maya.getByText('This visitor is now with Leo Marchetti.')).toBeVisible();
  await expect(maya.getByPlaceholder('Write a reply')).toHaveCount(0);
  await expect(visitor.getByRole('dialog', { name: 'Chat with Leo Marchetti' })).toBeVisible();

  await openThread(leo, VISITORS.elena);
  await expect(leo.getByText('Maya Okafor (Previous Agent)')).toBeVisible();
  await reply(leo, 'Hello, Leo here.');
  await expect(messagesOf(visitor)).toHaveText([/Hello/, /A colleague/, /Hello, Leo here/]);
  await sendText(visitor, 'Good to meet you');
  await expect(messagesOf(leo).last()).toContainText('Good to meet you');
  // The former agent's feed has stopped.
  await expect(maya.getByText('Good to meet you')).toHaveCount(0);
});

test('unread counts follow a person across devices, with toast and title', async ({
  signIn,
  visit,
}) => {
  const desk = await signIn('maya');
  const laptop = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.priya);
  const long = 'I would like to know how soon the first draft of our logo could be here';
  await sendText(visitor, long);

  await expect(desk.getByText(`New message from ${VISITORS.priya}`)).toBeVisible();
  await expect(desk.getByText(`${long.slice(0, 50)}...`)).toBeVisible();
  await expect(laptop).toHaveTitle('(1) Agent Dashboard');
  await expect(entryOf(laptop, VISITORS.priya)).toContainText('Needs response');

  await openThread(desk, VISITORS.priya);
  await expect(laptop).toHaveTitle('Agent Dashboard');
  await desk.getByRole('button', { name: 'Send Welcome' }).click();
  await expect(entryOf(laptop, VISITORS.priya)).not.toContainText('Needs response');
});

test(
  'a resolved conversation reopens with the visitor’s next message',
  { tag: '@journey' },
  async ({ signIn, visit }) => {
    const agent = await signIn('maya');
    const visitor = await visit();
    await startChat(visitor, VISITORS.daniel);
    await sendText(visitor, 'That is all, thank you');
    await openThread(agent, VISITORS.daniel);
    await agent.getByRole('button', { name: 'Resolve' }).click();
    await expect(agent.getByRole('button', { name: 'Reopen' })).toBeVisible();
    await sendText(visitor, 'One more thing');
    await expect(agent.getByRole('button', { name: 'Resolve' })).toBeVisible();
    await expect(messagesOf(agent)).toHaveText([/That is all/, /One more thing/]);
  },
);

test('the list is searched by address and by words of messages', async ({ signIn, visit }) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.noor);
  await sendText(visitor, 'Do you print on recycled cardboard?');
  await expect(entryOf(agent, VISITORS.noor)).toBeVisible();
  const search = agent.getByLabel('Search conversations');
  await search.fill('cardboard');
  await expect(entryOf(agent, VISITORS.noor)).toBeVisible();
  await search.fill('no such word anywhere');
  await expect(agent.getByText('No conversations found')).toBeVisible();
  await search.fill('noor');
  await expect(entryOf(agent, VISITORS.noor)).toBeVisible();
});

test('of two conversations that wait, the newer one is answered first, and the box says where a reply goes', async ({
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.astrid);
  await sendText(visitor, 'Where is my order?');
  await expect(messagesOf(visitor).last()).toContainText('Sent');
  await visitor.getByRole('button', { name: 'Start new chat' }).click();
  await visitor.getByRole('button', { name: 'General Questions', exact: true }).click();
  await sendText(visitor, 'Do you ship to Ghana?');
  await openThread(agent, VISITORS.astrid);
  const goesTo = agent.getByText('Your reply goes to the earlier conversation “Sales Inquiry”.');
  await expect(goesTo).toHaveCount(0);
  await reply(agent, 'Yes, we do.');
  await expect(messagesOf(visitor).last()).toContainText('Yes, we do.');
  await expect(goesTo).toBeVisible();
  await reply(agent, 'It is on its way.');
  await expect(messagesOf(agent)).toHaveText([/order\?/, /on its way/, /Ghana\?/, /Yes, we do/]);
  await expect(goesTo).toHaveCount(0);
});

test('a draft survives a reload, and whoever signs out closes their feed', async ({
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.kofi);
  await sendText(visitor, 'Hello');
  await openThread(agent, VISITORS.kofi);
  await agent.getByPlaceholder('Write a reply').fill('I was about to say');
  await agent.reload();
  await openThread(agent, VISITORS.kofi);
  await expect(agent.getByPlaceholder('Write a reply')).toHaveValue('I was about to say');

  const other = await agent.context().newPage();
  await other.goto('/agentchat');
  await other.getByRole('button', { name: 'Menu', exact: true }).click();
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL(/\/login/);
  await expect(agent).toHaveURL(/\/login/);
  const drafts = () =>
    other.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('agent_draft:')));
  expect(await drafts()).toHaveLength(1);
  await other.getByLabel('Email').fill(CAST.leo.email);
  await other.getByLabel('Password', { exact: true }).fill(CAST.leo.password);
  await other.getByRole('button', { name: 'Sign In' }).click();
  await expect(other.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible();
  expect(await drafts()).toEqual([]);
});

test('the tabs of an agent show one thread in one order, and what one cannot send another does', async ({
  signIn,
  visit,
}) => {
  test.slow();
  const first = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, 'many.tabs@northfold.example');
  await sendText(visitor, 'Hello');
  const others = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const tab = await first.context().newPage();
      await tab.goto('/agentchat');
      return tab;
    }),
  );
  const tabs = [first, ...others];
  for (const tab of tabs) await openThread(tab, 'many.tabs@northfold.example');
  await first.context().setOffline(true);
  await reply(first, 'one');
  await reply(others[0] ?? first, 'two');
  for (const tab of tabs) await expect(messagesOf(tab)).toHaveText([/Hello/, /one/, /two/]);
  await first.context().setOffline(false);
  for (const tab of tabs) {
    await expect(messagesOf(tab)).toHaveText([/Hello/, /one.*(Saved|Seen)/, /two.*(Saved|Seen)/]);
  }
  await expect(messagesOf(visitor)).toHaveText([/Hello/, /one/, /two/]);
});

test('an agent who is signed out elsewhere signs in again and finds what was being written', async ({
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, 'signed.out@northfold.example');
  await sendText(visitor, 'Hello again');
  await openThread(agent, 'signed.out@northfold.example');
  await agent.getByPlaceholder('Write a reply').fill('In the middle of');
  await agent.context().clearCookies();
  await agent.getByPlaceholder('Write a reply').press('Enter');
  await expect(agent).toHaveURL(/\/login\?next=%2Fagentchat/);
  await agent.getByLabel('Email').fill(CAST.maya.email);
  await agent.getByLabel('Password', { exact: true }).fill(CAST.maya.password);
  await agent.getByRole('button', { name: 'Sign In' }).click();
  await openThread(agent, 'signed.out@northfold.example');
  await expect(messagesOf(agent).last()).toContainText('In the middle of');
  await expect(messagesOf(visitor).last()).toContainText('In the middle of');
});

test('the dashboard works at 400 % zoom and in forced colours, and a megabyte is not taken in', async ({
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, 'zoomed.in@northfold.example');
  await sendText(visitor, 'Hello');
  // 1280 by 1024 px at 400 %.
  await agent.setViewportSize({ width: 320, height: 256 });
  await agent.emulateMedia({ forcedColors: 'active' });
  await openThread(agent, 'zoomed.in@northfold.example');
  const field = agent.getByPlaceholder('Write a reply');
  await field.fill('Good morning');
  await field.press('Enter');
  await expect(messagesOf(visitor).last()).toContainText('Good morning');
  const overflow = await agent.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  // Colours are the reader's own there: what a fill says has to be a line as well.
  const bubbles = agent.getByTestId('message').locator('> div');
  for (const bubble of await bubbles.all()) {
    await expect(bubble).toHaveCSS('border-top-width', /^[1-9]/);
  }
  await field.evaluate((box) => {
    const data = new DataTransfer();
    data.setData('text/plain', 'x'.repeat(1024 * 1024));
    const paste = new InputEvent('beforeinput', {
      inputType: 'insertFromPaste',
      dataTransfer: data,
      cancelable: true,
      bubbles: true,
    });
    if (box.dispatchEvent(paste)) throw new Error('It was taken in');
  });
  await expect(
    agent.getByText("The text has 1,048,576 characters, so it wasn't pasted."),
  ).toBeVisible();
});

test('an agent who is away gets nobody, and takes the queue when back', async ({
  signIn,
  visit,
}) => {
  const agents = [await signIn('maya'), await signIn('leo')];
  const accept = async (isOn: boolean) => {
    for (const agent of agents) {
      await agent.getByRole('button', { name: 'Menu', exact: true }).click();
      await agent.getByRole('switch', { name: 'Accept new chats' }).setChecked(isOn);
      await agent.keyboard.press('Escape');
      await expect(agent.getByText('Away')).toHaveCount(isOn ? 0 : 1);
    }
  };
  await accept(false);
  const visitor = await visit();
  await startChat(visitor, VISITORS.walter);
  await sendText(visitor, 'Is anybody there?');
  await expect(visitor.getByRole('dialog', { name: /Chat with/ })).toHaveCount(0);
  await accept(true);
  await expect(visitor.getByRole('dialog', { name: /Chat with (Maya|Leo)/ })).toBeVisible();
});

test('the dashboard is accessible, empty, filled and with its menus open', async ({
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  await expectAccessible(agent);
  const visitor = await visit('/services/graphics/book-design');
  await visitor.getByRole('button', { name: 'CONTACT AGENT' }).first().click();
  await visitor.getByRole('button', { name: 'Sales Inquiry', exact: true }).click();
  await visitor.getByLabel('Your email').fill(VISITORS.astrid);
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await sendText(visitor, 'Hello\n- one\n- two');
  await openThread(agent, VISITORS.astrid);
  await reply(agent, 'See https://example.org for more.');
  await expectAccessible(agent);
  await agent.getByRole('button', { name: 'Menu', exact: true }).click();
  await expectAccessible(agent);
  await agent.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expectAccessible(agent);
});

test('everything on the dashboard can be done with the keyboard', async ({ signIn, visit }) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, VISITORS.mateo);
  await sendText(visitor, 'Hello');
  await expect(entryOf(agent, VISITORS.mateo)).toBeVisible();
  await agent.keyboard.press('/');
  await expect(agent.getByLabel('Search conversations')).toBeFocused();
  await agent.keyboard.type('mateo');
  await expect(agent.getByRole('complementary').getByRole('listitem')).toHaveCount(1);
  await agent.keyboard.press('Alt+ArrowDown');
  await expect(agent.getByRole('main', { name: /mateo/ })).toBeVisible();
  // What is sent before the thread is loaded stays in the box.
  await expect(messagesOf(agent).first()).toBeVisible();
  await agent.getByLabel('Search conversations').fill('');
  await agent.getByLabel('Search conversations').blur();
  await agent.keyboard.press('r');
  await agent.keyboard.type('Good morning');
  await agent.keyboard.press('Enter');
  await expect(messagesOf(visitor).last()).toContainText('Good morning');
  await agent.getByPlaceholder('Write a reply').blur();
  await agent.keyboard.press('?');
  await expect(agent.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await agent.keyboard.press('Escape');
  await agent.keyboard.press('e');
  await expect(agent.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await agent.keyboard.press('Escape');
  await expect(agent.getByRole('heading', { name: 'Select a conversation' })).toBeVisible();
});
