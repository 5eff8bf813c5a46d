import type { APIRequestContext, Page, Request } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { CAST } from '../support/cast.ts';
import { messagesOf, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { saveData } from '../support/save-data.ts';

const panelOf = (page: Page) => page.getByRole('dialog');
const composerOf = (page: Page) => page.getByLabel('Message', { exact: true });
const launcherOf = (page: Page) => page.getByRole('button', { name: 'Open chat' });

/** Somebody new: a visitor who has an agent already keeps that one. */
const someone = () => `visitor.${crypto.randomUUID()}.x@northfold.example`;

async function conversationOf(page: Page): Promise<string> {
  const stored = await page.evaluate(() => localStorage.getItem('visitor_chat_data'));
  return (JSON.parse(stored ?? '{}') as { conversationId: string }).conversationId;
}

/** A call that the agent's page would make. */
async function asAgent(agent: Page, path: string, body: unknown): Promise<void> {
  const status = await agent.evaluate(
    async ([path, body]) => {
      const answer = await fetch(`/agentchat/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      return answer.status;
    },
    [path, JSON.stringify(body)] as const,
  );
  expect(status).toBe(200);
}

async function answer(agent: Page, conversationId: string, text: string): Promise<void> {
  const clientId = crypto.randomUUID();
  await asAgent(agent, `conversations/${conversationId}/messages`, { clientId, text });
}

test('before the visitor acts there is no cookie, no socket and hardly a script', async ({
  visit,
}) => {
  const visitor = await visit('/contact');
  const requests: string[] = [];
  const sockets: string[] = [];
  visitor.on('request', (request) => requests.push(request.url()));
  visitor.on('websocket', (socket) => sockets.push(socket.url()));
  await visitor.reload();
  await expect(visitor.getByRole('button', { name: 'Open chat, online' })).toBeVisible();
  expect(requests.filter((url) => /chat-panel|\/live/.test(url))).toEqual([]);
  expect(sockets).toEqual([]);
  expect(await visitor.context().cookies()).toEqual([]);
});

test(
  'opening the chat and writing in it loads no more than 40 KB of scripts and styles',
  { tag: '@journey' },
  async ({ visit }) => {
    const visitor = await visit();
    // Otherwise it is fetched ahead.
    await saveData(visitor);
    await visitor.reload();
    await expect(visitor.getByRole('button', { name: 'Open chat, online' })).toBeVisible();
    // What every need of React loads is no part of the chat.
    await visitor.getByRole('banner').getByRole('combobox').focus();
    await untilHydrated(visitor);
    await visitor.waitForLoadState('networkidle');
    const sizes: Promise<number>[] = [];
    const weigh = (request: Request) => {
      if (!/\.(js|css)$/.test(request.url())) return;
      // Below nothing for what the browser had already.
      sizes.push(request.sizes().then(({ responseBodySize }) => Math.max(0, responseBodySize)));
    };
    visitor.on('requestfinished', weigh);
    await startChat(visitor, someone());
    await sendText(visitor, 'Hello');
    await expect(messagesOf(visitor)).toHaveText([/Sent/]);
    // Some of it comes after the first message.
    let before = 0;
    const isAllHere = () => {
      const isSame = sizes.length === before;
      before = sizes.length;
      return isSame;
    };
    await expect.poll(isAllHere, { intervals: [1000] }).toBe(true);
    // What ends with the page has no size any more, and would be the next test's fault.
    visitor.off('requestfinished', weigh);
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(40 * 1024);
  },
);

test('a chat goes on after a reload within two hours, and not after', async ({ visit }) => {
  const visitor = await visit();
  await startChat(visitor, someone());
  await sendText(visitor, 'Still there after a reload?');
  await expect(messagesOf(visitor)).toHaveText([/Sent/]);
  await visitor.reload();
  await launcherOf(visitor).click();
  await expect(messagesOf(visitor)).toHaveText([/Still there after a reload\?/]);
  await expect(visitor.getByText('Sales Inquiry')).toBeVisible();
  await expect(visitor.getByText('Connecting you with a specialist')).toHaveCount(0);

  await visitor.clock.install({ time: Date.now() + 2 * 60 * 60 * 1000 + 60_000 });
  await visitor.reload();
  await launcherOf(visitor).click();
  await expect(
    visitor.getByRole('button', { name: 'Order Fulfillment', exact: true }),
  ).toBeVisible();
  await expect(messagesOf(visitor)).toHaveCount(0);
  expect(await visitor.evaluate(() => localStorage.getItem('visitor_chat_data'))).toBeNull();
});

test('a new chat keeps the address, and the one before can be gone on with', async ({ visit }) => {
  const visitor = await visit();
  await startChat(visitor, someone());
  await sendText(visitor, 'About the first thing');
  await expect(messagesOf(visitor)).toHaveText([/Sent/]);
  await visitor.getByRole('button', { name: 'Start new chat' }).click();
  await visitor.getByRole('button', { name: 'General Questions', exact: true }).click();
  // No e-mail step: the address is known.
  await expect(visitor.getByPlaceholder('Write a message')).toBeFocused();
  await expect(
    visitor.getByText('Thank you for your inquiry! Connecting you with a specialist...'),
  ).toBeVisible();
  await sendText(visitor, 'About the second thing');
  await expect(messagesOf(visitor)).toHaveText([/second thing/]);

  await visitor.getByRole('button', { name: 'Start new chat' }).click();
  const open = visitor.getByRole('region', { name: 'Continue your conversation' });
  await expect(open.getByRole('button')).toHaveText([/General Questions/, /Sales Inquiry/]);
  await open.getByRole('button', { name: 'Sales Inquiry' }).click();
  await expect(messagesOf(visitor)).toHaveText([/first thing/]);
});

test('text sent before the address is known is kept and sent afterwards', async ({ visit }) => {
  const visitor = await visit();
  await launcherOf(visitor).click();
  await visitor.getByRole('button', { name: 'Product/Service Support', exact: true }).click();
  const field = visitor.getByPlaceholder('Add your email to continue');
  await field.fill('My files do not open');
  await field.press('Enter');
  await expect(visitor.getByLabel('Your email')).toBeFocused();
  await expect(visitor.getByText('Will be sent once you add your email')).toBeVisible();
  await field.fill('and one more th');
  await visitor.reload();
  await launcherOf(visitor).click();
  await expect(visitor.getByText('My files do not open')).toBeVisible();
  await visitor.getByRole('button', { name: 'Product/Service Support', exact: true }).click();
  await visitor.getByLabel('Your email').fill(someone());
  await visitor.getByLabel('Your email').press('Enter');
  await expect(messagesOf(visitor)).toHaveText([/My files do not open.*Sent/]);
  await expect(composerOf(visitor)).toHaveValue('and one more th');
});

test('without any agent a notice promises an answer by e-mail, and the queue is served later', async ({
  baseURL,
  playwright,
  signIn,
  visit,
}) => {
  const email = someone();
  const away: APIRequestContext[] = [];
  for (const name of ['maya', 'leo', 'sam'] as const) {
    const session = await playwright.request.newContext({
      baseURL: baseURL ?? '',
      extraHTTPHeaders: { Origin: baseURL ?? '' },
    });
    const { email, password } = CAST[name];
    await session.post('/login', { form: { email, password } });
    away.push(session);
  }
  const accept = async (acceptsChats: boolean) => {
    for (const session of away) {
      const answer = await session.post('/agentchat/availability', { data: { acceptsChats } });
      expect(answer.status()).toBe(200);
    }
  };
  await accept(false);
  try {
    const visitor = await visit();
    await startChat(visitor, email);
    await expect(visitor.getByText('Away • We answer by email')).toBeVisible();
    await expect(visitor.getByText(`and we'll answer here and by email to ${email}`)).toBeVisible();
    await expect(visitor.getByText('Please wait...')).toHaveCount(0);
    await expect(messagesOf(visitor)).toHaveCount(0);
    await sendText(visitor, 'Nobody here?');
    await expect(messagesOf(visitor)).toHaveText([/Sent/]);

    const agent = await signIn('maya');
    await asAgent(agent, 'availability', { acceptsChats: true });
    await expect(visitor.getByRole('dialog', { name: 'Chat with Maya Okafor' })).toBeVisible();
    await answer(agent, await conversationOf(visitor), 'Somebody is');
    await expect(messagesOf(visitor)).toHaveText([/Nobody here\?/, /Somebody is/]);
    await expect(visitor.getByText("we'll answer here and by email")).toHaveCount(0);
  } finally {
    await accept(true);
    await Promise.all(away.map((session) => session.dispose()));
  }
});

test('after a minute without an answer the visitor is told that it also comes by e-mail', async ({
  visit,
}) => {
  const visitor = await visit();
  await visitor.clock.install();
  await visitor.reload();
  await startChat(visitor, someone());
  await visitor.clock.fastForward(500);
  await expect(visitor.getByText('Thank you! Connecting you with a specialist...')).toHaveCount(1);
  await visitor.clock.fastForward(60_000);
  await expect(visitor.getByText('This is taking longer than usual')).toBeVisible();
});

test('an own message is marked as seen when the agent has read it', async ({ signIn, visit }) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, someone());
  await sendText(visitor, 'Did you see this?');
  await expect(messagesOf(visitor)).toHaveText([/Sent/]);
  await asAgent(agent, `conversations/${await conversationOf(visitor)}/read`, { number: 1 });
  await expect(messagesOf(visitor)).toHaveText([/Seen/]);
});

