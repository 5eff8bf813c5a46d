import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { desc, eq, sql } from 'drizzle-orm';
import routes from '../../app/routes.ts';
import { systemClock } from '../../app/platform/clock.ts';
import { LANGUAGES, ownNameOf } from '../../app/platform/languages.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { files } from '../../app/chat/server/files/tables.server.ts';
import { deliveries, orders as orderRows } from '../../app/orders/server/tables.server.ts';
import { proofComments } from '../../app/orders/server/proof/tables.server.ts';
import { openEmbedded } from '../../app/platform/db/embedded.server.ts';
import { secretOf } from '../../app/orders/server/access.server.ts';
import { loadDemoConversations, loadDemoReplies } from '../../db/demo/load-conversations.ts';
import { DEMO_ORDERS } from '../../db/demo/demo-orders.ts';
import { loadDemoModeration } from '../../db/demo/moderation.ts';
import { loadDemoOrders } from '../../db/demo/load-orders.ts';
import { DEMO_SUBSCRIPTIONS } from '../../db/demo/subscriptions.ts';
import { secretOfSubscription } from '../../app/orders/server/subscription/subscription-access.server.ts';
import { loadPastConversations } from '../../db/demo/past-conversations.ts';
import { loadDemoReviews } from '../../db/demo/load.ts';
import { CAST } from '../support/cast.ts';
import { expect, openSession, test as base } from '../support/e2e.ts';
import { shortTitle } from '../../app/shop/short-title.ts';
import { waitForHydration } from '../support/hydrated.ts';
import { readMails } from '../support/mails.ts';
import { makeCast } from '../support/make-cast.ts';
import { toPseudo as p, toPseudoCatalogue } from '../support/pseudo-messages.ts';
import { findIn, KnownData, look, stringsIn, WIDTHS } from '../support/pseudo-pages.ts';
import { TestServer } from '../support/server.ts';

const PRELOAD = pathToFileURL('tests/support/serve-pseudo-messages.ts').href;

interface Shop {
  readonly server: TestServer;
  /** The secrets of the orders by the number of the order. */
  readonly orders: ReadonlyMap<string, string>;
  /** The buyer of most of these orders. */
  readonly buyer: string;
  readonly subscriptions: ReadonlyMap<string, string>;
  /** A commented picture in a delivery to the buyer. */
  readonly proof: { readonly order: string; readonly secret: string; readonly fileId: string };
}

interface Fixtures {
  readonly open: (path: string, as?: keyof typeof CAST) => Promise<Page>;
  /** Collects what a page shows that is not translated whole. */
  readonly check: (page: Page, where: string, known?: KnownData) => Promise<void>;
}

const test = base.extend<Fixtures, { readonly shop: Shop }>({
  shop: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'embarka-pseudo-'));
      const filled = await fill(folder);
      const server = await TestServer.start(undefined, {
        folder,
        env: {
          SHOP_LANGUAGES: 'de, en',
          WIDGET_ORIGINS: 'https://blog.example',
          NODE_OPTIONS: `--import ${PRELOAD}`,
        },
      });
      await use({ server, ...filled });
      await server.remove();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.server.origin),
  open: async ({ browser, shop }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (path, as) => {
      const context = await browser.newContext({
        baseURL: shop.server.origin,
        serviceWorkers: 'block',
        reducedMotion: 'reduce',
        viewport: WIDTHS[0],
      });
      contexts.push(context);
      waitForHydration(context);
      await replaceMessages(context);
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      if (as) await openSession(page.request, shop.server, as);
      await page.goto(path);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
  check: async ({}, use) => {
    const lines = new Map<string, Set<string>>();
    await use(async (page, where, known = VISITORS_DATA) => {
      for (const size of WIDTHS) {
        await page.setViewportSize(size);
        for (const finding of findIn(await look(page), known)) {
          const line = `${finding.kind}: ${finding.text}`.replaceAll(/\d+/g, '0');
          const locations = lines.get(line) ?? new Set();
          lines.set(line, locations.add(`${where} ${size.width} ${finding.at}`));
        }
      }
      await page.setViewportSize(WIDTHS[0]);
    });
    const list = [...lines].map(
      ([line, locations]) =>
        `${line}   (${[...locations].slice(0, 3).join('; ')}; ${locations.size})`,
    );
    expect(list.toSorted()).toEqual([]);
  },
});

