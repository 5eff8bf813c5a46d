import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { VISITORS } from '../support/cast.ts';
import { expectAccessible } from '../support/axe.ts';
import { messagesOf, openThread, panelOf, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';
import { isLong } from '../support/long-form.ts';

const text = (name: string, words = name) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(words),
});

const pdf = (name: string, bytes = 4000) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes, 'harbour ')]),
});

async function photo(name: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#8fb7ff"/><circle cx="600" cy="420" r="220" fill="#ffd166"/></svg>`;
  const buffer = await sharp(Buffer.from(svg)).jpeg().toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** The input behind the button. */
const inputOf = (page: Page) => page.locator('input[type=file][aria-label="Add files"]');
const trayOf = (page: Page) => page.getByRole('list', { name: 'Files to send' });
const sendButton = (page: Page) => page.getByRole('button', { name: /^Send (message|reply)$/ });

/** Files of the page's own making, dropped or pasted as a person does. */
async function give(page: Page, on: string, how: 'drop' | 'paste', names: readonly string[]) {
  await page.evaluate(
    ([selector, event, list]) => {
      const data = new DataTransfer();
      for (const name of list) data.items.add(new File([`words of ${name}`], name));
      const target = document.querySelector(selector);
      const init = { bubbles: true, cancelable: true };
      if (event === 'paste') {
        target?.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }));
        return;
      }
      for (const step of ['dragover', 'drop']) {
        target?.dispatchEvent(new DragEvent(step, { ...init, dataTransfer: data }));
      }
    },
    [on, how, names] as const,
  );
}

