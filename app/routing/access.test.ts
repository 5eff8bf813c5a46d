import { beforeAll, expect, test } from 'vitest';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { signInClient } from '../../tests/support/client.ts';
import { CAST, VISITORS } from '../../tests/support/cast.ts';
import { useDatabaseOnce } from '../../tests/support/database.ts';
import { addressOf, ENDPOINT_LIST } from '../../tests/support/endpoints.ts';
import { everyRow } from '../../tests/support/every-row.ts';
import { contextOf, createTestAppContext } from '../../tests/support/app-context.ts';
import { request } from '../../tests/support/request.ts';
import { cookieOf, employ, teamServices, TEST_ORIGIN } from '../../tests/support/team.ts';
import type { AppContext } from '../app-context.ts';
import { guardOf, readsBody } from '../http/router.server.ts';
import routes from '../routes.ts';

/**
 * The guard of each route admits one of these audiences. Visitors who have no access to a conversation learn no more
 * than that there is none, so their routes count as 'everyone' here. Programs need an API key.
 */
type Audience = 'everyone' | 'clients' | 'team' | 'managers' | 'admins' | 'programs';

interface Row {
  readonly loader?: Audience;
  readonly action?: Audience;
}

/** The test fails for a page without a row and for a new loader or action. */
const PAGES: Readonly<Record<string, Row>> = {
  'shop/pages/layout.tsx': {},
  'shop/pages/home.tsx': { loader: 'everyone' },
  'shop/pages/services.tsx': { loader: 'everyone' },
  'shop/pages/section.tsx': { loader: 'everyone' },
  'shop/pages/service.tsx': { loader: 'everyone', action: 'everyone' },
  'shop/pages/contact.tsx': { loader: 'everyone' },
  'orders/pages/payment.tsx': {},
  'shop/pages/privacy-policy.tsx': { loader: 'everyone' },
  'shop/pages/imprint.tsx': { loader: 'everyone' },
  'shop/pages/refunds.tsx': { loader: 'everyone' },
  'shop/pages/terms.tsx': { loader: 'everyone' },
  'api/pages/api.tsx': { loader: 'everyone' },
  'shop/pages/video-service.tsx': { loader: 'everyone', action: 'everyone' },
  'reviews/pages/report-review.tsx': { loader: 'everyone', action: 'everyone' },
  'chat/pages/confirm-address.tsx': { loader: 'everyone', action: 'everyone' },
  'reviews/pages/confirm-review.tsx': { loader: 'everyone', action: 'everyone' },
  'reviews/pages/moderation-log.tsx': { loader: 'everyone' },
  'shop/pages/not-found.tsx': { loader: 'everyone' },
  'catalogue/pages/preview.tsx': { loader: 'managers', action: 'managers' },
  'catalogue/pages/preview-content.tsx': { loader: 'managers' },
  'chat/pages/resume-chat.tsx': { loader: 'everyone', action: 'everyone' },
  'chat/pages/stop-mails.tsx': { loader: 'everyone', action: 'everyone' },

  // The content security policy of the embedded chat decides which sites may embed it.
  'chat/pages/widget.tsx': { loader: 'everyone' },

  // The secret in the address authenticates the visitor.
  'orders/pages/order.tsx': { loader: 'everyone', action: 'everyone' },
  'orders/pages/proof.tsx': { loader: 'everyone', action: 'everyone' },
  'orders/pages/subscription.tsx': { loader: 'everyone', action: 'everyone' },
  'orders/pages/order-form.tsx': { loader: 'everyone', action: 'everyone' },
  'orders/pages/order-receipt.tsx': { loader: 'everyone' },

  // The session of a client authenticates these; `tests/hostile/orders.test.ts` tries them.
  'clients/pages/account.tsx': { loader: 'clients' },
  'clients/pages/account-order.tsx': { loader: 'clients', action: 'clients' },
  'clients/pages/account-proof.tsx': { loader: 'clients', action: 'clients' },
  'clients/pages/account-receipt.tsx': { loader: 'clients' },
  'clients/pages/account-subscription.tsx': { loader: 'clients', action: 'clients' },
  'clients/pages/account-invoices.tsx': { loader: 'clients' },
  'clients/pages/account-conversation.tsx': { loader: 'clients', action: 'clients' },
  'clients/pages/account-files.tsx': { loader: 'clients' },
  'clients/pages/account-settings.tsx': { loader: 'clients', action: 'clients' },
  'clients/pages/companies.tsx': { loader: 'clients', action: 'clients' },
  'clients/pages/company.tsx': { loader: 'clients', action: 'clients' },
  'clients/pages/sign-in.tsx': { loader: 'everyone', action: 'everyone' },
  'clients/pages/sign-in-link.tsx': { loader: 'everyone', action: 'everyone' },
  'clients/pages/company-invitation.tsx': { loader: 'everyone', action: 'everyone' },

  'accounts/pages/login.tsx': { loader: 'everyone', action: 'everyone' },
  'accounts/pages/login-factor.tsx': { loader: 'everyone', action: 'everyone' },
  // The OpenID provider authenticates people, not this route.
  'accounts/pages/openid-callback.tsx': { loader: 'everyone' },
  'accounts/pages/create-account.tsx': { loader: 'everyone', action: 'everyone' },
  'accounts/pages/verify-email.tsx': { loader: 'everyone', action: 'everyone' },
  'accounts/pages/forgot-password.tsx': { action: 'everyone' },
  'accounts/pages/reset-password.tsx': { loader: 'everyone', action: 'everyone' },
  'accounts/pages/setup.tsx': { loader: 'everyone', action: 'everyone' },
  'accounts/pages/invitation.tsx': { loader: 'everyone', action: 'everyone' },

  'portal/pages/shell.tsx': { loader: 'team' },
  'chat/pages/agentchat.tsx': { loader: 'team' },
  'portal/pages/layout.tsx': {},
  'chat/pages/desk.tsx': { loader: 'managers', action: 'managers' },
  'chat/pages/canned-replies.tsx': { loader: 'team', action: 'team' },
  'notifications/pages/notifications.tsx': { loader: 'team', action: 'team' },
  'accounts/pages/account.tsx': { loader: 'team', action: 'team' },
  'accounts/pages/team-confirm.tsx': { loader: 'team', action: 'team' },
  'orders/pages/team-orders.tsx': { loader: 'team', action: 'team' },
  'orders/pages/team-order.tsx': { loader: 'team', action: 'team' },
  'orders/pages/team-proof.tsx': { loader: 'team', action: 'team' },
  'orders/pages/team-invoices.tsx': { loader: 'managers', action: 'managers' },
  'orders/pages/team-subscriptions.tsx': { loader: 'team', action: 'team' },
  'orders/pages/team-subscription.tsx': { loader: 'team', action: 'team' },
  'orders/pages/team-coupons.tsx': { loader: 'managers', action: 'managers' },
  'orders/pages/subscription-import.tsx': { loader: 'admins', action: 'admins' },
  'orders/pages/team-coupon.tsx': { loader: 'managers', action: 'managers' },
  'accounts/pages/team.tsx': { loader: 'managers', action: 'managers' },
  'portal/pages/team-missing.tsx': { loader: 'team' },
  'chat/pages/team-labels.tsx': { loader: 'managers', action: 'managers' },
  'accounts/pages/team-audit.tsx': { loader: 'admins', action: 'admins' },
  'inbound-email/pages/team-emails.tsx': { loader: 'managers' },
  'portal/pages/team-jobs.tsx': { loader: 'admins', action: 'admins' },
  'api/pages/team-api.tsx': { loader: 'admins', action: 'admins' },
  'webhooks/pages/team-webhook.tsx': { loader: 'admins', action: 'admins' },
  'catalogue/pages/team-catalogue.tsx': { loader: 'managers', action: 'managers' },
  'catalogue/pages/catalogue-sections.tsx': { loader: 'managers', action: 'managers' },
  'catalogue/pages/catalogue-publish.tsx': { loader: 'managers', action: 'managers' },
  'catalogue/pages/catalogue-history.tsx': { loader: 'managers', action: 'managers' },
  'catalogue/pages/catalogue-entry.tsx': { loader: 'managers', action: 'managers' },
  'catalogue/pages/catalogue-translate.tsx': { loader: 'managers', action: 'managers' },
  'catalogue/pages/catalogue-import.tsx': { loader: 'managers', action: 'managers' },
  'catalogue/pages/catalogue-preview.tsx': { loader: 'managers' },
  'catalogue/pages/team-content.tsx': { loader: 'managers', action: 'managers' },
  'catalogue/pages/content-block.tsx': { loader: 'managers', action: 'managers' },
  'catalogue/pages/content-preview.tsx': { loader: 'managers' },
  'chat/pages/team-reports.tsx': { loader: 'managers' },
  'orders/pages/team-revenue.tsx': { loader: 'managers' },
  'reviews/pages/team-reviews.tsx': { loader: 'managers', action: 'managers' },
  'chat/pages/team-visitors.tsx': { loader: 'managers', action: 'managers' },
  'accounts/pages/team-settings.tsx': { loader: 'admins', action: 'admins' },
  'setup-guide/pages/team-setup.tsx': { loader: 'admins', action: 'admins' },
  'chat/pages/reset.tsx': { loader: 'admins', action: 'admins' },
};