/** Replaces the messages that pages load in a browser. */
async function replaceMessages(context: BrowserContext): Promise<void> {
  const files = JSON.parse(readFileSync('build/message-files.json', 'utf8')) as Record<
    string,
    string
  >;
  const german = new Set(
    Object.entries(files).flatMap(([name, path]) => (name.startsWith('de/') ? [path] : [])),
  );
  expect(german.size).toBeGreaterThan(10);
  await context.route(
    ({ pathname }) => german.has(pathname),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      const file = pathToFileURL(join('build/client', pathname)).href;
      const { default: catalogue } = (await import(file)) as { default: Record<string, unknown> };
      await route.fulfill({
        contentType: 'text/javascript',
        body: `export default ${JSON.stringify(toPseudoCatalogue(catalogue))};`,
      });
    },
  );
}

/** A shop with demo data, whose team reads German. */
async function fill(folder: string): Promise<Omit<Shop, 'server'>> {
  const database = await openEmbedded(folder);
  const { db } = database;
  await makeCast(database);
  const { rows: team } = await db.execute<{ id: string; email: string }>(
    sql`select id, email from profiles`,
  );
  const idOf = (name: keyof typeof CAST) =>
    team.find(({ email }) => email === CAST[name].email)?.id ?? '';
  const [maya, leo, sana, ines] = [idOf('maya'), idOf('leo'), idOf('sam'), idOf('ines')];
  await loadDemoReviews(db, systemClock);
  await loadDemoModeration(db, systemClock);
  await loadDemoConversations(db, systemClock, { maya, leo, sana, ines });
  await loadPastConversations(db, systemClock, { maya, leo, sana, ines });
  await loadDemoOrders(db, systemClock, { maya, ines }, DEMO_ORDERS);
  await loadDemoReplies(db, systemClock, { maya, leo, sana, ines });
  await db.execute(sql`update profiles set language = 'de'`);
  const { rows } = await db.execute<{ id: string; number: number }>(
    sql`select id, number from orders order by number`,
  );
  const orders = new Map<string, string>();
  for (const { id, number } of rows) orders.set(`E-${number}`, await secretOf(db, id));
  const { rows: buyers } = await db.execute<{ email: string }>(
    sql`select buyer_email as email from orders group by 1 order by count(*) desc, 1 limit 1`,
  );
  const buyer = buyers[0]?.email ?? '';
  const proof = await insertProof(db, buyer);
  // The other pages of this order show the size and the name of a file.
  orders.delete(proof.order);
  // Their orders have the English texts of the service.
  await loadDemoOrders(db, systemClock, { maya, ines }, DEMO_SUBSCRIPTIONS);
  const { rows: made } = await db.execute<{ id: string; number: number }>(
    sql`select id, number from subscriptions order by number`,
  );
  const subscriptions = new Map<string, string>();
  for (const { id, number } of made) {
    subscriptions.set(`S-${number}`, await secretOfSubscription(db, id));
  }
  await database.close();
  return { orders, subscriptions, buyer, proof };
}

/** Two versions of a picture, with an open and a resolved comment on the first. */
async function insertProof(db: Database, buyer: string): Promise<Shop['proof']> {
  const [order] = await db
    .select()
    .from(orderRows)
    .where(eq(orderRows.buyerEmail, buyer))
    .orderBy(desc(orderRows.number))
    .limit(1);
  if (!order) throw new Error('The buyer has no demo order');
  const { id: orderId, number } = order;
  const now = systemClock.now();
  const [delivery] = await db
    .insert(deliveries)
    .values({ orderId, event: 99, message: 'Ok', createdAt: now, dueAt: now })
    .returning();
  const deliveryId = delivery?.id ?? '';
  const [first, second] = [randomUUID(), randomUUID()];
  const file = {
    purpose: 'delivery',
    orderId,
    deliveryId,
    isAgent: true,
    name: 'logo.png',
    declaredSize: 9,
    size: 9,
    type: 'image/png',
    width: 40,
    height: 30,
    createdAt: now,
    storedAt: now,
  } as const;
  await db.insert(files).values([
    { ...file, id: first, position: 0 },
    { ...file, id: second, position: 1 },
  ]);
  const comment = {
    orderId,
    deliveryId,
    fileId: first,
    side: 'buyer',
    text: 'Ok',
    createdAt: now,
  } as const;
  const id = randomUUID();
  await db.insert(proofComments).values([
    { ...comment, id, number: 1, x: 400, y: 200 },
    { ...comment, id: randomUUID(), number: 2, resolvedAt: now, resolvedSide: 'buyer' },
    { ...comment, id: randomUUID(), replyTo: id, side: 'team' },
  ]);
  return { order: `E-${number}`, secret: await secretOf(db, orderId), fileId: first };
}

