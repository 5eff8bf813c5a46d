import type { Locator, Page } from '@playwright/test';
import { VISITORS } from '../support/cast.ts';
import { messagesOf, openThread, panelOf, reply, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { untilHydrated } from '../support/hydrated.ts';

// Texts of many scripts, typed as input methods, phones and programs type them.
test.slow();

/** The order of events in which each browser tells of the key that ends a composition. */
const ORDERS = ['Safari', 'Chromium', 'Firefox'] as const;

/** Composes and presses `key`, which chooses or drops the word; true where the page took the key. */
async function pressWhileComposing(field: Locator, key: string, order: (typeof ORDERS)[number]) {
  await field.focus();
  return field.evaluate(
    (element, { key, order }) => {
      const composition = (type: string) =>
        element.dispatchEvent(new CompositionEvent(type, { bubbles: true, data: 'にほ' }));
      const press = (isComposing: boolean, keyCode: number) => {
        const event = new KeyboardEvent('keydown', {
          key,
          keyCode,
          isComposing,
          bubbles: true,
          cancelable: true,
        });
        return !element.dispatchEvent(event);
      };
      composition('compositionstart');
      composition('compositionupdate');
      if (order === 'Safari') composition('compositionend');
      const wasTaken = press(order !== 'Safari', order === 'Firefox' ? 13 : 229);
      if (order !== 'Safari') composition('compositionend');
      return wasTaken;
    },
    { key, order },
  );
}

/** No key that ends a composition does anything in this field but what the input method does. */
async function expectComposable(field: Locator, where: string): Promise<void> {
  const value = await field.inputValue();
  for (const order of ORDERS) {
    for (const key of ['Enter', 'Escape', 'ArrowDown', 'ArrowUp', 'Tab']) {
      const wasTaken = await pressWhileComposing(field, key, order);
      expect(wasTaken, `${key} in ${where}, as in ${order}`).toBe(false);
      await expect(field, `${where} after ${key}, as in ${order}`).toHaveValue(value);
      await expect(field, `${where} after ${key}, as in ${order}`).toBeVisible();
    }
  }
}

test('a word that is being composed is chosen and dropped without sending, closing or clearing anything', async ({
  signIn,
  visit,
}) => {
  const elena = await visit('/services');
  const header = elena.getByRole('combobox', { name: 'Search all services' }).first();
  await header.fill('book');
  await expect(elena.getByRole('option').first()).toBeVisible({ timeout: 60_000 });
  await expectComposable(header, 'the search');
  await header.fill('');
  await startChat(elena, VISITORS.elena);
  const box = elena.getByPlaceholder('Write a message');
  await box.fill('にほ');
  await expectComposable(box, 'the message box');
  await expect(messagesOf(elena)).toHaveCount(0);
  // As the browser's own input method does it.
  await box.fill('');
  await box.focus();
  const devtools = await elena.context().newCDPSession(elena);
  await devtools.send('Input.imeSetComposition', {
    text: 'にほ',
    selectionStart: 2,
    selectionEnd: 2,
  });
  await devtools.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Enter',
    windowsVirtualKeyCode: 229,
  });
  await devtools.send('Input.insertText', { text: '日本' });
  await expect(box).toHaveValue('日本');
  await box.press('Enter');
  await expect(messagesOf(elena)).toHaveText([/日本/]);

  const maya = await signIn('maya');
  await openThread(maya, VISITORS.elena);
  const replyBox = maya.getByPlaceholder('Write a reply');
  await replyBox.fill('/');
  await expect(maya.getByRole('option').first()).toBeVisible();
  await expectComposable(replyBox, 'the picker of replies');
  await replyBox.fill('こん');
  await expectComposable(replyBox, 'the reply box');
  await replyBox.fill('');
  await maya.getByRole('button', { name: 'Private note' }).click();
  const note = maya.getByPlaceholder('Write a private note');
  await note.fill('@');
  await expect(maya.getByRole('option').first()).toBeVisible();
  await expectComposable(note, 'the picker of colleagues');
  await note.fill('');
  const search = maya.getByPlaceholder('Search conversations...');
  await search.fill('elena');
  await expectComposable(search, 'the search of the inbox');
  await search.fill('');
  const panel = maya.getByRole('button', { name: 'About this visitor' });
  if ((await panel.getAttribute('aria-expanded')) !== 'true') await panel.click();
  await maya.getByRole('button', { name: /change name|Add name/ }).click();
  const name = maya.getByLabel('Visitor name');
  await name.fill('エレナ');
  await expectComposable(name, 'the name');
  await maya.keyboard.press('Escape');
  await maya.keyboard.press('Control+k');
  const palette = maya.getByRole('dialog', { name: 'Commands' }).getByRole('combobox');
  await palette.fill('res');
  await expectComposable(palette, 'the palette');
  // For a moment after a composition Escape may still belong to it.
  await expect(async () => {
    await maya.keyboard.press('Escape');
    await expect(palette).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await maya.getByRole('button', { name: 'Reply', exact: true }).click();
  await maya.getByRole('button', { name: 'Make an offer' }).click();
  const service = maya.getByRole('dialog', { name: 'Make an offer' }).getByLabel('Service').first();
  await expectComposable(service, 'the offer');
});

test('all that was typed is shown as it was typed, in its own direction, on both sides', async ({
  signIn,
  visit,
}, testInfo) => {
  const elena = await visit();
  await startChat(elena, VISITORS.walter);
  const text = [
    '2026. was a good year',
    '-5 degrees',
    'def f(x):',
    '\tif  x:',
    '        return   1',
    '1) one',
    '2) two',
    'שלום, מה שלומך?',
    'Hello again',
    '「HTTPS://en.wikipedia.org/wiki/Foo_(bar)」',
  ].join('\n');
  await sendText(elena, text);
  const maya = await signIn('maya');
  await openThread(maya, VISITORS.walter);
  // A reply goes to the conversation that is loaded.
  await expect(messagesOf(maya).filter({ hasText: '2026. was a good year' })).toBeVisible();
  await reply(maya, text);
  for (const [page, which] of [
    [maya, 0],
    [elena, 1],
  ] as const) {
    const message = messagesOf(page).filter({ hasText: '2026. was a good year' }).nth(which);
    await expect(message).toBeVisible();
    const lines = message.locator('.whitespace-pre-wrap');
    expect((await lines.allInnerTexts()).join('\n')).toBe(text);
    // The lines are drawn anew once the message is saved.
    await expect
      .poll(() => lines.evaluateAll((all) => all.map((line) => getComputedStyle(line).direction)))
      .toEqual(text.split('\n').map((line) => (line.startsWith('ש') ? 'rtl' : 'ltr')));
    // The number is not cut off, and the indentation is as wide as it was typed.
    const year = await lines.first().evaluate((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      return (
        range.getBoundingClientRect().left >=
        (line.parentElement?.parentElement?.getBoundingClientRect().left ?? 0)
      );
    });
    expect(year).toBe(true);
    const link = message.getByRole('link');
    await expect(link).toHaveText('HTTPS://en.wikipedia.org/wiki/Foo_(bar)');
    await expect(link).toHaveAttribute('href', 'HTTPS://en.wikipedia.org/wiki/Foo_(bar)');
    await expect(message.getByRole('listitem')).toHaveCount(2);
    await page.screenshot({ path: testInfo.outputPath(`typed-${which}.png`) });
  }
  for (const field of [
    elena.getByPlaceholder('Write a message'),
    maya.getByPlaceholder('Write a reply'),
  ]) {
    await field.fill('مرحبا');
    expect(await field.evaluate((box) => getComputedStyle(box).direction)).toBe('rtl');
  }
});

test('on a phone Enter adds a line and the button sends, on both sides', async ({
  browser,
  signIn,
  visit,
  server,
}, testInfo) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const elena = await visit('/', phone);
  await startChat(elena, VISITORS.priya);
  const box = elena.getByPlaceholder('Write a message');
  await expect(box).toHaveAttribute('enterkeyhint', 'enter');
  await box.fill('One');
  await box.press('Enter');
  await box.pressSequentially('two');
  await expect(box).toHaveValue('One\ntwo');
  await expect(messagesOf(elena)).toHaveCount(0);
  await elena.getByRole('button', { name: 'Send message' }).tap();
  await expect(messagesOf(elena)).toHaveCount(1);
  await box.fill('From a keyboard');
  await box.press('Control+Enter');
  await expect(messagesOf(elena)).toHaveCount(2);
  const maya = await signIn('maya');
  const context = await browser.newContext({
    ...phone,
    baseURL: server.origin,
    storageState: await maya.context().storageState(),
  });
  const mobile = await context.newPage();
  await mobile.goto('/agentchat');
  await untilHydrated(mobile);
  await openThread(mobile, VISITORS.priya);
  const answer = mobile.getByPlaceholder('Write a reply');
  await answer.fill('One');
  await answer.press('Enter');
  await answer.pressSequentially('two');
  await expect(answer).toHaveValue('One\ntwo');
  await expect(mobile.getByText('Enter adds a line.', { exact: true })).toBeVisible();
  await expect(mobile.getByText('Enter sends. Shift + Enter adds a line.')).toBeHidden();
  await mobile.screenshot({ path: testInfo.outputPath('reply-390.png') });
  await mobile.getByRole('button', { name: 'Send reply' }).tap();
  await expect(messagesOf(mobile)).toHaveCount(3);
  await context.close();
});

