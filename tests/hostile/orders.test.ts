import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import routes from '../../app/routes.ts';
import { orders, payments } from '../../app/orders/server/tables.server.ts';
import { VISITORS } from '../support/cast.ts';
import { useDatabase } from '../support/database.ts';
import { ENDPOINT_LIST } from '../support/endpoints.ts';
import {
  BRIEF,
  CHECKLIST_ITEM,
  everythingOf,
  openOrderScene,
  type OrderScene,
} from '../support/order-scene.ts';
import { balances, createDraft } from '../support/orders.ts';
import { begin, sendChunk } from '../support/upload.ts';

const store = useDatabase();
let scene: OrderScene;

beforeEach(async () => {
  scene = await openOrderScene(store.db);
});
afterEach(() => scene.close());

/** One request as somebody makes it whose it is not; `cookie` is theirs. */
type Attempt = (cookie: string) => Promise<Response>;

const DECISION = {
  intent: 'decide-refund',
  outcome: 'full',
  way: 'credit',
  amount: '',
  reference: 'MINE',
  reply: 'To me',
};

const TEAM_FORMS: readonly Readonly<Record<string, string>>[] = [
  { intent: 'mark-paid', reference: 'PP-78' },
  { intent: 'cancel' },
  { intent: 'verify-tax-number' },
  { intent: 'deliver', message: 'Nothing' },
  DECISION,
  { ...DECISION, outcome: 'part', amount: '1' },
  { ...DECISION, outcome: 'refuse' },
  { intent: 'issue-invoice', termDays: '14' },
  { intent: 'void-invoice' },
  { intent: 'credit-invoice', creditAmount: '1', creditReason: 'Mine' },
  { intent: 'resend-invoice', invoice: crypto.randomUUID() },
];

const STAFF_FORMS: readonly Readonly<Record<string, string>>[] = [
  { intent: 'set-owner', owner: 'leo' },
  { intent: 'assign', assignee: 'leo' },
  { intent: 'put-label', label: '00000000-0000-4000-8000-000000000000' },
  {
    intent: 'add-item',
    item: '00000000-0000-4000-8000-000000000000',
    title: 'Mine',
    assignee: 'leo',
    isShown: 'yes',
  },
  { intent: 'edit-item', item: CHECKLIST_ITEM, title: 'Mine', assignee: 'leo' },
  { intent: 'tick-item', item: CHECKLIST_ITEM },
  { intent: 'move-item', item: CHECKLIST_ITEM, to: '1' },
  { intent: 'remove-item', item: CHECKLIST_ITEM },
  { intent: 'add-note', key: '00000000-0000-4000-8000-000000000000', note: 'Mine' },
];

const newComment = () => ({ intent: 'comment', key: randomUUID(), text: 'Mine', x: '1', y: '1' });

/** Comments on Elena's delivery, and changes of her comment. */
const proofForms = ({
  commentId: comment,
}: OrderScene): readonly Readonly<Record<string, string>>[] => [
  newComment(),
  { ...newComment(), key: comment },
  { intent: 'reply', key: randomUUID(), comment, text: 'Mine' },
  { intent: 'edit', comment, text: 'Mine' },
  ...['delete', 'resolve', 'reopen'].map((intent) => ({ intent, comment })),
];

const BUYER_FORMS: readonly Readonly<Record<string, string>>[] = [
  { intent: 'accept' },
  { intent: 'cancel' },
  { intent: 'pay', way: 'stripe' },
  { intent: 'pay', way: 'link' },
  { intent: 'brief', 'answer-0': 'Mine' },
  { intent: 'revise', wish: 'Everything' },
  { intent: 'billing', billingName: 'Mine', billingAddress: 'My street' },
  { intent: 'refund', ground: 'late', explanation: 'Give it to me' },
  { intent: 'review', path: '/services/graphics/book-design', rating: '1', name: 'P', text: 'Bad' },
];