/** The test fails for an endpoint without a row. */
const ENDPOINTS: Readonly<Record<string, Audience>> = {
  'GET /captcha': 'everyone',
  'GET /sitemap.xml': 'everyone',
  'GET /robots.txt': 'everyone',
  'GET /manifest': 'everyone',
  'GET /brand/:colour': 'everyone',
  'GET /search-index': 'everyone',
  'GET /search': 'everyone',
  'GET /service-cards': 'everyone',
  'GET /agentchat/manifest': 'everyone',
  'POST /login/passkey': 'everyone',
  'POST /account/passkey': 'everyone',
  'POST /account/passkey/new': 'clients',
  'GET /account/orders/:number/archive': 'clients',
  'GET /account/orders/:number/files/:id/:preview?': 'clients',
  'GET /account/orders/:number/invoices/:id': 'clients',
  'POST /account/orders/:number/answers': 'clients',
  // The OpenID provider authenticates people, not this route.
  'GET /login/openid': 'everyone',

  'GET /chat/availability': 'everyone',
  'GET /chat/file-limits': 'everyone',
  // The guard finds out whose file it is and answers 404 to everybody else.
  'GET /chat/files/:id/:preview?': 'everyone',
  // The route only deletes a cookie of the requesting browser.
  'POST /widget/leave': 'everyone',
  'GET /chat/conversations': 'everyone',
  'POST /chat/conversations': 'everyone',
  'GET /chat/conversations/:id': 'everyone',
  'GET /chat/conversations/:id/messages': 'everyone',
  'POST /chat/conversations/:id/messages': 'everyone',
  'POST /chat/conversations/:id/code': 'everyone',
  'POST /chat/conversations/:id/confirmation': 'everyone',
  'POST /chat/conversations/:id/link': 'everyone',
  'POST /chat/conversations/:id/name': 'everyone',
  'POST /chat/conversations/:id/rating': 'everyone',
  'POST /chat/conversations/:id/read': 'everyone',
  'POST /chat/conversations/:id/take-back': 'everyone',
  'POST /chat/conversations/:id/offers/:offer': 'everyone',
  'GET /chat/conversations/:id/orders': 'everyone',
  'GET /chat/conversations/:id/orders/:number': 'everyone',

  // The secret in the address authenticates the visitor.
  'GET /order/:secret/files/:id/:preview?': 'everyone',
  'GET /order/:secret/archive': 'everyone',
  'GET /order/:secret/invoices/:id': 'everyone',
  'POST /order/:secret/answers': 'everyone',
  'POST /order-quotes': 'everyone',
  // Requests without a valid signature or secret of the service are rejected.
  'POST /webhooks/mail': 'everyone',
  'POST /webhooks/stripe': 'everyone',
  'POST /webhooks/paypal': 'everyone',
  'ALL /webhooks/:name': 'everyone',

  'POST /notifications/subscription': 'team',
  // The token in the address authenticates the recipient of an email.
  'GET /notifications/unsubscribe': 'everyone',
  'POST /notifications/unsubscribe': 'everyone',
  'GET /chat/unsubscribe': 'everyone',
  'POST /chat/unsubscribe': 'everyone',
  // The route stores nothing and redirects to the dashboard.
  'GET /agentchat/share': 'everyone',
  'POST /agentchat/share': 'everyone',
  'GET /agentchat/inbox': 'team',
  'GET /agentchat/counts': 'team',
  'GET /agentchat/search': 'team',
  'GET /team/find': 'team',
  'POST /agentchat/many': 'team',
  'POST /agentchat/availability': 'team',
  'GET /agentchat/agents': 'managers',
  'GET /agentchat/labels': 'team',
  'GET /agentchat/mentionable': 'team',
  'GET /agentchat/mentions': 'team',
  'POST /agentchat/mentions': 'team',
  'GET /agentchat/canned-replies': 'team',
  'GET /agentchat/conversations/:id/entry': 'team',
  'GET /agentchat/conversations/:id/messages': 'team',
  'POST /agentchat/conversations/:id/messages': 'team',
  'POST /agentchat/conversations/:id/notes': 'team',
  'POST /agentchat/conversations/:id/read': 'team',
  'POST /agentchat/conversations/:id/take-back': 'team',
  'POST /agentchat/conversations/:id/completed': 'team',
  'POST /agentchat/conversations/:id/snoozed': 'team',
  'POST /agentchat/conversations/:id/no-answer-needed': 'team',
  'POST /agentchat/conversations/:id/drafts': 'team',
  'GET /agentchat/conversations/:id/drafts/:draft': 'team',
  'POST /agentchat/conversations/:id/drafts/:draft': 'team',
  'GET /agentchat/conversations/:id/offers': 'team',
  'POST /agentchat/conversations/:id/offers': 'team',
  'GET /agentchat/conversations/:id/offers/choices': 'team',
  'POST /agentchat/conversations/:id/offers/quote': 'team',
  'POST /agentchat/conversations/:id/offers/:offer/withdrawn': 'team',
  'GET /agentchat/visitors/:id': 'team',
  'GET /agentchat/visitors/:id/entry': 'team',
  'GET /agentchat/visitors/:id/holder': 'team',
  'GET /agentchat/visitors/:id/person': 'team',
  'GET /agentchat/visitors/:id/orders': 'team',
  'POST /agentchat/visitors/:id/person': 'team',
  'POST /agentchat/visitors/:id/note': 'team',
  'POST /agentchat/visitors/:id/label': 'team',
  'POST /agentchat/visitors/:id/take': 'team',
  'GET /agentchat/visitors/:id/transfer': 'team',
  'POST /agentchat/visitors/:id/transfer': 'team',

  'POST /team/catalogue/media': 'managers',
  'GET /team/catalogue/media/:id': 'managers',
  'POST /team/catalogue/media/:id': 'managers',
  'GET /team/catalogue/export': 'everyone',
  'POST /team/catalogue/export': 'managers',
  'GET /team/catalogue/services/export': 'everyone',
  'POST /team/catalogue/services/export': 'managers',
  'GET /team/subscriptions/export': 'everyone',
  'POST /team/subscriptions/export': 'team',
  'GET /team/reviews/export': 'everyone',
  'POST /team/reviews/export': 'managers',
  'GET /team/audit/export': 'everyone',
  'POST /team/audit/export': 'admins',
  'GET /team/outbox/export': 'everyone',
  'POST /team/outbox/export': 'admins',
  'GET /team/invoices/export': 'everyone',
  'POST /team/invoices/export': 'managers',
  'GET /team/invoices/:id/pdf': 'managers',
  'GET /team/coupons/export': 'everyone',
  'POST /team/coupons/export': 'managers',
  // The secret in the address authenticates the calendar program.
  'GET /team/orders/calendar/:secret': 'everyone',
  'GET /team/orders/column': 'team',
  'GET /team/orders/export': 'everyone',
  'POST /team/orders/export': 'team',
  'GET /team/orders/:number/archive': 'team',
  'GET /team/orders/:number/files/:id/:preview?': 'team',
  'GET /team/orders/:number/invoices/:id': 'team',
  'GET /team/reports/export': 'everyone',
  'POST /team/reports/export': 'managers',
  'GET /team/reports/funnel': 'everyone',
  'POST /team/reports/funnel': 'managers',
  'GET /team/reports/revenue/export': 'everyone',
  'POST /team/reports/revenue/export': 'managers',
  'GET /team/visitors/list': 'everyone',
  'POST /team/visitors/list': 'admins',
  'GET /team/visitors/export': 'everyone',
  'POST /team/visitors/export': 'admins',
  'GET /team/visitors/files': 'everyone',
  'POST /team/visitors/files': 'admins',

  'GET /api/openapi.json': 'everyone',
  'OPTIONS /api/openapi.json': 'everyone',
  'ALL /api/openapi.json': 'everyone',
  'OPTIONS /api/v1/*': 'everyone',
  'ALL /api/v1/*': 'everyone',
  'GET /api/v1/sections': 'everyone',
  'GET /api/v1/services': 'everyone',
  'GET /api/v1/services/:section/:slug': 'everyone',
  'GET /api/v1/services/:section/:slug/reviews': 'everyone',
  'GET /api/v1/services/:section/:slug/rating': 'everyone',
  'GET /api/v1/reviews/:id': 'everyone',
  'GET /api/v1/catalogue': 'programs',
  'GET /api/v1/catalogue.csv': 'programs',
  'POST /api/v1/catalogue/compare': 'programs',
  'POST /api/v1/catalogue/import': 'programs',
  'GET /api/v1/coupons': 'programs',
  'GET /api/v1/coupons/:id': 'programs',
  'POST /api/v1/coupons': 'programs',
  'POST /api/v1/coupons/:id': 'programs',
  'POST /api/v1/coupons/:id/end': 'programs',
  'GET /api/v1/orders': 'programs',
  'GET /api/v1/orders/:number': 'programs',
  'POST /api/v1/orders/:number/invoice': 'programs',
  'GET /api/v1/invoices': 'programs',
  'GET /api/v1/invoices/:id': 'programs',
  'POST /api/v1/invoices/:id/void': 'programs',
  'GET /api/v1/subscriptions': 'programs',
  'GET /api/v1/subscriptions/:number': 'programs',
  'POST /api/v1/subscriptions/:number/requests': 'programs',
  'POST /api/v1/subscriptions/:number/transitions': 'programs',
  'POST /api/v1/orders/:number/transitions': 'programs',
  'POST /api/v1/orders/:number/owner': 'programs',
  'POST /api/v1/orders/:number/comments': 'programs',
  'POST /api/v1/orders/:number/comments/:comment': 'programs',
  'POST /api/v1/orders/:number/assignees': 'programs',
  'POST /api/v1/orders/:number/labels': 'programs',
  'POST /api/v1/orders/:number/checklist/:step': 'programs',
  'GET /api/v1/orders/:number/comments': 'programs',
  'GET /api/v1/conversations': 'programs',
  'GET /api/v1/conversations/:id': 'programs',
  'GET /api/v1/conversations/:id/messages': 'programs',
  'GET /api/v1/conversations/:id/notes': 'programs',
  'GET /api/v1/desk': 'programs',
  'POST /api/v1/conversations/:id/messages': 'programs',
  'POST /api/v1/conversations/:id/notes': 'programs',
  'POST /api/v1/conversations/:id/labels': 'programs',
  'POST /api/v1/conversations/:id/assignment': 'programs',
  'POST /api/v1/conversations/:id/snooze': 'programs',
  'POST /api/v1/conversations/:id/resolve': 'programs',
  'POST /api/v1/conversations/:id/reopen': 'programs',
  'GET /api/v1/events': 'programs',

  'GET /sign-out': 'everyone',
  // The row is last, because it ends the sessions that the other rows use.
  'POST /sign-out': 'everyone',
};

