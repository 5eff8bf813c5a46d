import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { CAST } from '../../tests/support/cast.ts';
import { everyRow } from '../../tests/support/every-row.ts';
import { contextOf, testHost } from '../../tests/support/host.ts';
import { cookieOf, employ, teamServices, TEST_ORIGIN } from '../../tests/support/team.ts';
import type { Host } from '../host.ts';
import type { OpenDatabase } from '../platform/db/database.server.ts';
import { openInMemory } from '../platform/db/embedded.server.ts';
import { migrateDatabase } from '../platform/db/migrate.server.ts';
import routes from '../routes.ts';

/**
 * The guard of each route admits one of these audiences. Visitors are checked per conversation by the secret in
 * their browser, after the guard, so their routes count as 'everyone' here.
 */
type Audience = 'everyone' | 'team' | 'managers' | 'admins';

interface Row {
  readonly loader?: Audience;
  readonly action?: Audience;
}

/** The test fails for a route of routes.ts without a row and for a new loader or action. */
const TABLE: Readonly<Record<string, Row>> = {
  'shop/pages/layout.tsx': {},
  'shop/pages/home.tsx': { loader: 'everyone' },
  'shop/pages/services.tsx': { loader: 'everyone' },
  'shop/pages/section.tsx': { loader: 'everyone' },
  'shop/pages/service.tsx': { loader: 'everyone', action: 'everyone' },
  'shop/pages/contact.tsx': { loader: 'everyone' },
  'orders/pages/payment.tsx': {},
  'shop/pages/privacy-policy.tsx': { loader: 'everyone' },
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
  'orders/pages/order-receipt.tsx': { loader: 'everyone' },
  'orders/pages/order-file.ts': { loader: 'everyone' },

  'accounts/pages/login.tsx': { loader: 'everyone', action: 'everyone' },
  'accounts/pages/login-factor.tsx': { loader: 'everyone', action: 'everyone' },
  'accounts/pages/former-account.ts': { loader: 'everyone' },
  // Neither route authenticates anybody: the OpenID provider does.
  'accounts/pages/openid-start.ts': { loader: 'everyone' },
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
  'orders/pages/order-export.ts': { loader: 'everyone', action: 'team' },
  'orders/pages/team-order-file.ts': { loader: 'team' },
  'accounts/pages/team.tsx': { loader: 'managers', action: 'managers' },
  'portal/pages/team-missing.tsx': { loader: 'team' },
  'chat/pages/team-labels.tsx': { loader: 'managers', action: 'managers' },
  'accounts/pages/team-audit.tsx': { loader: 'admins' },
  'inbound-email/pages/team-emails.tsx': { loader: 'managers' },
  'portal/pages/team-outbox.tsx': { loader: 'admins', action: 'admins' },
  'api/pages/team-api.tsx': { loader: 'admins', action: 'admins' },
  'webhooks/pages/team-webhook.tsx': { loader: 'admins', action: 'admins' },
  'catalogue/pages/team-catalogue.tsx': { loader: 'managers', action: 'managers' },
  'catalogue/pages/catalogue-sections.tsx': { loader: 'managers', action: 'managers' },
  'catalogue/pages/catalogue-publish.tsx': { loader: 'managers', action: 'managers' },
  'catalogue/pages/catalogue-history.tsx': { loader: 'managers', action: 'managers' },
  'catalogue/pages/catalogue-entry.tsx': { loader: 'managers', action: 'managers' },
  'catalogue/pages/catalogue-translate.tsx': { loader: 'managers', action: 'managers' },
  'catalogue/pages/catalogue-import.tsx': { loader: 'managers', action: 'managers' },
  'catalogue/pages/catalogue-export.ts': { loader: 'everyone', action: 'managers' },
  'catalogue/http/catalogue-media.ts': { action: 'managers' },
  'catalogue/http/catalogue-photo.ts': { loader: 'managers', action: 'managers' },
  'catalogue/pages/catalogue-preview.tsx': { loader: 'managers' },
  'catalogue/pages/team-content.tsx': { loader: 'managers', action: 'managers' },
  'catalogue/pages/content-piece.tsx': { loader: 'managers', action: 'managers' },
  'catalogue/pages/content-preview.tsx': { loader: 'managers' },
  'chat/pages/team-reports.tsx': { loader: 'managers' },
  'chat/pages/report-export.ts': { loader: 'everyone', action: 'managers' },
  'reviews/pages/team-reviews.tsx': { loader: 'managers', action: 'managers' },
  'chat/pages/team-visitors.tsx': { loader: 'managers', action: 'managers' },
  'accounts/pages/team-settings.tsx': { loader: 'admins', action: 'admins' },
  'chat/pages/visitor-export.ts': { loader: 'everyone', action: 'admins' },
  'chat/pages/visitor-files.ts': { loader: 'everyone', action: 'admins' },
  'chat/pages/reset.tsx': { loader: 'admins', action: 'admins' },

  'api/http/api.ts': { loader: 'everyone', action: 'everyone' },
  'shop/http/robots.ts': { loader: 'everyone' },
  'shop/http/brand-style.ts': { loader: 'everyone' },
  'shop/http/site-manifest.ts': { loader: 'everyone' },
  'notifications/http/agent-app-manifest.ts': { loader: 'everyone' },
  // The route stores nothing and redirects to the dashboard.
  'chat/pages/share.ts': { loader: 'everyone', action: 'everyone' },
  'shop/http/sitemap.ts': { loader: 'everyone' },
  'shop/http/search.ts': { loader: 'everyone' },
  'shop/http/search-index.ts': { loader: 'everyone' },
  'accounts/http/passkey-options.ts': { action: 'everyone' },
  'http/captcha.ts': { loader: 'everyone' },
  'shop/http/service-cards.ts': { loader: 'everyone' },
  'chat/http/chat-availability.ts': { loader: 'everyone' },
  // The route only deletes a cookie of the requesting browser.
  'chat/http/widget-leave.ts': { action: 'everyone' },
  // The handler checks who owns the file and answers 404 to everybody else.
  'chat/http/chat-file.ts': { loader: 'everyone' },
  'chat/http/file-limits.ts': { loader: 'everyone' },
  'chat/http/chat-conversations.ts': { loader: 'everyone', action: 'everyone' },
  'chat/http/chat-conversation.ts': { loader: 'everyone' },
  'chat/http/chat-messages.ts': { loader: 'everyone', action: 'everyone' },
  'chat/http/chat-code.ts': { action: 'everyone' },
  'chat/http/chat-confirmation.ts': { action: 'everyone' },
  'chat/http/chat-name.ts': { action: 'everyone' },
  'chat/http/chat-link.ts': { action: 'everyone' },
  'chat/http/chat-rating.ts': { action: 'everyone' },
  'chat/http/chat-read.ts': { action: 'everyone' },
  'chat/http/chat-take-back.ts': { action: 'everyone' },
  'chat/http/chat-offer.ts': { action: 'everyone' },
  'chat/http/chat-order.ts': { loader: 'everyone' },
  'chat/http/chat-orders.ts': { loader: 'everyone' },
  // Requests without a valid signature of the payment service are rejected.
  'inbound-email/http/webhook-mail.ts': { loader: 'everyone', action: 'everyone' },
  'orders/http/webhook-payment.ts': { loader: 'everyone', action: 'everyone' },
  'notifications/http/push-subscription.ts': { action: 'team' },
  'chat/http/inbox-availability.ts': { action: 'team' },
  'chat/http/inbox.ts': { loader: 'team' },
  'chat/http/inbox-counts.ts': { loader: 'team' },
  'chat/http/inbox-conversation-entry.ts': { loader: 'team' },
  'chat/http/inbox-snoozed.ts': { action: 'team' },
  'chat/http/inbox-no-answer-needed.ts': { action: 'team' },
  'chat/http/inbox-visitor.ts': { loader: 'team' },
  'chat/http/inbox-person.ts': { loader: 'team' },
  'chat/http/inbox-name.ts': { action: 'team' },
  'chat/http/inbox-visitor-note.ts': { action: 'team' },
  'chat/http/inbox-label.ts': { action: 'team' },
  'chat/http/inbox-labels.ts': { loader: 'team' },
  'chat/http/inbox-entry.ts': { loader: 'team' },
  'chat/http/inbox-transfer.ts': { loader: 'team', action: 'team' },
  'chat/http/inbox-take.ts': { action: 'team' },
  'chat/http/inbox-notes.ts': { action: 'team' },
  'chat/http/inbox-holder.ts': { loader: 'team' },
  'chat/http/inbox-many.ts': { action: 'team' },
  'chat/http/inbox-mentionable.ts': { loader: 'team' },
  'chat/http/inbox-mentions.ts': { loader: 'team', action: 'team' },
  'chat/http/inbox-drafts.ts': { action: 'team' },
  'chat/http/inbox-draft.ts': { loader: 'team', action: 'team' },
  'chat/http/inbox-offer.ts': { loader: 'team', action: 'team' },
  'chat/http/inbox-offer-withdrawn.ts': { action: 'team' },
  'chat/http/inbox-orders.ts': { loader: 'team' },
  'chat/http/inbox-take-back.ts': { action: 'team' },
  'chat/http/inbox-agents.ts': { loader: 'managers' },
  'chat/http/inbox-search.ts': { loader: 'team' },
  'chat/http/inbox-canned-replies.ts': { loader: 'team' },
  'chat/http/inbox-completed.ts': { action: 'team' },
  'chat/http/inbox-messages.ts': { loader: 'team', action: 'team' },
  'chat/http/inbox-read.ts': { action: 'team' },

  // The row is last, because it ends the sessions that the other rows use.
  'accounts/pages/sign-out.ts': { loader: 'everyone', action: 'everyone' },
};