const read =
  (path: string): Attempt =>
  (cookie) =>
    scene.server.ask(path, { cookie });
const post =
  (path: string, body: unknown): Attempt =>
  (cookie) =>
    scene.post(path, cookie, body);
const submit =
  (path: string, fields: Readonly<Record<string, string>>): Attempt =>
  (cookie) =>
    scene.submit(path, cookie, fields);

/** Addresses that are not Elena's order, however much of it one knows. */
function guesses({ path, orderId, secretHash }: OrderScene): string[] {
  const secret = path.slice('/order/'.length);
  const changed = secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A');
  const others = [
    changed,
    secretHash,
    orderId,
    'E-1001',
    '1001',
    `${secret}A`,
    secret.slice(0, 42),
  ];
  const swapped = secret.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return [...others, swapped, `${changed}%00`].map((guess) => `/order/${guess}`);
}

/**
 * Every route of orders, offers, payments and files: what is tried there by people whose it is not. A new
 * route without a row fails.
 */
const ATTEMPTS: Readonly<Record<string, (scene: OrderScene) => readonly Attempt[]>> = {
  'orders/pages/order.tsx': (one) =>
    guesses(one).flatMap((path, index) => [
      read(path),
      // All of them at one address; at the others the worst.
      ...(index === 0 ? BUYER_FORMS : BUYER_FORMS.slice(0, 1)).map((form) => submit(path, form)),
    ]),
  'orders/pages/proof.tsx': (one) => [
    ...guesses(one).flatMap((path) => [
      read(`${path}/proof/${one.proofId}`),
      submit(`${path}/proof/${one.proofId}`, newComment()),
    ]),
    ...proofForms(one).map((form) => submit(`${guesses(one)[0]}/proof/${one.proofId}`, form)),
    // With the secret of Priya's order.
    read(`${one.otherPath}/proof/${one.proofId}`),
    ...proofForms(one).map((form) => submit(`${one.otherPath}/proof/${one.proofId}`, form)),
  ],
  'clients/pages/account-proof.tsx': (one) => [
    read(`/account/orders/E-1001/proof/${one.proofId}`),
    read(`/account/orders/1001/proof/${crypto.randomUUID()}`),
    ...proofForms(one).map((form) => submit(`/account/orders/E-1001/proof/${one.proofId}`, form)),
  ],
  'orders/pages/team-proof.tsx': (one) => [
    read(`/team/orders/E-1001/proof/${one.proofId}`),
    read(`/team/orders/E-1002/proof/${one.proofId}`),
    ...['E-1001', 'E-1002'].flatMap((number) =>
      proofForms(one).map((form) => submit(`/team/orders/${number}/proof/${one.proofId}`, form)),
    ),
  ],
  'orders/pages/order-receipt.tsx': (one) => guesses(one).map((path) => read(`${path}/receipt`)),
  'GET /order/:secret/files/:id/:preview?': (one) =>
    guesses(one).flatMap((path) => [
      read(`${path}/files/${one.fileId}`),
      read(`${path}/files/${crypto.randomUUID()}/small`),
    ]),
  'clients/pages/account-order.tsx': () => [
    read('/account/orders/E-1001'),
    read('/account/orders/1001'),
    ...BUYER_FORMS.map((form) => submit('/account/orders/E-1001', form)),
  ],
  'clients/pages/account-subscription.tsx': () => [
    read('/account/subscriptions/S-1001'),
    submit('/account/subscriptions/S-1001', { intent: 'cancel' }),
    submit('/account/subscriptions/S-1001', { intent: 'keep' }),
  ],
  'clients/pages/account-invoices.tsx': () => [
    read('/account/invoices'),
    read('/account/invoices?after=nonsense'),
  ],
  'GET /account/orders/:number/invoices/:id': ({ invoiceId }) => [
    read(`/account/orders/E-1001/invoices/${invoiceId}`),
    read(`/account/orders/E-1001/invoices/${crypto.randomUUID()}`),
    read('/account/orders/E-1001/invoices/nonsense'),
  ],
  'clients/pages/account-receipt.tsx': () => [read('/account/orders/E-1001/receipt')],
  'clients/pages/sign-in.tsx': ({ elena }) => [
    read('/account/sign-in'),
    // In capitals, because the form shows what was typed.
    submit('/account/sign-in', {
      intent: 'code',
      email: VISITORS.elena.toUpperCase(),
      code: '123456',
    }),
    read(`/account/conversations/${elena.id}`),
    submit(`/account/conversations/${elena.id}`, {
      intent: 'reply',
      message: 'Mine',
      key: crypto.randomUUID(),
    }),
    submit(`/account/conversations/${elena.id}`, { intent: 'continue' }),
    read('/account'),
    read('/account/files'),
  ],
  'GET /account/orders/:number/archive': () => [read('/account/orders/E-1001/archive')],
  'GET /order/:secret/archive': (one) => guesses(one).map((path) => read(`${path}/archive`)),
  'GET /team/orders/:number/archive': () => [read('/team/orders/E-1001/archive')],
  'GET /account/orders/:number/files/:id/:preview?': ({ fileId }) => [
    read(`/account/orders/E-1001/files/${fileId}`),
    read(`/account/orders/1001/files/${crypto.randomUUID()}/small`),
  ],
  'POST /account/orders/:number/answers': () => [
    post('/account/orders/E-1001/answers', { fields: { 'answer-0': 'Mine' } }),
  ],
  'GET /team/orders/:number/files/:id/:preview?': ({ fileId }) => [
    read(`/team/orders/E-1001/files/${fileId}`),
    read(`/team/orders/1001/files/${crypto.randomUUID()}/small`),
  ],
  'GET /order/:secret/invoices/:id': (one) =>
    guesses(one).flatMap((path) => [
      read(`${path}/invoices/${one.invoiceId}`),
      read(`${path}/invoices/${crypto.randomUUID()}`),
    ]),
  'GET /team/orders/:number/invoices/:id': ({ invoiceId }) => [
    read(`/team/orders/E-1001/invoices/${invoiceId}`),
    read(`/team/orders/1001/invoices/${crypto.randomUUID()}`),
  ],
  'orders/pages/team-invoices.tsx': ({ invoiceId }) => [
    read('/team/invoices'),
    read('/team/invoices?show=paid&q=E-1001'),
    submit('/team/invoices', { intent: 'resend-invoice', order: 'E-1001', invoice: invoiceId }),
    submit('/team/invoices', {
      intent: 'mark-paid',
      order: 'E-1002',
      invoice: invoiceId,
      reference: 'PP-79',
    }),
    submit('/team/invoices', { intent: 'resend-invoices', row: invoiceId }),
    submit('/team/invoices', { intent: 'mark-invoices-paid', row: invoiceId, reference: 'PP-79' }),
    submit('/team/invoices', { intent: 'start-numbers', kind: 'credit-note', first: '7' }),
  ],
  'GET /team/subscriptions/export': () => [read('/team/subscriptions/export')],
  'POST /team/subscriptions/export': () => [submit('/team/subscriptions/export', { state: '' })],
  'GET /team/invoices/export': () => [read('/team/invoices/export')],
  'GET /team/invoices/:id/pdf': ({ invoiceId }) => [
    read(`/team/invoices/${invoiceId}/pdf`),
    read(`/team/invoices/${randomUUID()}/pdf`),
    read('/team/invoices/1/pdf'),
  ],
  'POST /team/invoices/export': () => [submit('/team/invoices/export', { show: 'all' })],
  'orders/pages/team-orders.tsx': ({ heldId }) => [
    read('/team/orders?show=all'),
    read('/team/orders?show=all&q=northfold'),
    read('/team/orders?show=all&q=1001'),
    read('/team/orders?show=all&sort=-amount&columns=number.buyer.taxNumber'),
    // The answer names a refused row as it was sent.
    submit('/team/orders', { intent: 'set-owner', row: '1001', owner: 'leo' }),
    submit('/team/orders', { intent: 'add-label', row: '1001', label: crypto.randomUUID() }),
    submit('/team/orders', { intent: 'delete-view', view: crypto.randomUUID() }),
    read('/team/orders?view=board'),
    read('/team/orders?view=calendar&who=mine'),
    read('/team/orders?view=calendar&span=week'),
    submit('/team/orders', { intent: 'return-payment', payment: heldId }),
  ],
  'orders/pages/team-order.tsx': () => [
    read('/team/orders/E-1001'),
    read('/team/orders/1001'),
    ...[...TEAM_FORMS, ...STAFF_FORMS].map((form) => submit('/team/orders/E-1001', form)),
  ],
  'orders/pages/subscription.tsx': (one) =>
    guesses(one).flatMap((path) => {
      const guess = path.replace('/order/', '/subscription/');
      return [
        read(guess),
        submit(guess, { intent: 'cancel' }),
        submit(guess, { intent: 'keep' }),
        submit(guess, { intent: 'request', key: randomUUID() }),
      ];
    }),
  'orders/pages/team-subscriptions.tsx': () => [
    read('/team/subscriptions'),
    read('/team/subscriptions?state=active&sort=amount&after=1_9999'),
  ],
  'orders/pages/subscription-import.tsx': () => [
    read('/team/subscriptions/import'),
    submit('/team/subscriptions/import', { intent: 'show', text: 'email\nx@y.example' }),
    submit('/team/subscriptions/import', { intent: 'import', text: 'email\nx@y.example' }),
  ],
  'orders/pages/team-subscription.tsx': () => [
    read('/team/subscriptions/S-1001'),
    ...['pause', 'cancel', 'end'].map((intent) =>
      submit('/team/subscriptions/S-1001', { intent, why: '' }),
    ),
    submit('/team/subscriptions/S-1001', { intent: 'plan-price', price: '1' }),
    submit('/team/subscriptions/S-1001', { intent: 'request', key: randomUUID() }),
  ],
  'orders/pages/order-form.tsx': () => [
    read('/services/writing/translation/order'),
    submit('/services/writing/translation/order', { intent: 'update', coupon: 'WELCOME' }),
  ],
  'POST /order/:secret/answers': (one) =>
    guesses(one).map((path) => post(`${path}/answers`, { fields: { 'answer-0': 'Mine' } })),
  'catalogue/pages/preview.tsx': () => [
    read('/preview/light/new'),
    submit('/preview/light/new', { title: 'Mine' }),
  ],
  'POST /order-quotes': () => [
    post('/order-quotes', { service: crypto.randomUUID(), fields: { coupon: 'WELCOME' } }),
  ],
  'orders/pages/team-coupons.tsx': ({ couponId }) => [
    read('/team/coupons'),
    submit('/team/coupons', { intent: 'end', id: couponId }),
    submit('/team/coupons', { intent: 'end-coupons', row: couponId }),
  ],
  'orders/pages/team-coupon.tsx': ({ couponId }) => [
    read(`/team/coupons/${couponId}`),
    submit(`/team/coupons/${couponId}`, {
      intent: 'save',
      version: '1',
      code: 'MINE',
      percentage: '99',
    }),
    submit('/team/coupons/new', { intent: 'save', code: 'MINE', percentage: '99' }),
  ],
  'GET /team/orders/column': () => [
    read('/team/orders/column?state=delivered'),
    read('/team/orders/column?state=delivered&take=500&from=0-1'),
    read('/team/orders/column?state=awaiting%20payment&who=maya'),
  ],
  // Nobody has an address yet; `board/calendar-feed.test.ts` tries those of others.
  'GET /team/orders/calendar/:secret': ({ secretHash, path }) => [
    read(`/team/orders/calendar/${secretHash}.ics`),
    read(`/team/orders/calendar/${path.slice('/order/'.length)}.ics`),
    read('/team/orders/calendar/maya.ics'),
  ],
  'POST /team/orders/export': () => [submit('/team/orders/export', { show: 'all', q: '' })],
  'chat/pages/team-reports.tsx': () => [read('/team/reports')],
  'orders/pages/team-revenue.tsx': () => [
    read('/team/reports/revenue'),
    read('/team/reports/revenue?period=12-months&compare=year&currency=USD'),
  ],
  'setup-guide/pages/team-setup.tsx': () => [
    read('/team/setup'),
    submit('/team/setup', { intent: 'place-test' }),
    submit('/team/setup', { intent: 'remove-test' }),
    submit('/team/setup', { intent: 'remove-demo' }),
  ],
  'chat/pages/team-visitors.tsx': ({ visitorId }) => [
    read('/team/visitors?show=ordered&q=northfold'),
    read(`/team/visitors?visitor=${visitorId}`),
    submit('/team/visitors', { intent: 'filter', q: VISITORS.elena }),
    submit('/team/visitors', { intent: 'block-visitors', row: visitorId, note: 'Mine' }),
    submit('/team/visitors', { intent: 'unblock-visitors', row: visitorId }),
    submit('/team/visitors', { intent: 'add-label', row: visitorId, label: crypto.randomUUID() }),
  ],
  'POST /team/visitors/files': () => [submit('/team/visitors/files', { email: VISITORS.elena })],
  'GET /agentchat/conversations/:id/offers': ({ elena }) => [
    read(`/agentchat/conversations/${elena.id}/offers`),
  ],
  'POST /agentchat/conversations/:id/offers': ({ elena }) => [
    post(`/agentchat/conversations/${elena.id}/offers`, createDraft()),
  ],
  'GET /agentchat/conversations/:id/offers/choices': ({ elena }) => [
    read(`/agentchat/conversations/${elena.id}/offers/choices?path=/services/writing/translation`),
  ],
  'POST /agentchat/conversations/:id/offers/quote': ({ elena }) => {
    const { lines, currency } = createDraft();
    return [post(`/agentchat/conversations/${elena.id}/offers/quote`, { lines, currency })];
  },
  // The export leads to its page.
  'GET /team/orders/export': () => [read('/team/orders/export')],
  'GET /team/visitors/files': () => [read('/team/visitors/files')],
  'POST /agentchat/conversations/:id/offers/:offer/withdrawn': ({ elena, priya, offers }) =>
    [elena, priya].map(({ id }) =>
      post(`/agentchat/conversations/${id}/offers/${offers.open}/withdrawn`, {}),
    ),
  'GET /agentchat/visitors/:id/orders': ({ visitorId }) => [
    read(`/agentchat/visitors/${visitorId}/orders`),
  ],
  'POST /agentchat/conversations/:id/messages': ({ elena, priya, fileId }) =>
    [elena, priya].map(({ id }) =>
      post(`/agentchat/conversations/${id}/messages`, {
        clientId: crypto.randomUUID(),
        text: '',
        fileIds: [fileId],
      }),
    ),
  'POST /chat/conversations/:id/offers/:offer': ({ elena, priya, offers }) =>
    [elena, priya].flatMap(({ id }) =>
      [offers.open, offers.accepted].flatMap((offer) => [
        post(`/chat/conversations/${id}/offers/${offer}`, { answer: 'accepted' }),
        post(`/chat/conversations/${id}/offers/${offer}`, { answer: 'declined' }),
      ]),
    ),
  'GET /chat/conversations/:id/orders': ({ elena }) => [
    read(`/chat/conversations/${elena.id}/orders`),
  ],
  'GET /chat/conversations/:id/orders/:number': ({ elena, priya }) => [
    read(`/chat/conversations/${elena.id}/orders/E-1001`),
    read(`/chat/conversations/${priya.id}/orders/E-1001`),
    read(`/chat/conversations/${priya.id}/orders/1001`),
  ],
  'GET /chat/files/:id/:preview?': ({ fileId }) => [
    read(`/chat/files/${fileId}`),
    read(`/chat/files/${fileId}/small`),
  ],
  // What a file may have: the same for everybody.
  'GET /chat/file-limits': () => [],
  // Cards of services, with what the button to the payment page says.
  'GET /service-cards': () => [],
  'POST /webhooks/stripe': () => [post('/webhooks/stripe', { id: 'evt_1' })],
  'POST /webhooks/paypal': () => [post('/webhooks/paypal', { id: 'evt_1' })],
  'POST /webhooks/mail': () => [post('/webhooks/mail', {})],
  'ALL /webhooks/:name': () => [
    read('/webhooks/stripe'),
    ...['link', 'other'].map((paymentMethod) =>
      post(`/webhooks/${paymentMethod}`, { id: 'evt_1' }),
    ),
  ],
};