const PEOPLE = ['nobody', 'client', 'maya', 'sam', 'ines', 'henrik'] as const;
type Person = (typeof PEOPLE)[number];

const ADMITTED: Readonly<Record<Audience, readonly Person[]>> = {
  everyone: PEOPLE,
  clients: ['client'],
  team: ['maya', 'sam', 'ines', 'henrik'],
  managers: ['ines', 'henrik'],
  admins: ['henrik'],
  programs: [],
};

type Handler = (args: unknown) => unknown;
const modules = import.meta.glob<Record<string, unknown>>([
  '../**/*.{ts,tsx}',
  '!../**/*.test.{ts,tsx}',
]);

const store = useDatabaseOnce();
let appContext: AppContext;
const cookies = new Map<Person, string>();

beforeAll(async () => {
  const services = teamServices(store.db);
  // Rate limits would refuse the later rows.
  const limits = { take: () => Promise.resolve({ remaining: 1, fullAfterSeconds: 1 }) };
  appContext = { ...createTestAppContext(store.db, services), limits };
  for (const person of PEOPLE) {
    if (person === 'nobody') continue;
    if (person === 'client') {
      cookies.set(person, (await signInClient(appContext, VISITORS.elena)).cookie);
      continue;
    }
    await employ(store.db, services, person);
    cookies.set(person, await cookieOf(store.db, services, person));
  }
});