test('answers to a closed chat are counted at its button, also after a reload', async ({
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, someone());
  await sendText(visitor, 'I will be back');
  await expect(messagesOf(visitor)).toHaveText([/Sent/]);
  const conversationId = await conversationOf(visitor);
  await visitor.getByRole('button', { name: 'Close chat' }).click();
  await answer(agent, conversationId, 'One');
  await expect(visitor.getByRole('button', { name: 'Open chat, 1 unread message' })).toBeVisible();
  await answer(agent, conversationId, 'Two');
  await visitor.reload();
  const badge = visitor.getByRole('button', { name: 'Open chat, 2 unread messages' });
  await expect(badge).toHaveText('2');
  await badge.click();
  await expect(messagesOf(visitor)).toHaveText([/I will be back/, /One/, /Two/]);
  await visitor.getByRole('button', { name: 'Close chat' }).click();
  await expect(visitor.getByRole('button', { name: /unread/ })).toHaveCount(0);
});

test('a draft survives a reload and belongs to its conversation', async ({ visit }) => {
  const visitor = await visit();
  await startChat(visitor, someone());
  await sendText(visitor, 'Sent already');
  await composerOf(visitor).fill('half a sen');
  await visitor.reload();
  await launcherOf(visitor).click();
  await expect(messagesOf(visitor)).toHaveCount(1);
  await expect(composerOf(visitor)).toHaveValue('half a sen');
  await visitor.getByRole('button', { name: 'Start new chat' }).click();
  await expect(composerOf(visitor)).toHaveValue('');
});