/** Not among the routes, because it speaks a protocol of its own: adding files. */
const UPLOADS = ({ server, elena, fileId }: OrderScene): readonly Attempt[] => {
  const as = (cookie: string, side: 'chat' | 'agentchat') => ({
    server,
    side,
    conversationId: elena.id,
    cookie,
  });
  const bytes = new TextEncoder().encode('x');
  return (['chat', 'agentchat'] as const).flatMap((side) => [
    (cookie) => begin(as(cookie, side), crypto.randomUUID(), 'mine.txt', 1),
    (cookie) => sendChunk(as(cookie, side), fileId, 0, bytes),
  ]);
};

function filesOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ file, children = [] }) => [file, ...filesOf(children)]);
}

/** The files that a route imports, relative to `app`. */
function importsOf(file: string): string[] {
  const code = readFileSync(new URL(`../../app/${file}`, import.meta.url), 'utf8');
  return [...code.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) =>
    posix.join(posix.dirname(file), path),
  );
}

/** Endpoints of offers, orders, payments and files. Agents send files with their messages. */
const OF_ORDERS =
  /\/(?:orders?|order-quotes|offers|invoices|subscriptions|files|file-limits|service-cards|webhooks)(?:\/|$)|^POST \/agentchat\/conversations\/:id\/messages/;

