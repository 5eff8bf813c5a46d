/**
 * `npm run payments:try [-- --shop URL] [--port N]`: a local stand-in for Stripe, to try orders and subscriptions without an
 * account. It has a page with a button to pay, and tells the shop of payments as Stripe does. No money moves, and nothing is
 * kept when it ends.
 */
import { readOptions } from './read-options.ts';
import { StripePeer } from '../tests/support/stripe-peer.ts';

const values = readOptions(
  'npm run payments:try [-- --shop URL] [--port N]\n' +
    '  --shop  the address of the shop, http://localhost:3000 by default\n' +
    '  --port  the port of the stand-in, 12111 by default',
  {
    shop: { type: 'string', default: 'http://localhost:3000' },
    port: { type: 'string', default: '12111' },
  },
);
const webhook = new URL('/webhooks/stripe', values.shop).href;
const stripe = await StripePeer.start(Number(values.port));

stripe.onPay = async (pageId) => {
  const page = stripe.sessions.get(pageId);
  if (!page) throw new Error('The shop has not opened this page.');
  if (page.status !== 'open') return page.success_url;
  for (const event of payEvents(page)) {
    const response = await fetch(webhook, {
      method: 'POST',
      body: event,
      headers: stripe.sign(event),
    });
    console.log(`${page.amount_total} ${page.currency}, told ${webhook}: ${response.status}`);
  }
  return page.success_url;
};

function payEvents({ id, mode }: { readonly id: string; readonly mode: string }): string[] {
  if (mode !== 'subscription') return [stripe.paid(id)];
  const { completed, invoicePaid } = stripe.beginSubscription(id, new Date());
  return [completed, invoicePaid];
}

console.log(
  [
    'Start the shop with these environment variables. Ctrl+C ends the stand-in.',
    ...Object.entries(stripe.env).map(([name, value]) => `${name}=${value}`),
  ].join('\n'),
);