/** Puts a text into a field the way programs do, which no limit of the browser stops. */
async function insert(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.evaluate((_, text) => document.execCommand('insertText', false, text), text);
}

/** With kerning a browser shapes a word without spaces anew for each of its letters: 17 s for 20,000. */
const kerningOf = (text: Locator) =>
  text.evaluate((element) => getComputedStyle(element).fontKerning);

test('a word of 20,000 letters freezes neither the box nor the message, on either side', async ({
  signIn,
  visit,
}) => {
  const elena = await visit();
  await startChat(elena, VISITORS.elena);
  const box = elena.getByPlaceholder('Write a message');
  await insert(box, 'x'.repeat(20_000));
  await expect(
    panelOf(elena).getByText('The text was cut off after 8,000 characters.'),
  ).toBeVisible();
  await expect(box).toHaveValue('x'.repeat(8000));
  expect(await kerningOf(box)).toBe('none');
  await sendText(elena, 'x'.repeat(4000));
  const maya = await signIn('maya');
  await openThread(maya, VISITORS.elena);
  for (const page of [elena, maya]) {
    const message = messagesOf(page).filter({ hasText: 'xxx' }).last();
    expect(await kerningOf(message.getByText('xxx').last())).toBe('none');
  }
  const replyBox = maya.getByPlaceholder('Write a reply');
  await insert(replyBox, 'W-'.repeat(10_000));
  await expect(replyBox).toHaveValue('W-'.repeat(4000));
  expect(await kerningOf(replyBox)).toBe('none');
});