/** Who has nothing to do with Elena's order. */
const thieves = (): Readonly<Record<string, string>> => ({
  nobody: '',
  'another visitor': scene.priya.cookie,
  'a client with another address': scene.cookies.client,
  'an agent of another conversation': scene.cookies.leo,
  'a suspended admin': scene.cookies.suspended,
});

describe('somebody else’s order', () => {
  test('has a row of attempts for each route that knows of orders, offers or files', () => {
    const pages = filesOf(routes).filter((file) =>
      importsOf(file).some((path) => /^(?:orders|files)\/(?!pages\/|http\/)/.test(path)),
    );
    const endpoints = ENDPOINT_LIST.filter(
      ({ name, path }) => !path.startsWith('/api/') && OF_ORDERS.test(name),
    ).map(({ name }) => name);
    // Two addresses may have one page.
    expect(Object.keys(ATTEMPTS).toSorted()).toEqual(
      [...new Set([...pages, ...endpoints])].toSorted(),
    );
  });

  test('is neither shown nor changed, whoever tries whatever address', async () => {
    const before = await everythingOf(store.db);
    const secrets = [BRIEF, VISITORS.elena, scene.path.slice('/order/'.length), 'E-1001'];
    const rows = Object.entries({ ...ATTEMPTS, uploads: UPLOADS });
    for (const [who, cookie] of Object.entries(thieves())) {
      for (const [route, attemptsOf] of rows) {
        for (const attempt of attemptsOf(scene)) {
          const answer = await attempt(cookie);
          const text = `${await answer.text()} ${answer.headers.get('Location') ?? ''}`;
          const shown = secrets.filter(
            (secret) => text.includes(secret) && !isAsked(answer, secret),
          );
          expect(shown, `${who} at ${route}: ${answer.status}`).toEqual([]);
          expect(answer.status, `${who} at ${route}`).toBeLessThan(500);
        }
        expect(await everythingOf(store.db), `${who} at ${route}`).toBe(before);
      }
    }
  });

  test('does not open to somebody who may see it and may not do that', async () => {
    const before = await everythingOf(store.db);
    const { maya } = scene.cookies;
    for (const form of TEAM_FORMS.slice(4)) {
      expect((await scene.submit('/team/orders/E-1001', maya, form)).status).toBe(403);
    }
    const back = { intent: 'return-payment', payment: scene.heldId };
    expect((await scene.submit('/team/orders', maya, back)).status).toBe(403);
    expect(await everythingOf(store.db)).toBe(before);
  });
});