test('a completed conversation says so and is reopened by a message', async ({ signIn, visit }) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await startChat(visitor, someone());
  await sendText(visitor, 'Thank you');
  await expect(messagesOf(visitor)).toHaveText([/Sent/]);
  const conversationId = await conversationOf(visitor);
  await asAgent(agent, `conversations/${conversationId}/completed`, { isCompleted: true });
  await expect(visitor.getByText('This conversation is completed.')).toBeVisible();
  await sendText(visitor, 'One more thing');
  await expect(visitor.getByText('This conversation is completed.')).toHaveCount(0);
  await expect(messagesOf(visitor)).toHaveText([/Thank you/, /One more thing/]);
});

test('the conversation can be kept as a text file', async ({ signIn, visit }) => {
  const agent = await signIn('maya');
  const visitor = await visit('/services/graphics/book-design');
  await visitor.getByRole('button', { name: 'CONTACT AGENT' }).first().click();
  await visitor.getByRole('button', { name: 'Sales Inquiry', exact: true }).click();
  await visitor.getByLabel('Your email').fill(someone());
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await sendText(visitor, 'Could I see a sample?');
  await expect(messagesOf(visitor)).toHaveText([/Sent/]);
  await answer(agent, await conversationOf(visitor), 'Of course:\n- two spreads');
  await expect(messagesOf(visitor)).toHaveCount(2);
  const [download] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('button', { name: 'Download transcript' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^embarka-chat-\d{4}-\d\d-\d\d\.txt$/);
  const stream = await download.createReadStream();
  const text = (await stream.toArray()).join('');
  expect(text).toContain('Topic: Sales Inquiry\nService: Book Design');
  expect(text).toMatch(/You:\nCould I see a sample\?/);
  expect(text).toMatch(/Maya Okafor:\nOf course:\n- two spreads/);
});

test('coming from another service offers a chat of its own about it', async ({ visit }) => {
  const visitor = await visit('/services/graphics/book-design');
  await visitor.getByRole('button', { name: 'CONTACT AGENT' }).first().click();
  await expect(panelOf(visitor).getByRole('link', { name: 'Book Design' })).toBeVisible();
  await visitor.getByRole('button', { name: 'Sales Inquiry', exact: true }).click();
  await visitor.getByLabel('Your email').fill(someone());
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await expect(visitor.getByPlaceholder('Write a message')).toBeVisible();

  await visitor.goto('/services/graphics/poster-design');
  await expect(launcherOf(visitor)).toBeVisible();
  await visitor.getByRole('button', { name: 'CONTACT AGENT' }).first().click();
  await expect(visitor.getByText('Sent with your next message')).toBeVisible();
  await visitor.getByRole('button', { name: 'Start a new chat about it' }).click();
  await expect(panelOf(visitor).getByRole('link', { name: 'Poster Design' })).toBeVisible();
  await visitor.getByRole('button', { name: 'Sales Inquiry', exact: true }).click();
  await expect(visitor.getByPlaceholder('Write a message')).toBeVisible();
  await expect(panelOf(visitor).getByRole('link', { name: 'Poster Design' })).toBeVisible();
});

test('a service that goes with a message moves neither the message nor its button out of view', async ({
  visit,
}) => {
  const visitor = await visit('/services/graphics/book-design');
  await visitor.setViewportSize({ width: 390, height: 844 });
  await startChat(visitor, someone());
  await sendText(visitor, 'Hello');
  await visitor.goto('/services/graphics/poster-design');
  await expect(launcherOf(visitor)).toBeVisible();
  await visitor.getByRole('button', { name: 'CONTACT AGENT' }).first().click();
  await expect(visitor.getByText('Sent with your next message')).toBeVisible();
  await sendText(visitor, 'How long does this take?');
  const card = visitor.getByTestId('service-card');
  await expect(card).toContainText('Poster Design');
  // The visitor asks about the service, and has nothing to pay yet.
  await expect(card.getByRole('link', { name: /Pay with PayPal/ })).toHaveCount(0);
  await expect(messagesOf(visitor).last()).toBeInViewport();
  await expect(visitor.getByText('Sent with your next message')).toBeHidden();
  const button = messagesOf(visitor)
    .filter({ has: card })
    .getByRole('button', { name: 'Take back' });
  const { x, width } = (await button.boundingBox())!;
  const bubble = await card.evaluate(
    (each) => each.closest('.w-fit')!.getBoundingClientRect().left,
  );
  expect(x + width).toBeLessThanOrEqual(bubble);
});

test('a phone shows the chat on the whole screen, and its keyboard hides nothing', async ({
  visit,
}) => {
  const visitor = await visit();
  await visitor.setViewportSize({ width: 390, height: 844 });
  await startChat(visitor, someone());
  const screen = () => panelOf(visitor).boundingBox();
  expect(await screen()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  // The page behind takes no focus: Tab stays in the panel and the browser's own bars.
  await visitor.getByRole('button', { name: 'Start new chat' }).focus();
  await visitor.keyboard.press('Shift+Tab');
  const inPage = () =>
    visitor.evaluate(
      () => document.activeElement?.closest('header, main, footer, dialog')?.tagName,
    );
  expect(['DIALOG', undefined]).toContain(await inPage());
  for (const [width, height] of [
    [390, 420],
    [320, 256],
  ] as const) {
    await visitor.setViewportSize({ width, height });
    await expect(composerOf(visitor)).toBeInViewport({ ratio: 1 });
    await expect(visitor.getByRole('button', { name: 'Close chat' })).toBeInViewport({ ratio: 1 });
    const overflow = await visitor.evaluate(() => document.documentElement.scrollWidth);
    expect(overflow).toBeLessThanOrEqual(width);
  }
});

test('the panel is 384 by 600 px beside the page, and its input 48 to 120 px high', async ({
  visit,
}) => {
  const visitor = await visit();
  await startChat(visitor, someone());
  await expect(async () => {
    expect(await panelOf(visitor).boundingBox()).toMatchObject({ width: 384, height: 600 });
  }).toPass();
  const height = async () => (await composerOf(visitor).boundingBox())?.height;
  expect(await height()).toBe(48);
  await composerOf(visitor).fill('line\n'.repeat(30));
  expect(await height()).toBe(120);
  await composerOf(visitor).fill('first line');
  await composerOf(visitor).press('Shift+Enter');
  await composerOf(visitor).pressSequentially('second line');
  await composerOf(visitor).press('Enter');
  await expect(messagesOf(visitor)).toHaveText([/first line\s*second line/]);
});

test('without its cookie a chat starts anew and shows nothing of before', async ({ visit }) => {
  const visitor = await visit();
  await startChat(visitor, someone());
  await sendText(visitor, 'My order number is 4711');
  await expect(messagesOf(visitor)).toHaveText([/Sent/]);
  // Written before, so that the chat does not find out by itself in between.
  await composerOf(visitor).fill('Are you there?');
  await visitor.context().clearCookies();
  await composerOf(visitor).press('Enter');
  await expect(visitor.getByText('This chat is no longer open in this browser.')).toBeVisible();
  await expect(visitor.getByText('4711')).toHaveCount(0);
  // What was not sent is still there, and goes with the next chat.
  await expect(panelOf(visitor).getByText('Are you there?')).toBeVisible();
  await visitor.reload();
  await launcherOf(visitor).click();
  await expect(visitor.getByRole('button', { name: 'Sales Inquiry', exact: true })).toBeVisible();
  await expect(visitor.getByText('4711')).toHaveCount(0);
  await expect(visitor.getByRole('region', { name: 'Earlier conversations' })).toHaveCount(0);
});

test('with the socket blocked answers arrive all the same', async ({ signIn, visit }) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await visitor.routeWebSocket(/\/live/, (socket) => socket.close());
  await startChat(visitor, someone());
  await sendText(visitor, 'Through a strict proxy');
  await expect(messagesOf(visitor)).toHaveText([/Sent/]);
  await answer(agent, await conversationOf(visitor), 'Loud and clear');
  await expect(messagesOf(visitor)).toHaveText([/strict proxy/, /Loud and clear/]);
  await expect(panelOf(visitor).getByText('Online • Ready to help')).toBeVisible();
});

test('two tabs show one chat in one order', async ({ visit }) => {
  const first = await visit();
  await startChat(first, someone());
  const second = await first.context().newPage();
  await second.goto('/about-nothing');
  await launcherOf(second).click();
  await expect(second.getByPlaceholder('Write a message')).toBeVisible();
  await first.context().setOffline(true);
  await sendText(first, 'one');
  await sendText(second, 'two');
  await expect(messagesOf(second)).toHaveText([/one/, /two/]);
  await first.context().setOffline(false);
  for (const tab of [first, second]) {
    await expect(messagesOf(tab)).toHaveText([/one/, /two.*Sent/]);
    await expect(tab.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  }
});

test('too fast is said with the time to wait, and the message goes out after it', async ({
  visit,
}) => {
  const visitor = await visit();
  await startChat(visitor, someone());
  const id = await conversationOf(visitor);
  await visitor.evaluate(async (id) => {
    const send = (text: string) =>
      fetch(`/chat/conversations/${id}/messages`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ clientId: crypto.randomUUID(), text }),
      });
    for (let index = 0; index < 40; index += 1) {
      if (!(await send(`flood ${index}`)).ok) return;
    }
  }, id);
  await sendText(visitor, 'after the flood');
  const last = messagesOf(visitor).last();
  await expect(last).toHaveText(/after the flood.*Sent/);
});