test('every page has a row, and every row a page', () => {
  expect(Object.keys(PAGES).sort()).toEqual([...new Set(filesOf(routes))].sort());
});

test('every endpoint has a row, and every row an endpoint', () => {
  expect(Object.keys(ENDPOINTS).sort()).toEqual(ENDPOINT_LIST.map(({ name }) => name).sort());
});

test('every endpoint begins with its guard, and every write reads its body in a declared step', async () => {
  await everyRow(
    ENDPOINT_LIST,
    ({ name }) => name,
    ({ method, handlers }) => {
      const guards = handlers.filter((handler) => guardOf(handler));
      expect(guards).toEqual(handlers.slice(0, 1));
      expect(method !== 'POST' || handlers.some(readsBody)).toBe(true);
    },
  );
});

test('every page has the loader and action of its row', async () => {
  await everyRow(
    Object.entries(PAGES),
    ([file]) => file,
    async ([file, row]) => {
      const module = await load(file);
      expect({ loader: 'loader' in module, action: 'action' in module }).toEqual({
        loader: row.loader !== undefined,
        action: row.action !== undefined,
      });
    },
  );
});

test('every loader and action lets in the audience of its row alone', async () => {
  const guards = Object.entries(PAGES).flatMap(([file, row]) =>
    (Object.entries(row) as [keyof Row, Audience][]).map(([kind, audience]) => ({
      file,
      kind,
      audience,
    })),
  );
  await everyRow(
    guards,
    ({ file, kind, audience }) => `the ${kind} of ${file}, for ${audience}`,
    async ({ file, kind, audience }) => {
      const handler = (await load(file))[kind] as Handler;
      const admitted: Person[] = [];
      for (const person of PEOPLE) {
        if (!(await isDenied(handler, kind, person))) admitted.push(person);
      }
      expect(admitted).toEqual(ADMITTED[audience]);
    },
  );
});