/** Sent to the sign-in page one is sent back with what one asked for, and no more. */
function isAsked(answer: Response, secret: string): boolean {
  const location = decodeURIComponent(answer.headers.get('Location') ?? '');
  return /^\/(?:login|account\/sign-in)\?next=/.test(location) && location.includes(secret);
}

describe('amounts that somebody sends', () => {
  test('make no offer, however they are written', async () => {
    const before = await everythingOf(store.db);
    const path = `/agentchat/conversations/${scene.elena.id}/offers`;
    const prices = ['-300', '0', '1000000000000', 'NaN', 'Infinity', '3e2', '0x12c', '300.005'];
    const quantities = [-1, 0, 0.5, 1e12, null];
    for (const change of [
      ...[...prices, 300, null].map((price) => ({ price })),
      ...quantities.map((quantity) => ({ quantity })),
    ]) {
      const lines = [{ title: 'Logo', path: null, quantity: 1, price: '300', ...change }];
      const { status } = await scene.post(path, scene.cookies.maya, { ...createDraft(), lines });
      expect([change, status]).toEqual([change, 400]);
    }
    expect(await everythingOf(store.db)).toBe(before);
  });

  test('give nothing back, however they are written', async () => {
    const ask = { intent: 'refund', ground: 'late', explanation: 'It never came.' };
    await scene.submit(scene.path, scene.elena.cookie, ask);
    const before = await everythingOf(store.db);
    for (const amount of ['-5', '0', '0.00', '300', '1000000000000', 'NaN', '1e2', '1.001', '']) {
      const sent = { ...DECISION, outcome: 'part', amount };
      const answer = await scene.submit('/team/orders/E-1001', scene.cookies.ines, sent);
      expect([amount, answer.status]).toEqual([amount, 400]);
    }
    expect(await everythingOf(store.db)).toBe(before);
  });

  test('sent along with a payment change nothing of it: the offer says what is paid', async () => {
    const sent = { intent: 'pay', way: 'stripe', amount: '1', currency: 'JPY', price: '0' };
    const { status } = await scene.submit(scene.otherPath, '', sent);
    expect(status).toBe(200);
    expect([...scene.peer.sessions.values()]).toMatchObject([
      { amount_total: 30_000, currency: 'usd' },
    ]);
  });

  test('in a currency that nobody has make no offer', async () => {
    for (const currency of ['XXX', 'usd', '', 'BTC', '__proto__']) {
      const path = `/agentchat/conversations/${scene.elena.id}/offers`;
      const answer = await scene.post(path, scene.cookies.maya, createDraft({ currency }));
      expect([currency, answer.status]).toEqual([currency, 400]);
    }
  });
});