test('a message that is too long is told early, and a megabyte is not taken in', async ({
  visit,
}) => {
  const visitor = await visit();
  await startChat(visitor, someone());
  await composerOf(visitor).fill('x'.repeat(3900));
  await expect(visitor.getByText('100 characters left')).toBeVisible();
  await composerOf(visitor).fill('x'.repeat(4120));
  await expect(visitor.getByText('120 characters too long.')).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Send message' })).toBeDisabled();
  await composerOf(visitor).fill('kept');
  await visitor.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitor.evaluate(() => navigator.clipboard.writeText('x'.repeat(2 ** 20)));
  await composerOf(visitor).focus();
  await visitor.keyboard.press('ControlOrMeta+V');
  await expect(
    visitor.getByText("The text has 1,048,576 characters, so it wasn't pasted."),
  ).toBeVisible();
  await expect(composerOf(visitor)).toHaveValue('kept');
});

test(
  'the whole chat works by keyboard, and the focus returns to where it was',
  { tag: '@journey' },
  async ({ visit }) => {
    const visitor = await visit('/contact');
    const contact = visitor.getByRole('button', { name: 'CONTACT AGENT' });
    await expect(launcherOf(visitor)).toHaveAttribute('aria-label', 'Open chat, online');
    await contact.focus();
    await visitor.keyboard.press('Enter');
    await expect(panelOf(visitor)).toBeFocused();
    await visitor.keyboard.press('Escape');
    await expect(panelOf(visitor)).toBeHidden();
    await expect(contact).toBeFocused();

    await launcherOf(visitor).focus();
    await visitor.keyboard.press('Enter');
    await expect(panelOf(visitor)).toBeFocused();
    // Header buttons, the log, then the topics.
    for (let stop = 0; stop < 4; stop += 1) await visitor.keyboard.press('Tab');
    await expect(
      visitor.getByRole('button', { name: 'Product/Service Support', exact: true }),
    ).toBeFocused();
    await visitor.keyboard.press('Tab');
    await visitor.keyboard.press('Enter');
    await expect(visitor.getByLabel('Your email')).toBeFocused();
    await visitor.keyboard.type('elena');
    await visitor.keyboard.press('Enter');
    await expect(visitor.getByText('Please enter a valid email address.')).toBeVisible();
    await expect(visitor.getByLabel('Your email')).toBeFocused();
    await visitor.keyboard.type('.ruiz@northfold.example');
    await visitor.keyboard.press('Enter');
    await expect(visitor.getByPlaceholder('Write a message')).toBeFocused();
    await visitor.keyboard.type('By keyboard alone');
    await visitor.keyboard.press('Enter');
    await expect(messagesOf(visitor)).toHaveText([/By keyboard alone/]);
    await visitor.keyboard.press('Escape');
    await expect(launcherOf(visitor)).toBeFocused();
  },
);

