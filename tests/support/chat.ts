import { expect, type Page } from '@playwright/test';

/** Takes a visitor from the launcher into a conversation. */
export async function startChat(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Open chat' }).click();
  await page.getByRole('button', { name: 'Sales Inquiry', exact: true }).click();
  await page.getByLabel('Your email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByPlaceholder('Write a message')).toBeEnabled();
}

/** The panel of a visitor's chat. */
export const panelOf = (page: Page) => page.getByRole('dialog');

/** The visitor writes. */
export async function sendText(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder('Write a message').fill(text);
  await page.getByPlaceholder('Write a message').press('Enter');
}

/** The agent answers in the open thread. */
export async function reply(agent: Page, text: string): Promise<void> {
  await agent.getByPlaceholder('Write a reply').fill(text);
  await agent.getByPlaceholder('Write a reply').press('Enter');
}

/** The entry of a visitor in an agent's inbox; the message hits of a search contain the address, too. */
export function entryOf(agent: Page, email: string) {
  return agent
    .getByRole('complementary', { name: 'Conversations' })
    .getByRole('button', { name: email })
    .and(agent.locator(':not([data-testid="message-hit"])'));
}

export async function openThread(agent: Page, email: string): Promise<void> {
  await entryOf(agent, email).click();
  const thread = agent.getByRole('main', { name: `Conversation with ${email}` });
  await expect(thread.getByTestId('message').first()).toBeVisible();
}

export const messagesOf = (page: Page) => page.getByTestId('message');