test('the head of a thread says messages, conversations and unread beside an open panel, down to a phone', async ({
  signIn,
  visit,
}, testInfo) => {
  const elena = await visit();
  await startChat(elena, VISITORS.elena);
  await sendText(elena, 'Hello');
  const maya = await signIn('maya');
  await maya.setViewportSize({ width: 1280, height: 800 });
  await openThread(maya, VISITORS.elena);
  const head = maya
    .getByRole('main', { name: `Conversation with ${VISITORS.elena}` })
    .locator('header');
  const expectAll = async (width: number) => {
    for (const text of [/^\d+ messages?$/, /^\d+ conversations?$/, /^\d+ unread$/]) {
      const count = head.getByText(text);
      await expect(count, `${text} at ${width} px`).toBeVisible();
      const box = await count.boundingBox();
      expect(box?.width, `${text} at ${width} px`).toBeGreaterThan(30);
    }
    await maya.screenshot({ path: testInfo.outputPath(`head-${width}.png`) });
  };
  // Where there is room for a column, the panel is open unless somebody has closed it.
  const panel = maya.getByRole('button', { name: 'About this visitor' });
  if ((await panel.getAttribute('aria-expanded')) !== 'true') await panel.click();
  await expect(maya.getByRole('button', { name: /change name|Add name/ })).toBeVisible();
  await expectAll(1280);
  await panel.click();
  for (const width of [1440, 768, 390]) {
    await maya.setViewportSize({ width, height: 844 });
    await expectAll(width);
  }
});

/** Fills in a review and presses `Submit review` while the proof of work is still computed. */
async function submitAtOnce(page: Page, presses: number): Promise<void> {
  await page.getByLabel('Your review').fill('Written in a hurry.');
  await page.getByLabel('Name', { exact: true }).fill('Jonas Weber');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('jonas.weber@example.org');
  await page.getByLabel('I am human').check();
  const submit = page.getByRole('button', { name: 'Submit review' });
  const busy = page.getByRole('button', { name: 'Submitting...' });
  await submit.click();
  // Playwright would wait for the busy button, whose `aria-disabled` does not keep people from pressing it.
  for (let press = 1; press < presses; press += 1) await submit.or(busy).click({ force: true });
}

test('a review that is sent while the proof is computed is sent once the proof is there, and once only', async ({
  visit,
}) => {
  const page = await visit('/services/graphics/brochure-design');
  // A challenge that takes its time, as on a slow line.
  const arrives = Promise.withResolvers<void>();
  await page.route('**/captcha', async (route) => {
    await arrives.promise;
    await route.continue();
  });
  let posts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('brochure-design')) posts += 1;
  });
  await submitAtOnce(page, 2);
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible();
  expect(posts).toBe(0);
  arrives.resolve();
  await expect(page.getByText('Thank you. Your review is live.')).toBeVisible({ timeout: 60_000 });
  expect(posts).toBe(1);
});

test('a review whose proof cannot be had says so, and can be sent again', async ({ visit }) => {
  const page = await visit('/services/graphics/invitation-design');
  await page.route('**/captcha', (route) => route.abort());
  await submitAtOnce(page, 1);
  await expect(page.getByText("That didn't work. Try again.")).toBeVisible();
  await expect(page.getByText('Please complete the CAPTCHA verification')).toBeVisible();
  await expect(page.getByLabel('Your review')).toHaveValue('Written in a hurry.');
});