function knownData(...parts: readonly string[][]): KnownData {
  const known = new KnownData();
  known.addWhole('Embarka', 'PayPal', 'Visa', 'MasterCard', 'American Express', 'Apple Pay');
  known.addWhole('PAY', 'GET', 'POST', ...LANGUAGES.map(ownNameOf), ...LANGUAGES.map(nameInGerman));
  // Texts of db/demo/orders.ts and of the settings of a new shop.
  known.addWhole(
    'demo',
    'The title could be a little larger.',
    'We agreed on three drafts, and I found two.',
    'You are right, and we are sorry.',
    '1 Harbour Street, Portland, ME 04101, USA',
  );
  known.addWhole(
    ...Object.values(CAST).flatMap(({ fullName, email }) => [
      fullName,
      email,
      fullName.split(' ')[0] ?? '',
      initialsOf(fullName),
    ]),
  );
  for (const each of parts) known.addParts(...each);
  return known;
}

function nameInGerman(language: string): string {
  return new Intl.DisplayNames('de', { type: 'language' }).of(language) ?? '';
}

function initialsOf(name: string): string {
  return name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('');
}

const GERMAN = stringsIn(['content/de/**/*.json', 'content/services/de.json']);
const DEMO = stringsIn('content/demo/*.json');
const ENGLISH = stringsIn(['content/*.json', 'content/legal/*.json', 'content/services/*.json']);

/** The navigation shows a part of a title. */
const SHORT_TITLES = GERMAN.filter((text) => text.length < 40).map(shortTitle);

/** Texts of the shop itself in German, and of the people in the demo data. */
const VISITORS_DATA = knownData(GERMAN, SHORT_TITLES, DEMO);
/** Has no conversation in the demo data, so that answers go to the new one. */
const VISITOR = 'rosa.lind@northfield.example';
/** This test types these texts. */
const TYPED = ['Can you design my book?', 'Good morning, Rosa', VISITOR, 'Price list'];
const CHAT_DATA = knownData(GERMAN, SHORT_TITLES, DEMO, TYPED);
/** The team also sees the catalogue in English. */
const TEAM_DATA = knownData(GERMAN, SHORT_TITLES, DEMO, TYPED);
TEAM_DATA.addWhole(...ENGLISH, 'logo.png', 'Ok');
TEAM_DATA.addParts(...DEMO_SUBSCRIPTIONS.map(({ email }) => email));

test.describe.configure({ timeout: 900_000 });

const PUBLIC_PAGES: Readonly<Record<string, readonly string[]>> = {
  '': ['/'],
  contact: ['/contact'],
  payment: ['/payment'],
  'privacy-policy': ['/privacy-policy'],
  terms: ['/terms'],
  refunds: ['/refunds'],
  imprint: ['/imprint'],
  api: ['/api'],
  services: [
    '/services',
    '/services?q=buch',
    '/services?q=zzzzzz',
    '/services?q=refund',
    '/services?q=under+500&sort=price',
  ],
  'services/:section': [
    '/services/graphics',
    '/services/graphics?sort=price&min=999999',
    '/services/business',
  ],
  'services/video/:slug': ['/services/video/logo-animation'],
  'services/:section/:slug': [
    '/services/graphics/book-design',
    '/services/business/hr-consulting',
    '/services/business/call-center-&-calling',
    '/services/writing/cover-letters',
    '/services/graphics/no-such-service',
  ],
  'services/:section/:slug/order': [
    '/services/graphics/book-design/order',
    '/services/writing/cover-letters/order?choice=quantity%3D0',
    '/services/video/logo-animation/order',
  ],
  'confirm-review': ['/confirm-review', '/confirm-review?token=' + 'A'.repeat(43)],
  'moderation-log': ['/moderation-log'],
  'chat/confirm': ['/chat/confirm', '/chat/confirm?token=' + 'A'.repeat(43)],
  'chat/resume': ['/chat/resume', '/chat/resume?token=' + 'A'.repeat(43)],
  'chat/stop-mails': ['/chat/stop-mails', '/chat/stop-mails?token=' + 'A'.repeat(43)],
  'order/:secret': ['/order/' + 'A'.repeat(43)],
  'subscription/:secret': ['/subscription/' + 'A'.repeat(43)],
  'account/sign-in': ['/account/sign-in'],
  'account/link': ['/account/link', '/account/link?token=' + 'A'.repeat(43)],
  'account/invitation': ['/account/invitation?token=' + 'A'.repeat(43)],
  widget: ['/widget', '/widget?host=https://blog.example'],
  '*': ['/no-such-page'],
};