const PEOPLE = ['nobody', 'maya', 'sam', 'ines', 'henrik'] as const;
type Person = (typeof PEOPLE)[number];

const ADMITTED: Readonly<Record<Audience, readonly Person[]>> = {
  everyone: PEOPLE,
  team: ['maya', 'sam', 'ines', 'henrik'],
  managers: ['ines', 'henrik'],
  admins: ['henrik'],
};

type Handler = (args: unknown) => unknown;
const modules = import.meta.glob<Record<string, unknown>>([
  '../**/*.{ts,tsx}',
  '!../**/*.test.{ts,tsx}',
]);

let database: OpenDatabase;
let host: Host;
const cookies = new Map<Person, string>();

beforeAll(async () => {
  database = await openInMemory();
  await migrateDatabase(database.pool);
  const services = teamServices(database.db);
  host = testHost(database.db, services);
  for (const person of PEOPLE) {
    if (person === 'nobody') continue;
    await employ(database.db, services, person);
    cookies.set(person, await cookieOf(database.db, services, person));
  }
});
afterAll(() => database.close());

test('every route has a row, and every row a route', () => {
  expect(Object.keys(TABLE).sort()).toEqual([...new Set(filesOf(routes))].sort());
});

test('every route has the loader and action of its row', async () => {
  await everyRow(
    Object.entries(TABLE),
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
  const guards = Object.entries(TABLE).flatMap(([file, row]) =>
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

/** The request is meaningless, so only the guard can reject it with a denial. */
async function isDenied(handler: Handler, kind: keyof Row, person: Person): Promise<boolean> {
  const headers = new Headers({ Origin: TEST_ORIGIN, Cookie: cookies.get(person) ?? '' });
  const request = new Request(`${TEST_ORIGIN}/somewhere`, {
    headers,
    ...(kind === 'action' ? { method: 'POST', body: new URLSearchParams({ a: 'b' }) } : {}),
  });
  const params = {
    id: '00000000-0000-4000-8000-000000000000',
    section: 'graphics',
    slug: 'book-design',
  };
  const outcome = await Promise.resolve()
    .then(() => handler({ context: contextOf(host), request, params }))
    .catch((thrown: unknown) => thrown);
  if (outcome instanceof Response) {
    const isSentToLogin = outcome.headers.get('Location')?.startsWith('/login?next=') ?? false;
    return isSentToLogin || outcome.status === 401 || outcome.status === 403;
  }
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