test('a long file name is cut where its row ends, and a short one is not cut', async ({
  visit,
  signIn,
}) => {
  const long = `${'Every detail of the order '.repeat(6)}.txt`;
  const agent = await signIn('maya');
  const page = await visit('/', { viewport: { width: 390, height: 844 } });
  await startChat(page, VISITORS.priya);
  await inputOf(page).setInputFiles([text('a.txt'), text(long)]);
  await sendText(page, 'Two files');
  await openThread(agent, VISITORS.priya);
  await agent.setViewportSize({ width: 390, height: 844 });
  await inputOf(agent).setInputFiles([text('b.txt'), text(long)]);
  await sendButton(agent).click();
  for (const [reader, short] of [
    [page, 'a.txt'],
    [agent, 'b.txt'],
  ] as const) {
    const own = messagesOf(reader).filter({ hasText: short });
    const link = own.getByRole('link', { name: 'Every detail' });
    await expect(link).toBeVisible();
    const { x, width } = (await link.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
    const name = own.getByRole('link', { name: short }).locator('.truncate');
    expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  }
});

test(
  'a picture and a document go from the visitor to the agent, and one comes back',
  { tag: '@journey' },
  async ({ visit, signIn }) => {
    const agent = await signIn('maya');
    const page = await visit();
    await startChat(page, VISITORS.elena);
    await inputOf(page).setInputFiles([await photo('harbour.jpg'), pdf('brief.pdf')]);
    await expect(trayOf(page).getByRole('listitem')).toHaveCount(2);
    await expect(page.getByText('2 files ready to send')).toBeAttached();
    await sendText(page, 'Here is what we have');
    await expect(trayOf(page)).toHaveCount(0);
    const own = messagesOf(page).last();
    await expect(own.getByRole('img', { name: 'harbour.jpg' })).toBeVisible();
    await expect(own.getByRole('link', { name: /^Download brief\.pdf\s*3\.9 KB$/ })).toBeVisible();

    await openThread(agent, VISITORS.elena);
    const theirs = messagesOf(agent).last();
    const picture = theirs.getByRole('img', { name: 'harbour.jpg' });
    await expect(picture).toBeVisible();
    // It was loaded, and not only named.
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBe(480);
    const downloading = agent.waitForEvent('download');
    await theirs.getByRole('link', { name: /^Download brief\.pdf/ }).click();
    expect((await downloading).suggestedFilename()).toBe('brief.pdf');

    await inputOf(agent).setInputFiles(text('offer.txt'));
    await expect(trayOf(agent).getByRole('listitem')).toHaveCount(1);
    // Without a word: the file is the message.
    await sendButton(agent).click();
    await expect(
      messagesOf(page)
        .last()
        .getByRole('link', { name: /^Download offer\.txt/ }),
    ).toBeVisible();
  },
);

test('what is too large, empty or one too many is refused by name, and the others are kept', async ({
  visit,
}) => {
  const page = await visit();
  await startChat(page, VISITORS.elena);
  const many = Array.from({ length: 10 }, (_, index) => text(`page ${index + 1}.txt`));
  await inputOf(page).setInputFiles([
    { name: 'film.mov', mimeType: 'video/quicktime', buffer: Buffer.alloc(25 * 1024 * 1024 + 1) },
    { name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    ...many,
    text('eleventh.txt'),
  ]);
  const alert = panelOf(page).getByRole('alert');
  await expect(alert).toContainText('“film.mov” is too large. A file can be up to 25 MB.');
  await expect(alert).toContainText("“nothing.txt” is empty and wasn't added.");
  await expect(alert).toContainText(
    "“eleventh.txt” wasn't added. A message can have up to 10 files.",
  );
  await expect(trayOf(page).getByRole('listitem')).toHaveCount(10);
  await sendButton(page).click();
  await expect(
    messagesOf(page)
      .last()
      .getByRole('link', { name: /^Download page/ }),
  ).toHaveCount(10);
});

test('files are dropped, pasted and taken back', async ({ visit }) => {
  const page = await visit();
  await startChat(page, VISITORS.elena);
  await give(page, 'dialog[open] [role=log]', 'drop', ['dropped.txt']);
  await give(page, 'dialog[open] textarea', 'paste', ['pasted.txt']);
  await expect(trayOf(page).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove dropped.txt' }).click();
  await expect(trayOf(page).getByRole('listitem')).toHaveCount(1);
  await sendButton(page).click();
  await expect(
    messagesOf(page)
      .last()
      .getByRole('link', { name: /^Download pasted\.txt/ }),
  ).toBeVisible();
  await expect(messagesOf(page)).toHaveCount(1);
});

test('a file that comes too early, or beside a note, is not lost without a word', async ({
  visit,
  signIn,
}) => {
  const agent = await signIn('maya');
  const page = await visit();
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(page.getByRole('button', { name: 'Sales Inquiry', exact: true })).toBeVisible();
  await give(page, 'dialog[open] [role=log]', 'drop', ['early.txt']);
  await expect(panelOf(page).getByRole('alert')).toContainText('once the chat has started');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(panelOf(page).getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sales Inquiry', exact: true }).click();
  await page.getByLabel('Your email').fill(VISITORS.noor);
  await page.getByRole('button', { name: 'Continue' }).click();
  await sendText(page, 'Hello');
  await openThread(agent, VISITORS.noor);
  await agent.getByRole('button', { name: 'Private note' }).click();
  await agent.getByLabel('Write a private note').fill('They like blue');
  await give(agent, 'main[data-takes-screen]', 'drop', ['offer.txt']);
  await expect(agent.getByLabel('Write a reply')).toBeVisible();
  await expect(trayOf(agent).getByRole('listitem')).toHaveCount(1);
  await sendButton(agent).click();
  await expect(
    messagesOf(page)
      .last()
      .getByRole('link', { name: /^Download offer/ }),
  ).toBeVisible();
  await agent.getByRole('button', { name: 'Private note' }).click();
  await expect(agent.getByLabel('Write a private note')).toHaveValue('They like blue');
});

test('a message with files outlives a cut line, a reload and a restart of the server, and comes once', async ({
  visit,
  signIn,
  server,
}) => {
  test.slow();
  const agent = await signIn('maya');
  const page = await visit();
  await startChat(page, VISITORS.elena);
  await sendText(page, 'A moment');
  // The line breaks after the first piece of each file.
  let pieces = 0;
  await page.route('**/files/*', (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    pieces += 1;
    return pieces > 2 ? route.abort() : route.fallback();
  });
  await inputOf(page).setInputFiles([pdf('large.pdf', 3_500_000), pdf('small.pdf', 1_500_000)]);
  await sendText(page, 'Both drawings');
  await expect(messagesOf(page).filter({ hasText: 'Both drawings' })).toHaveCount(1);
  await expect.poll(() => pieces).toBeGreaterThan(2);
  await page.reload();
  await page.getByRole('button', { name: 'Open chat' }).click();
  const line = messagesOf(page).filter({ hasText: 'Both drawings' });
  await expect(line).toContainText('large.pdf');
  await server.kill();
  await server.restart();
  await page.unroute('**/files/*');
  await expect(line.getByRole('link', { name: /^Download/ })).toHaveCount(2, { timeout: 60_000 });
  await expect(line).toHaveCount(1);
  await openThread(agent, VISITORS.elena);
  const theirs = messagesOf(agent).filter({ hasText: 'Both drawings' });
  await expect(theirs).toHaveCount(1);
  await expect(theirs.getByRole('link', { name: /^Download/ })).toHaveCount(2);
});

test('what waits in the box is still there after a reload', async ({ visit }) => {
  const page = await visit();
  await startChat(page, VISITORS.elena);
  await inputOf(page).setInputFiles([await photo('harbour.jpg'), text('notes.txt')]);
  await expect(page.getByText('2 files ready to send')).toBeAttached();
  await page.reload();
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(trayOf(page).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText('2 files ready to send')).toBeAttached();
  await sendButton(page).click();
  await expect(messagesOf(page).last().getByRole('img', { name: 'harbour.jpg' })).toBeVisible();
});

// What is looked at on the way is looked at in both.
for (const scheme of isLong ? (['light', 'dark'] as const) : (['light'] as const)) {
  test(`files read well on a phone and a desk, ${scheme}`, async ({ visit, signIn }) => {
    const agent = await signIn('maya');
    const page = await visit();
    await page.emulateMedia({ colorScheme: scheme });
    await agent.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await startChat(page, VISITORS.elena);
    await inputOf(page).setInputFiles([
      await photo('harbour at dawn.jpg'),
      pdf('a long name of a brief that does not fit into one line of a telephone.pdf', 90_000),
    ]);
    await sendText(page, 'Here is what we have');
    await expect(messagesOf(page).last().getByRole('img')).toBeVisible();
    await inputOf(page).setInputFiles([await photo('second.jpg'), text('notes.txt')]);
    await expect(page.getByText('2 files ready to send')).toBeAttached();
    await expectAccessible(page);
    await page.screenshot({ path: `/tmp/files-phone-${scheme}.png` });
    await openThread(agent, VISITORS.elena);
    await agent.setViewportSize({ width: 1440, height: 900 });
    await inputOf(agent).setInputFiles([text('offer.txt'), await photo('sketch.jpg')]);
    await expect(agent.getByText('2 files ready to send')).toBeAttached();
    await expect(messagesOf(agent).last().getByRole('img')).toBeVisible();
    await expectAccessible(agent);
    await agent.screenshot({ path: `/tmp/files-desk-${scheme}.png` });
  });
}