const ACCOUNT_PAGES: Readonly<Record<string, readonly string[]>> = {
  login: ['/login', '/login?notice=password-set', '/login?next=/team'],
  'login/factor': ['/login/factor'],
  'login/openid/callback': ['/login/openid/callback'],
  'create-account': ['/create-account'],
  'verify-email': ['/verify-email', '/verify-email?token=' + 'A'.repeat(43)],
  'forgot-password': ['/forgot-password'],
  'reset-password': ['/reset-password', '/reset-password?token=' + 'A'.repeat(43)],
  setup: ['/setup', '/setup?token=' + 'A'.repeat(43)],
  invitation: ['/invitation', '/invitation?token=' + 'A'.repeat(43)],
};

const TEAM_PAGES: Readonly<Record<string, readonly string[]>> = {
  agentchat: ['/agentchat'],
  desk: ['/desk'],
  'canned-replies': ['/canned-replies'],
  notifications: ['/notifications'],
  team: ['/team'],
  'team/account': ['/team/account'],
  'team/confirm': ['/team/confirm'],
  'team/orders': [
    '/team/orders',
    '/team/orders?show=all',
    '/team/orders?view=board',
    '/team/orders?view=calendar',
  ],
  'team/invoices': ['/team/invoices', '/team/invoices?show=overdue'],
  'team/subscriptions': ['/team/subscriptions', '/team/subscriptions?state=active&sort=amount'],
  'team/subscriptions/import': ['/team/subscriptions/import'],
  'team/subscriptions/:number': ['/team/subscriptions/S-1001'],
  'team/coupons': ['/team/coupons', '/team/coupons?show=ended'],
  'team/coupons/:id': ['/team/coupons/new'],
  'team/labels': ['/team/labels'],
  'team/audit': ['/team/audit'],
  'team/emails': ['/team/emails'],
  'team/outbox': ['/team/outbox'],
  'team/setup': ['/team/setup'],
  'team/api': ['/team/api'],
  'team/catalogue': ['/team/catalogue'],
  'team/catalogue/sections': ['/team/catalogue/sections'],
  'team/catalogue/publish': ['/team/catalogue/publish'],
  'team/catalogue/history': ['/team/catalogue/history'],
  'team/catalogue/import': ['/team/catalogue/import'],
  'team/catalogue/:kind/:id': ['/team/catalogue/service/new'],
  'team/content': ['/team/content'],
  'team/content/publish': ['/team/content/publish'],
  'team/content/history': ['/team/content/history'],
  'team/content/preview/:id': ['/team/content/preview/en_home'],
  'preview/:theme/content/:id': [
    '/preview/light/content/de_home',
    '/preview/light/content/de_chat',
  ],
  'team/content/:id': ['/team/content/en_home', '/team/content/de_chat', '/team/content/en_terms'],
  'team/reports': ['/team/reports'],
  'team/reports/revenue': ['/team/reports/revenue'],
  'team/reviews': ['/team/reviews'],
  'team/visitors': ['/team/visitors'],
  'team/settings': ['/team/settings'],
  reset: ['/reset'],
  'team/*': ['/team/no-such-page'],
};

/** Where a route with something in its path is found: the first such link of another page. */
interface Link {
  readonly from: string;
  readonly link: string;
  /** Changes the link's path into that of the page. */
  readonly to?: (path: string) => string;
}

async function find(page: Page, { from, link, to = (path) => path }: Link): Promise<string> {
  await page.goto(from);
  const href = await page.locator(link).first().getAttribute('href');
  expect(href, from).not.toBeNull();
  return to(href ?? '');
}

const SERVICE = 'main a[href^="/team/catalogue/service/"]:not([href$="/new"])';