describe('what says that it comes from a payment service', () => {
  const postWebhook = (body: string, headers: Headers) =>
    scene.server.ask('/webhooks/stripe', { method: 'POST', body, headers });

  async function paid() {
    await scene.submit(scene.otherPath, '', { intent: 'pay', way: 'stripe' });
    const [session = ''] = scene.peer.sessions.keys();
    return scene.peer.paid(session);
  }

  test('is believed with its signature alone, fresh, of exactly this text', async () => {
    const body = await paid();
    const { peer } = scene;
    const before = await everythingOf(store.db);
    const forged = {
      ...peer.forgeries(body),
      'a smaller sum': peer.sign(body.replace('30000', '1')),
    };
    for (const [by, headers] of Object.entries(forged)) {
      expect([by, (await postWebhook(body, headers)).status]).toEqual([by, 400]);
    }
    expect(await everythingOf(store.db)).toBe(before);
    expect((await postWebhook(body, peer.sign(body))).status).toBe(200);
    expect(await store.db.$count(payments, sql`state = 'booked' and way = 'stripe'`)).toBe(1);
  });

  test('played again by somebody who heard it books nothing again, not even after a refund', async () => {
    const body = await paid();
    const headers = scene.peer.sign(body);
    await Promise.all([
      postWebhook(body, headers),
      postWebhook(body, headers),
      postWebhook(body, headers),
    ]);
    const full = { ...DECISION, way: 'method' };
    expect((await scene.submit('/team/orders/E-1002', scene.cookies.ines, full)).status).toBe(200);
    const before = await balances(store.db);
    expect((await postWebhook(body, headers)).status).toBe(200);
    expect(await balances(store.db)).toEqual(before);
    expect(before['received:stripe USD']).toBe(0);
  });
});