test('history is on the screen before anything is announced', async ({ visit }) => {
  const visitor = await visit();
  await startChat(visitor, someone());
  await sendText(visitor, 'From before');
  await expect(messagesOf(visitor)).toHaveText([/Sent/]);
  await visitor.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (!(node instanceof HTMLElement)) continue;
          const lines = node.matches('[data-testid=message]')
            ? [node]
            : [...node.querySelectorAll('[data-testid=message]')];
          for (const line of lines) {
            const live = line.closest('[role=log]')?.getAttribute('aria-live');
            seen.push(`${live}: ${line.textContent}`);
          }
        }
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await visitor.reload();
  await launcherOf(visitor).click();
  await expect(messagesOf(visitor)).toHaveText([/From before/]);
  await expect(visitor.getByRole('log')).toHaveAttribute('aria-live', 'polite');
  await sendText(visitor, 'And a new one');
  await expect(messagesOf(visitor)).toHaveText([/From before/, /And a new one.*Sent/]);
  const seen = await visitor.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(seen.filter((line) => line.includes('From before'))).toEqual([
    expect.stringMatching(/^off: /),
  ]);
  // Once, although it was pending first and saved afterwards.
  expect(seen.filter((line) => line.includes('And a new one'))).toEqual([
    expect.stringMatching(/^polite: /),
  ]);
});

