import type { BrowserContext, Page } from '@playwright/test';
import { reply, sendText, startChat } from '../support/chat.ts';
import { expect, test } from '../support/e2e.ts';

const someone = () => `visitor.${crypto.randomUUID()}.x@northfold.example`;
const composerOf = (page: Page) => page.getByLabel('Message', { exact: true });
const FAILED = "Couldn't load this part.";
const GONE = "Couldn't load the chat.";
const TEXT = { name: 'brief.txt', mimeType: 'text/plain', buffer: Buffer.from('Two colours.') };

/** Scripts that come from now on do not come; what is loaded stays, and so does the rest of the line. */
async function loseScripts(context: BrowserContext): Promise<() => Promise<void>> {
  const lose = (route: { abort(): Promise<void> }) => route.abort();
  await context.route('**/assets/*', lose);
  return () => context.unroute('**/assets/*', lose);
}

test('a first file that is picked offline stays with the text, and both are sent later', async ({
  visit,
  signIn,
}) => {
  const maya = await signIn('maya');
  const visitor = await visit('/contact');
  const email = someone();
  await startChat(visitor, email);
  await sendText(visitor, 'Hello');
  await expect(visitor.getByTestId('message').first()).toContainText('Sent');
  await composerOf(visitor).fill('Here is my brief');
  await visitor.context().setOffline(true);
  await visitor.locator('input[type=file]').first().setInputFiles(TEXT);
  const panel = visitor.getByRole('dialog');
  await expect(panel.getByText(FAILED)).toBeVisible();
  await expect(panel.getByText('brief.txt')).toBeVisible();
  await expect(composerOf(visitor)).toHaveValue('Here is my brief');
  await expect(visitor.getByText(GONE)).toHaveCount(0);
  // The message goes into the outbox with its file.
  await composerOf(visitor).press('Enter');
  await expect(panel.getByText('Here is my brief')).toBeVisible();
  await expect(panel.getByText('brief.txt').first()).toBeVisible();

  await visitor.context().setOffline(false);
  await expect(panel.getByText(FAILED)).toHaveCount(0);
  const sent = panel.getByTestId('message').filter({ hasText: 'Here is my brief' });
  await expect(sent).toContainText('Sent', { timeout: 30_000 });
  await expect(sent.getByRole('link', { name: /brief\.txt/ })).toBeVisible();
  await maya.getByRole('button', { name: email }).first().click();
  await expect(maya.getByRole('link', { name: /brief\.txt/ }).first()).toBeVisible();
});

test('a topic that is pressed offline keeps the chat, and Retry brings what is missing', async ({
  visit,
}) => {
  const visitor = await visit('/services/graphics/book-design');
  await visitor.getByRole('button', { name: 'Open chat' }).click();
  await expect(visitor.getByRole('button', { name: 'Sales Inquiry', exact: true })).toBeVisible();
  await visitor.context().setOffline(true);
  await composerOf(visitor).fill('What does a cover cost?');
  await composerOf(visitor).press('Enter');
  await visitor.getByRole('button', { name: 'Sales Inquiry', exact: true }).click();
  await expect(visitor.getByLabel('Your email')).toBeVisible();
  await expect(visitor.getByText('What does a cover cost?')).toBeVisible();
  await visitor.getByLabel('Your email').fill(someone());
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await expect(visitor.getByText(GONE)).toHaveCount(0);
  await expect(visitor.getByText('What does a cover cost?')).toBeVisible();
  await visitor.context().setOffline(false);
  if (await visitor.getByLabel('Your email').isVisible())
    await visitor.getByRole('button', { name: 'Continue' }).click();
  await expect(
    visitor.getByTestId('message').filter({ hasText: 'What does a cover cost?' }),
  ).toContainText('Sent', { timeout: 30_000 });
});

test('a chat whose later scripts never come goes on: messages are sent and answers are read', async ({
  visit,
  signIn,
}) => {
  const maya = await signIn('maya');
  const visitor = await visit('/contact');
  await visitor.getByRole('button', { name: 'Open chat' }).click();
  await expect(visitor.getByRole('button', { name: 'Sales Inquiry', exact: true })).toBeVisible();
  const restore = await loseScripts(visitor.context());
  const email = someone();
  await visitor.getByRole('button', { name: 'Sales Inquiry', exact: true }).click();
  await visitor.getByLabel('Your email').fill(email);
  await visitor.getByRole('button', { name: 'Continue' }).click();
  await sendText(visitor, 'Is anybody there?');
  const message = visitor.getByTestId('message').filter({ hasText: 'Is anybody there?' });
  await expect(message).toContainText('Sent', { timeout: 30_000 });
  const panel = visitor.getByRole('dialog');
  await expect(panel.getByText(FAILED).first()).toBeVisible();
  await maya.getByRole('button', { name: email }).first().click();
  await reply(maya, 'Yes, I am.');
  // Without the script of the socket the answer comes with the next question over HTTP.
  await expect(panel.getByText('Yes, I am.')).toBeVisible({ timeout: 45_000 });
  await expect(visitor.getByText(GONE)).toHaveCount(0);
  await restore();
  await panel.getByRole('button', { name: 'Retry' }).first().click();
  await expect(panel.getByRole('button', { name: 'Download transcript' })).toBeVisible();
  await expect(panel.getByText(FAILED)).toHaveCount(0, { timeout: 30_000 });
});

test('a launcher that is pressed without a line opens the chat when the line is back', async ({
  visit,
}) => {
  const visitor = await visit('/contact');
  await visitor.mouse.move(5, 5);
  await visitor.mouse.move(40, 40);
  await visitor.getByLabel('Search').first().focus();
  await visitor.waitForFunction(() =>
    Object.keys(document.body).some((key) => key.startsWith('__reactFiber')),
  );
  await visitor.context().setOffline(true);
  await visitor.getByRole('button', { name: 'Open chat' }).click();
  const opened = visitor.getByRole('button', { name: 'Sales Inquiry', exact: true });
  await expect(visitor.getByText(GONE).or(opened)).toBeVisible();
  await visitor.context().setOffline(false);
  await expect(opened).toBeVisible();
  await expect(visitor.getByText(GONE)).toHaveCount(0);
});

test('a palette that cannot be loaded gives the keys back to the page', async ({ signIn }) => {
  const maya = await signIn('maya');
  const restore = await loseScripts(maya.context());
  await maya.keyboard.press('Control+k');
  await expect(maya.getByText(FAILED)).toBeVisible();
  const search = maya.getByRole('searchbox').first();
  await search.focus();
  await maya.keyboard.type('ada');
  await expect(search).toHaveValue('ada');
  await restore();
  await maya.getByRole('button', { name: 'Retry' }).click();
  await expect(maya.getByRole('dialog').getByRole('combobox')).toBeFocused();
});

test('a picture whose viewer cannot be loaded leaves the page as it is', async ({ visit }) => {
  const visitor = await visit('/services/graphics/book-design');
  await visitor.getByLabel('Search').first().focus();
  await visitor.waitForFunction(() =>
    Object.keys(document.body).some((key) => key.startsWith('__reactFiber')),
  );
  const restore = await loseScripts(visitor.context());
  await visitor.getByRole('button', { name: 'View larger', exact: true }).click();
  await expect(visitor.getByText(FAILED)).toBeVisible();
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  await visitor.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(visitor.getByText(FAILED)).toHaveCount(0);
  await restore();
  await visitor.getByRole('button', { name: 'View larger', exact: true }).click();
  await expect(visitor.getByRole('dialog').first()).toBeVisible();
  await expect(visitor.getByText(FAILED)).toHaveCount(0);
});