describe('the same thing many times at once', () => {
  const atOnce = async (work: () => Promise<Response>) => {
    const answers = await Promise.all(Array.from({ length: 8 }, work));
    return answers.map(({ status }) => status).toSorted((a, b) => a - b);
  };
  const ONE_OF_EIGHT = [200, ...Array<number>(7).fill(409)];

  test('pays once, gives back once, delivers once', async () => {
    const { cookies, elena, path, submit: send } = scene;
    const pay = { intent: 'mark-paid', reference: 'PP-99' };
    expect(await atOnce(() => send('/team/orders/E-1002', cookies.leo, pay))).toEqual(ONE_OF_EIGHT);
    const ask = { intent: 'refund', ground: 'late', explanation: 'It never came.' };
    expect(await atOnce(() => send(path, elena.cookie, ask))).toEqual(ONE_OF_EIGHT);
    const part = { ...DECISION, outcome: 'part', amount: '100' };
    expect(await atOnce(() => send('/team/orders/E-1001', cookies.ines, part))).toEqual(
      ONE_OF_EIGHT,
    );
    const revise = { intent: 'revise', wish: 'Larger' };
    expect(await atOnce(() => send(path, elena.cookie, revise))).toEqual(ONE_OF_EIGHT);
    const books = await balances(store.db);
    expect(books).toMatchObject({ 'credit USD': 10_000, 'orders USD': 50_000 });
    expect(Object.values(books).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  });

  test('spends a credit once, though two offers are accepted at the same moment', async () => {
    const { cookies, elena } = scene;
    const full = { ...DECISION, way: 'credit' };
    await scene.submit('/team/orders/E-1001', cookies.ines, full);
    const made = await scene.post(
      `/agentchat/conversations/${elena.id}/offers`,
      cookies.maya,
      createDraft(),
    );
    const { offer } = (await made.json()) as { offer: { offerId: string } };
    const answers = await Promise.all(
      [scene.offers.open, offer.offerId].map((id) =>
        scene.post(`/chat/conversations/${elena.id}/offers/${id}`, elena.cookie, {
          answer: 'accepted',
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const spent = await store.db
      .select({ credit: orders.creditAmount })
      .from(orders)
      .where(sql`${orders.number} > 1002`);
    expect(spent.map(({ credit }) => credit).toSorted((a, b) => a - b)).toEqual([0, 30_000]);
    expect(await balances(store.db)).toMatchObject({ 'credit USD': 0 });
  });
});