test('no stage has an accessibility finding, in light or in dark', async ({ signIn, visit }) => {
  // Sixteen looks, on a machine that may be busy.
  test.slow();
  const agent = await signIn('maya');
  const visitor = await visit('/payment');
  // What is still fading in has less contrast than it will have.
  await visitor.emulateMedia({ reducedMotion: 'reduce' });
  await launcherOf(visitor).click();
  await expect(panelOf(visitor).getByText('Online • Ready to help')).toBeVisible();
  await expectAccessible(visitor, 'dialog');

  await visitor.getByRole('button', { name: 'Sales Inquiry', exact: true }).click();
  await visitor.getByPlaceholder('Add your email to continue').fill('Kept');
  await visitor.getByPlaceholder('Add your email to continue').press('Enter');
  await visitor.getByLabel('Your email').fill('hello@mailinator.com');
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await expect(visitor.getByText('Please use a permanent email address')).toBeVisible();
  await expectAccessible(visitor, 'dialog');

  await visitor.getByLabel('Your email').fill(someone());
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await expect(messagesOf(visitor)).toHaveText([/Kept.*Sent/]);
  const conversationId = await conversationOf(visitor);
  await answer(agent, conversationId, 'See https://embarka.example\n- one\n- two');
  await expect(messagesOf(visitor)).toHaveCount(2);
  await expectAccessible(visitor, 'dialog');

  await visitor.context().setOffline(true);
  await sendText(visitor, 'Into the void');
  await composerOf(visitor).fill('x'.repeat(4100));
  await expect(visitor.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expectAccessible(visitor, 'dialog');
  await visitor.context().setOffline(false);
  await composerOf(visitor).fill('');
  await expect(visitor.getByRole('button', { name: 'Retry' })).toHaveCount(0);

  await asAgent(agent, `conversations/${conversationId}/completed`, { isCompleted: true });
  await expect(visitor.getByText('This conversation is completed.')).toBeVisible();
  await expectAccessible(visitor, 'dialog');
  await visitor.getByRole('button', { name: 'Start new chat', exact: true }).click();
  await expect(visitor.getByRole('region', { name: 'Earlier conversations' })).toBeVisible();
  await expectAccessible(visitor, 'dialog');
  await visitor
    .getByRole('region', { name: 'Earlier conversations' })
    .getByRole('button')
    .first()
    .click();
  await expect(messagesOf(visitor).first()).toBeVisible();
  await visitor.getByRole('button', { name: 'Close chat' }).click();
  await answer(agent, conversationId, 'Still here');
  await expect(visitor.getByRole('button', { name: 'Open chat, 1 unread' })).toBeVisible();
  await expectAccessible(visitor, '[aria-label^="Open chat"]');
});

test('in forced colours every shape of the chat has a line, and what is on has the reader’s colour', async ({
  signIn,
  visit,
}) => {
  const agent = await signIn('maya');
  const visitor = await visit();
  await visitor.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await startChat(visitor, someone());
  await sendText(visitor, 'Hello');
  await expect(messagesOf(visitor)).toHaveText([/Sent/]);
  await answer(agent, await conversationOf(visitor), 'Good morning');
  await expect(messagesOf(visitor)).toHaveCount(2);
  for (const shape of [
    panelOf(visitor),
    messagesOf(visitor).first().locator('> div').first(),
    messagesOf(visitor).last().locator('> div').first(),
    visitor.getByRole('button', { name: 'Send message' }),
  ]) {
    await expect(shape).toHaveCSS('border-top-style', 'solid');
    await expect(shape).toHaveCSS('border-top-width', /^[1-9]/);
  }
});