// This test is last, because it ends the sessions.
test('every endpoint lets in the audience of its row alone', async () => {
  await everyRow(
    Object.entries(ENDPOINTS),
    ([name, audience]) => `${name}, for ${audience}`,
    async ([name, audience]) => {
      const endpoint = ENDPOINT_LIST.find((one) => one.name === name)!;
      const admitted: Person[] = [];
      for (const person of PEOPLE) {
        const body = endpoint.method === 'POST' ? { body: new URLSearchParams() } : {};
        const method = endpoint.method === 'POST' ? 'POST' : 'GET';
        const path = addressOf(endpoint, PARAMS);
        const asked = { cookie: cookies.get(person), ...body };
        if (!isDenial(await request(appContext, method, path, asked))) admitted.push(person);
      }
      expect(admitted).toEqual(ADMITTED[audience]);
    },
  );
});

function filesOf(entries: unknown): string[] {
  return (entries as RouteConfigEntry[]).flatMap(({ file, children = [] }) => [
    file,
    ...filesOf(children),
  ]);
}

async function load(file: string): Promise<Record<string, unknown>> {
  const module = modules[`../${file}`];
  if (!module) throw new Error(`There is no ${file}`);
  return module();
}

const PARAMS = {
  id: '00000000-0000-4000-8000-000000000000',
  section: 'graphics',
  slug: 'book-design',
  number: 'E-1001',
};