const LINKED_TEAM_PAGES: Readonly<Record<string, Link>> = {
  'team/webhooks/:id': { from: '/team/api', link: 'main a[href^="/team/webhooks/"]' },
  'team/catalogue/:kind/:id': { from: '/team/catalogue', link: SERVICE },
  'team/catalogue/:kind/:id/:language': {
    from: '/team/catalogue',
    link: SERVICE,
    to: (path) => `${path}/de`,
  },
  'team/catalogue/preview/:id': {
    from: '/team/catalogue',
    link: SERVICE,
    to: (path) => path.replace('/service/', '/preview/'),
  },
  'preview/:theme/:id': {
    from: '/team/catalogue',
    link: SERVICE,
    to: (path) => path.replace('/team/catalogue/service/', '/preview/light/'),
  },
};

async function visitAll(
  page: Page,
  pages: Readonly<Record<string, readonly string[]>>,
  prefix: string,
  check: Fixtures['check'],
  known: KnownData,
): Promise<void> {
  for (const path of Object.values(pages).flat()) {
    await test.step(path, async () => {
      await page.goto(prefix + path);
      await expect
        .soft(page.locator('html'), path)
        .toHaveAttribute('lang', 'de', { timeout: 3000 });
      await check(page, path, known);
    });
  }
}

interface Node {
  readonly path?: string;
  readonly index?: boolean;
  readonly children?: readonly Node[];
}

function pathsOf(node: Node): string[] {
  const below = (node.children ?? []).flatMap(pathsOf);
  return node.path === undefined && !node.index ? below : [node.path ?? '', ...below];
}

/** Routes that a test below reaches by what it does. */
const BY_STEPS = [
  'reviews/:id/report',
  'order/:secret/receipt',
  'team/orders/:number',
  'team/orders/:number/proof/:file',
  'order/:secret/proof/:file',
  'account/orders/:number/proof/:file',
  'account',
  'account/orders/:number',
  'account/orders/:number/receipt',
  'account/subscriptions/:number',
  'account/invoices',
  'account/conversations/:id',
  'account/files',
  'account/companies',
  'account/companies/:id',
  'account/settings',
];

test('every route is visited', () => {
  const visited = [PUBLIC_PAGES, ACCOUNT_PAGES, TEAM_PAGES, LINKED_TEAM_PAGES].flatMap(Object.keys);
  const paths = new Set((routes as readonly Node[]).flatMap(pathsOf));
  expect(paths.size).toBeGreaterThan(60);
  expect([...new Set([...visited, ...BY_STEPS])].toSorted()).toEqual([...paths].toSorted());
});

test('public pages', async ({ open, check }) => {
  const page = await open('/');
  await visitAll(page, PUBLIC_PAGES, '', check, VISITORS_DATA);
});

test('pages of accounts', async ({ open, check }) => {
  const page = await open('/');
  await visitAll(page, ACCOUNT_PAGES, '', check, VISITORS_DATA);
});

test('orders', async ({ open, check, shop }) => {
  const page = await open('/');
  for (const [number, secret] of shop.orders) {
    for (const path of [`/order/${secret}`, `/order/${secret}/receipt`]) {
      await page.goto(path);
      await check(page, path.replace(secret, number));
    }
  }
  const { secret: ofProof, fileId } = shop.proof;
  const path = `/order/${ofProof}/proof/${fileId}`;
  for (const query of ['', '?compare=self&view=overlay']) {
    await page.goto(path + query.replace('self', fileId));
    await check(page, `proof ${query}`, TEAM_DATA);
  }
});

test('subscriptions', async ({ open, check, shop }) => {
  const page = await open('/');
  for (const [number, secret] of shop.subscriptions) {
    await page.goto(`/subscription/${secret}`);
    await check(page, number, TEAM_DATA);
  }
});

test('team pages', async ({ open, check, shop }) => {
  const page = await open('/agentchat', 'henrik');
  const orderPaths = [...shop.orders.keys()].map((number) => `/team/orders/${number}`);
  const pages = {
    ...TEAM_PAGES,
    'team/orders/:number': orderPaths,
    'team/orders/:number/proof/:file': [
      `/team/orders/${shop.proof.order}/proof/${shop.proof.fileId}`,
    ],
    'team/subscriptions/:number': [...shop.subscriptions.keys()].map(
      (number) => `/team/subscriptions/${number}`,
    ),
  };
  await visitAll(page, pages, '', check, TEAM_DATA);
});

