import { expect, type Page } from '@playwright/test';
import { reconcile } from '../../app/orders/server/payment/reconcile.server.ts';
import { differences } from '../../app/orders/server/tables.server.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { openEmbedded } from '../../app/platform/db/embedded.server.ts';
import { createLog } from '../../app/platform/log.server.ts';
import { readSettings } from '../../app/platform/settings.server.ts';
import { webhookListeners } from '../../app/webhooks/server/record-event.server.ts';
import { panelOf } from './chat.ts';
import { mailedCode } from './mailed-links.ts';
import type { PaymentPeer } from './payment-peer.ts';
import type { TestServer } from './server.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A telephone, with fingers. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
} as const;

/** From the page of a service into a chat with somebody, by touch. */
export async function contactAgent(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'CONTACT AGENT' }).first().tap();
  await page.getByRole('button', { name: 'Sales Inquiry', exact: true }).tap();
  await page.getByLabel('Your email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).tap();
  await expect(page.getByPlaceholder('Write a message')).toBeEnabled();
}

/** What a visitor writes on a telephone is sent with the button. */
export async function write(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder('Write a message').fill(text);
  await page.getByRole('button', { name: 'Send message' }).tap();
}

/** The agent's offer, as far as it differs from what it begins with. */
export async function makeOffer(
  agent: Page,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  await agent.getByRole('button', { name: 'Make an offer' }).click();
  const dialog = agent.getByRole('dialog', { name: 'Make an offer' });
  await expect(dialog.getByLabel('Delivery in days')).toBeVisible();
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
  await dialog.getByRole('button', { name: 'Send offer' }).click();
  await expect(dialog).toHaveCount(0);
}

/** Accepts the newest offer, which asks for the mailed code first. */
export async function acceptOffer(page: Page, server: TestServer, email: string): Promise<void> {
  const offer = panelOf(page).getByTestId('offer').last();
  await offer.getByRole('button', { name: 'Accept offer' }).tap();
  await offer.getByRole('button', { name: 'Confirm your address' }).tap();
  const field = offer.getByLabel('Six-digit code');
  await field.fill(await mailedCode(server, email));
  await field.press('Enter');
  await expect(offer).toContainText('You accepted this offer.');
}

/** To the order's page, from the chat; its number. */
export async function openOrder(page: Page): Promise<string> {
  await panelOf(page)
    .getByRole('link', { name: /^Open order E-/ })
    .first()
    .tap();
  await expect(page).toHaveURL(/\/order\/[\w-]{43}$/);
  const heading = page.getByRole('heading', { name: /^Order E-\d+$/ });
  await expect(heading).toBeVisible();
  return (await heading.textContent())?.replace('Order ', '') ?? '';
}

/** What each account of the books holds; the server is stopped meanwhile, and started again. */
export async function readBooks(server: TestServer): Promise<Readonly<Record<string, number>>> {
  const rows = await whileStopped(server, async (db) => {
    const found = await db.execute<{ account: string; sum: number }>(
      `select account || ' ' || currency as account, sum(amount)::int as sum from ledger group by 1`,
    );
    return found.rows;
  });
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
}

/**
 * What the daily look at a payment service lists as different, the day after; the server is stopped
 * meanwhile, and started again.
 */
export function reconcileBooks(server: TestServer, peer: PaymentPeer) {
  const process = {
    clock: { now: () => new Date(Date.now() + DAY_MS) },
    log: createLog('silent'),
    settings: readSettings({ PUBLIC_ORIGIN: server.origin, ...peer.env }),
    listeners: webhookListeners,
    afterChange: { nudge() {}, pageChanged() {}, committed() {} },
  };
  return whileStopped(server, async (db) => {
    await reconcile({ ...process, db });
    return db.select().from(differences);
  });
}

async function whileStopped<T>(server: TestServer, work: (db: Database) => Promise<T>): Promise<T> {
  await server.kill();
  const database = await openEmbedded(server.folder);
  const done = await work(database.db);
  await database.close();
  await server.restart();
  return done;
}