function isDenial({ status, headers }: Response): boolean {
  const target = headers.get('Location') ?? '';
  const isSentAway = target.startsWith('/login?next=') || target.startsWith('/account/sign-in');
  return isSentAway || status === 401 || status === 403;
}

/** The request is meaningless, so only the guard can reject it with a denial. */
async function isDenied(handler: Handler, kind: keyof Row, person: Person): Promise<boolean> {
  const headers = new Headers({ Origin: TEST_ORIGIN, Cookie: cookies.get(person) ?? '' });
  const asked = new Request(`${TEST_ORIGIN}/somewhere`, {
    headers,
    ...(kind === 'action' ? { method: 'POST', body: new URLSearchParams({ a: 'b' }) } : {}),
  });
  const outcome = await Promise.resolve()
    .then(() => handler({ context: contextOf(appContext), request: asked, params: PARAMS }))
    .catch((thrown: unknown) => thrown);
  if (outcome instanceof Response) return isDenial(outcome);
  const status = (outcome as { init?: { status?: number } } | undefined)?.init?.status;
  return status === 401 || status === 403;
}

test('the people of this table have the four roles', () => {
  expect([CAST.maya, CAST.sam, CAST.ines, CAST.henrik].map(({ role }) => role)).toEqual([
    'agent',
    'support',
    'manager',
    'admin',
  ]);
});