test('team pages of one thing', async ({ open, check }) => {
  const page = await open('/team/api', 'henrik');
  await page.getByLabel(p('Address')).fill('https://shop.example/webhooks');
  await page.getByRole('button', { name: p('Add webhook') }).click();
  await expect(page.getByTestId('webhook')).toHaveCount(1);
  await check(page, 'a new webhook', TEAM_DATA);
  await page.getByLabel(p('Name'), { exact: true }).fill('Price list');
  await page.getByRole('button', { name: p('Create key') }).click();
  await expect(page.getByLabel(p('New API key'))).toBeVisible();
  await check(page, 'a new API key', TEAM_DATA);
  for (const [route, link] of Object.entries(LINKED_TEAM_PAGES)) {
    await test.step(route, async () => {
      await page.goto(await find(page, link));
      await check(page, route, TEAM_DATA);
    });
  }
});

test('the inbox and its dialogs', async ({ open, check }) => {
  const page = await open('/agentchat', 'maya');
  const list = page.getByRole('complementary', { name: p('Conversations') });
  await list.getByRole('button', { name: /@/ }).first().click();
  await expect(page.getByTestId('message').first()).toBeVisible();
  await check(page, 'a conversation', TEAM_DATA);
  for (const name of ['Make an offer', 'Snooze', 'More', 'Private note'] as const) {
    await test.step(name, async () => {
      await page
        .getByRole('main')
        .getByRole('button', { name: p(name), exact: true })
        .first()
        .click();
      await check(page, name, TEAM_DATA);
      await page.keyboard.press('Escape');
    });
  }
});

test('the order form, its errors and the code', async ({ open, check }) => {
  const page = await open('/services/graphics/book-design/order');
  await page.getByLabel(p('Coupon code')).fill('NOTHING-LIKE-THIS');
  await page
    .getByRole('button', { name: p('Place order') })
    .last()
    .click();
  await expect(page.getByText(p('Please enter a valid email address'))).toBeVisible();
  await check(page, 'errors of the order form', CHAT_DATA);
  await page.getByLabel(p('Coupon code')).fill('');
  await page.getByLabel(p('Email address')).fill(VISITOR);
  await page
    .getByRole('button', { name: p('Place order') })
    .last()
    .click();
  await expect(page.getByLabel(p('Code from the email'))).toBeVisible();
  await check(page, 'the code of an order', CHAT_DATA);
});

test('the client account', async ({ open, check, shop }) => {
  const { buyer, server } = shop;
  // The hidden word before the name of a file is a tag of its message, so it has no brackets.
  const typed = [
    buyer,
    'logo.png',
    'Ok',
    '9 B',
    '18 B',
    p('Download').slice(1, -1),
    'Harbour Books',
    'colleague@northfield.example',
  ];
  const data = knownData(GERMAN, SHORT_TITLES, DEMO, typed);
  const page = await open('/account/sign-in');
  await page.getByLabel(p('Email address')).fill(buyer);
  await page.getByRole('button', { name: p('Send code') }).click();
  const code = page.getByLabel(p('Six-digit code'));
  await code.fill('12');
  await page.getByRole('button', { name: p('Sign in'), exact: true }).click();
  await expect(page.getByText(p('Enter the six digits from the email.'))).toBeVisible();
  await check(page, 'errors of the code', data);
  await code.fill(await signInCode(server, buyer));
  await page.getByRole('button', { name: p('Sign in'), exact: true }).click();
  await expect(page.getByRole('heading', { name: p('Your account') })).toBeVisible();
  await check(page, 'account', data);
  const links = page.getByRole('main').getByRole('link');
  const paths = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href') ?? ''),
  );
  const [order = ''] = paths.filter((path) => path.startsWith('/account/orders/'));
  const [conversation = ''] = paths.filter((path) => path.startsWith('/account/conversations/'));
  expect([order, conversation]).not.toContain('');
  for (const path of [
    order,
    `${order}/receipt`,
    `/account/orders/${shop.proof.order}/proof/${shop.proof.fileId}`,
    conversation,
    '/account/subscriptions/S-9999',
    '/account/invoices',
    '/account/files',
    '/account/settings',
  ]) {
    await page.goto(path);
    await check(page, path, data);
  }
  await page.goto('/account/companies');
  await check(page, 'companies', data);
  await page.getByLabel(p('Name of the company')).fill('Harbour Books');
  await page.getByRole('button', { name: p('Create company') }).click();
  await expect(page.getByRole('heading', { name: 'Harbour Books' })).toBeVisible();
  await page.getByLabel(p('Email address')).fill('colleague@northfield.example');
  await page.getByRole('button', { name: p('Send invitation') }).click();
  await expect(page.getByRole('heading', { name: p('Invitations') })).toBeVisible();
  await check(page, 'a company', data);
});

/** The code in the newest email to this address. */
async function signInCode(server: TestServer, to: string): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      const mails = await readMails(server);
      const mail = mails.find((text) => text.includes(`To: ${to}`)) ?? '';
      const body = mail.slice(mail.indexOf('\n\n'));
      code = /(?<![\w#-])\d{6}(?![\w-])/.exec(body)?.[0] ?? '';
      return code;
    })
    .not.toBe('');
  return code;
}

test('reviews: the form, its errors and a report', async ({ open, check }) => {
  const page = await open('/services/graphics/book-design');
  await page.getByRole('button', { name: p('Submit review') }).click();
  await expect(page.getByText(p('Please complete the CAPTCHA verification'))).toBeVisible();
  await check(page, 'errors of the review form');
  await page.locator('a[href*="/report"]').first().click();
  await expect(page.getByRole('radio')).toHaveCount(6);
  await check(page, 'report form');
  await page.getByRole('button', { name: p('Report review') }).click();
  await expect(page.getByText(p('Please select a reason'))).toBeVisible();
  await check(page, 'errors of the report form');
});

test('the chat, from the launcher to the rating', async ({ open, check, shop }) => {
  const agent = await open('/agentchat', 'maya');
  const page = await open('/services/graphics/book-design');
  await page
    .getByRole('button', { name: p('CONTACT AGENT') })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check(page, 'topics');
  await page.getByRole('group').getByRole('button').nth(1).click();
  await page.getByLabel(p('Your email')).fill('rosa@mailinator.com');
  await page.getByRole('button', { name: p('Continue'), exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await check(page, 'errors of the email');
  await page.getByLabel(p('Your email')).fill(VISITOR);
  await page.getByRole('button', { name: p('Continue'), exact: true }).click();
  await expect(page.getByPlaceholder(p('Write a message'))).toBeEnabled();
  await page.getByPlaceholder(p('Write a message')).fill('Can you design my book?');
  await page.getByPlaceholder(p('Write a message')).press('Enter');
  await check(page, 'a conversation', CHAT_DATA);
  const list = agent.getByRole('complementary', { name: p('Conversations') });
  await list.getByRole('button', { name: VISITOR }).click();
  await agent.getByPlaceholder(p('Write a reply')).fill('Good morning, Rosa');
  await agent.getByPlaceholder(p('Write a reply')).press('Enter');
  await agent.getByRole('button', { name: p('Make an offer') }).click();
  const dialog = agent.getByRole('dialog', { name: p('Make an offer') });
  await dialog.getByLabel(p('Unit price')).fill('fifteen');
  await dialog.getByRole('button', { name: p('Send offer') }).click();
  await check(agent, 'errors of the offer', TEAM_DATA);
  await dialog.getByLabel(p('Unit price')).fill('1500');
  await dialog.getByRole('button', { name: p('Send offer') }).click();
  await expect(dialog).toHaveCount(0);
  await check(agent, 'an offer', TEAM_DATA);
  const offer = page.getByRole('dialog').getByTestId('offer');
  await expect(offer).toBeVisible();
  await check(page, 'an offer', CHAT_DATA);
  await offer.getByRole('button', { name: p('Accept offer') }).click();
  await offer.getByRole('button', { name: p('Confirm your address') }).click();
  await expect(offer.getByLabel(p('Six-digit code'))).toBeVisible();
  await check(page, 'the code for an address', CHAT_DATA);
  await agent
    .getByRole('button', { name: p('Resolve'), exact: true })
    .first()
    .click();
  const stars = page.getByRole('group', { name: p('How was this chat?') });
  await expect(stars).toBeVisible();
  await check(page, 'the rating', CHAT_DATA);
  await stars.getByRole('radio').last().check({ force: true });
  await expect(page.getByText(p('Thank you. Your rating is saved.'))).toBeVisible();
  await check(page, 'a rating', CHAT_DATA);
  await check(agent, 'a rated conversation', TEAM_DATA);
  expect(shop.server.isRunning).toBe(true);
});
