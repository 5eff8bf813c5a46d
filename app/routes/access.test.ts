import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { CAST } from '../../tests/support/cast.ts';
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
  'routes/public/layout.tsx': {},
  'routes/public/home.tsx': { loader: 'everyone' },
  'routes/public/services.tsx': { loader: 'everyone' },
  'routes/public/section.tsx': { loader: 'everyone' },
  'routes/public/service.tsx': { loader: 'everyone', action: 'everyone' },
  'routes/public/contact.tsx': { loader: 'everyone' },
  'routes/public/payment.tsx': {},
  'routes/public/privacy-policy.tsx': { loader: 'everyone' },
  'routes/public/refunds.tsx': { loader: 'everyone' },
  'routes/public/terms.tsx': { loader: 'everyone' },
  'routes/public/api.tsx': { loader: 'everyone' },
  'routes/public/video-service.tsx': { loader: 'everyone', action: 'everyone' },
  'routes/public/report-review.tsx': { loader: 'everyone', action: 'everyone' },
  'routes/public/confirm-address.tsx': { loader: 'everyone', action: 'everyone' },
  'routes/public/confirm-review.tsx': { loader: 'everyone', action: 'everyone' },
  'routes/public/moderation-log.tsx': { loader: 'everyone' },
  'routes/public/not-found.tsx': { loader: 'everyone' },
  'routes/public/preview.tsx': { loader: 'managers', action: 'managers' },
  'routes/public/preview-content.tsx': { loader: 'managers' },
  'routes/public/resume-chat.tsx': { loader: 'everyone', action: 'everyone' },
  'routes/public/stop-mails.tsx': { loader: 'everyone', action: 'everyone' },

  // The content security policy of the embedded chat decides which sites may embed it.
  'routes/public/widget.tsx': { loader: 'everyone' },

  // The secret in the address authenticates the visitor.
  'routes/public/order.tsx': { loader: 'everyone', action: 'everyone' },
  'routes/public/order-receipt.tsx': { loader: 'everyone' },
  'routes/public/order-file.ts': { loader: 'everyone' },

  'routes/desk/login.tsx': { loader: 'everyone', action: 'everyone' },
  'routes/desk/login-factor.tsx': { loader: 'everyone', action: 'everyone' },
  'routes/desk/former-account.ts': { loader: 'everyone' },
  // Neither route authenticates anybody: the OpenID provider does.
  'routes/desk/openid-start.ts': { loader: 'everyone' },
  'routes/desk/openid-callback.tsx': { loader: 'everyone' },
  'routes/desk/create-account.tsx': { loader: 'everyone', action: 'everyone' },
  'routes/desk/verify-email.tsx': { loader: 'everyone', action: 'everyone' },
  'routes/desk/forgot-password.tsx': { action: 'everyone' },
  'routes/desk/reset-password.tsx': { loader: 'everyone', action: 'everyone' },
  'routes/desk/setup.tsx': { loader: 'everyone', action: 'everyone' },
  'routes/desk/invitation.tsx': { loader: 'everyone', action: 'everyone' },

  'routes/desk/shell.tsx': { loader: 'team' },
  'routes/desk/agentchat.tsx': { loader: 'team' },
  'routes/desk/layout.tsx': {},
  'routes/desk/desk.tsx': { loader: 'managers', action: 'managers' },
  'routes/desk/canned-replies.tsx': { loader: 'team', action: 'team' },
  'routes/desk/notifications.tsx': { loader: 'team', action: 'team' },
  'routes/desk/account.tsx': { loader: 'team', action: 'team' },
  'routes/desk/team-confirm.tsx': { loader: 'team', action: 'team' },
  'routes/desk/team-orders.tsx': { loader: 'team', action: 'team' },
  'routes/desk/team-order.tsx': { loader: 'team', action: 'team' },
  'routes/desk/order-export.ts': { loader: 'everyone', action: 'team' },
  'routes/desk/team-order-file.ts': { loader: 'team' },
  'routes/desk/team.tsx': { loader: 'managers', action: 'managers' },
  'routes/desk/team-missing.tsx': { loader: 'team' },
  'routes/desk/team-labels.tsx': { loader: 'managers', action: 'managers' },
  'routes/desk/team-audit.tsx': { loader: 'admins' },
  'routes/desk/team-emails.tsx': { loader: 'managers' },
  'routes/desk/team-outbox.tsx': { loader: 'admins', action: 'admins' },
  'routes/desk/team-api.tsx': { loader: 'admins', action: 'admins' },
  'routes/desk/team-webhook.tsx': { loader: 'admins', action: 'admins' },
  'routes/desk/team-catalogue.tsx': { loader: 'managers', action: 'managers' },
  'routes/desk/catalogue-sections.tsx': { loader: 'managers', action: 'managers' },
  'routes/desk/catalogue-publish.tsx': { loader: 'managers', action: 'managers' },
  'routes/desk/catalogue-history.tsx': { loader: 'managers', action: 'managers' },
  'routes/desk/catalogue-entry.tsx': { loader: 'managers', action: 'managers' },
  'routes/desk/catalogue-translate.tsx': { loader: 'managers', action: 'managers' },
  'routes/desk/catalogue-import.tsx': { loader: 'managers', action: 'managers' },
  'routes/desk/catalogue-export.ts': { loader: 'everyone', action: 'managers' },
  'routes/resources/catalogue-media.ts': { action: 'managers' },
  'routes/resources/catalogue-photo.ts': { loader: 'managers', action: 'managers' },
  'routes/desk/catalogue-preview.tsx': { loader: 'managers' },
  'routes/desk/team-content.tsx': { loader: 'managers', action: 'managers' },
  'routes/desk/content-piece.tsx': { loader: 'managers', action: 'managers' },
  'routes/desk/content-preview.tsx': { loader: 'managers' },
  'routes/desk/team-reports.tsx': { loader: 'managers' },
  'routes/desk/report-export.ts': { loader: 'everyone', action: 'managers' },
  'routes/desk/team-reviews.tsx': { loader: 'managers', action: 'managers' },
  'routes/desk/team-visitors.tsx': { loader: 'managers', action: 'managers' },
  'routes/desk/team-settings.tsx': { loader: 'admins', action: 'admins' },
  'routes/desk/visitor-export.ts': { loader: 'everyone', action: 'admins' },
  'routes/desk/visitor-files.ts': { loader: 'everyone', action: 'admins' },
  'routes/desk/reset.tsx': { loader: 'admins', action: 'admins' },

  'routes/resources/api.ts': { loader: 'everyone', action: 'everyone' },
  'routes/resources/robots.ts': { loader: 'everyone' },
  'routes/resources/brand-style.ts': { loader: 'everyone' },
  'routes/resources/site-manifest.ts': { loader: 'everyone' },
  'routes/resources/agent-app-manifest.ts': { loader: 'everyone' },
  // The route stores nothing and redirects to the dashboard.
  'routes/desk/share.ts': { loader: 'everyone', action: 'everyone' },
  'routes/resources/sitemap.ts': { loader: 'everyone' },
  'routes/resources/search.ts': { loader: 'everyone' },
  'routes/resources/search-index.ts': { loader: 'everyone' },
  'routes/resources/passkey-options.ts': { action: 'everyone' },
  'routes/resources/captcha.ts': { loader: 'everyone' },
  'routes/resources/service-cards.ts': { loader: 'everyone' },
  'routes/resources/chat-availability.ts': { loader: 'everyone' },
  // The route only deletes a cookie of the requesting browser.
  'routes/resources/widget-leave.ts': { action: 'everyone' },
  // The handler checks who owns the file and answers 404 to everybody else.
  'routes/resources/chat-file.ts': { loader: 'everyone' },
  'routes/resources/file-limits.ts': { loader: 'everyone' },
  'routes/resources/chat-conversations.ts': { loader: 'everyone', action: 'everyone' },
  'routes/resources/chat-conversation.ts': { loader: 'everyone' },
  'routes/resources/chat-messages.ts': { loader: 'everyone', action: 'everyone' },
  'routes/resources/chat-code.ts': { action: 'everyone' },
  'routes/resources/chat-confirmation.ts': { action: 'everyone' },
  'routes/resources/chat-name.ts': { action: 'everyone' },
  'routes/resources/chat-link.ts': { action: 'everyone' },
  'routes/resources/chat-rating.ts': { action: 'everyone' },
  'routes/resources/chat-read.ts': { action: 'everyone' },
  'routes/resources/chat-take-back.ts': { action: 'everyone' },
  'routes/resources/chat-offer.ts': { action: 'everyone' },
  'routes/resources/chat-order.ts': { loader: 'everyone' },
  'routes/resources/chat-orders.ts': { loader: 'everyone' },
  // Requests without a valid signature of the payment service are rejected.
  'routes/resources/webhook-mail.ts': { loader: 'everyone', action: 'everyone' },
  'routes/resources/webhook-payment.ts': { loader: 'everyone', action: 'everyone' },
  'routes/resources/push-subscription.ts': { action: 'team' },
  'routes/resources/inbox-availability.ts': { action: 'team' },
  'routes/resources/inbox.ts': { loader: 'team' },
  'routes/resources/inbox-counts.ts': { loader: 'team' },
  'routes/resources/inbox-conversation-entry.ts': { loader: 'team' },
  'routes/resources/inbox-snoozed.ts': { action: 'team' },
  'routes/resources/inbox-no-answer-needed.ts': { action: 'team' },
  'routes/resources/inbox-visitor.ts': { loader: 'team' },
  'routes/resources/inbox-person.ts': { loader: 'team' },
  'routes/resources/inbox-name.ts': { action: 'team' },
  'routes/resources/inbox-visitor-note.ts': { action: 'team' },
  'routes/resources/inbox-label.ts': { action: 'team' },
  'routes/resources/inbox-labels.ts': { loader: 'team' },
  'routes/resources/inbox-entry.ts': { loader: 'team' },
  'routes/resources/inbox-transfer.ts': { loader: 'team', action: 'team' },
  'routes/resources/inbox-take.ts': { action: 'team' },
  'routes/resources/inbox-notes.ts': { action: 'team' },
  'routes/resources/inbox-holder.ts': { loader: 'team' },
  'routes/resources/inbox-many.ts': { action: 'team' },
  'routes/resources/inbox-mentionable.ts': { loader: 'team' },
  'routes/resources/inbox-mentions.ts': { loader: 'team', action: 'team' },
  'routes/resources/inbox-drafts.ts': { action: 'team' },
  'routes/resources/inbox-draft.ts': { loader: 'team', action: 'team' },
  'routes/resources/inbox-offer.ts': { loader: 'team', action: 'team' },
  'routes/resources/inbox-offer-withdrawn.ts': { action: 'team' },
  'routes/resources/inbox-orders.ts': { loader: 'team' },
  'routes/resources/inbox-take-back.ts': { action: 'team' },
  'routes/resources/inbox-agents.ts': { loader: 'managers' },
  'routes/resources/inbox-search.ts': { loader: 'team' },
  'routes/resources/inbox-canned-replies.ts': { loader: 'team' },
  'routes/resources/inbox-completed.ts': { action: 'team' },
  'routes/resources/inbox-messages.ts': { loader: 'team', action: 'team' },
  'routes/resources/inbox-read.ts': { action: 'team' },

  // The row is last, because it ends the sessions that the other rows use.
  'routes/desk/sign-out.ts': { loader: 'everyone', action: 'everyone' },
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
const modules = import.meta.glob<Record<string, unknown>>('./**/*.{ts,tsx}');

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

describe.each(Object.entries(TABLE))('%s', (file, row) => {
  test('has the loader and action of its row', async () => {
    const module = await load(file);
    expect({ loader: 'loader' in module, action: 'action' in module }).toEqual({
      loader: row.loader !== undefined,
      action: row.action !== undefined,
    });
  });

  test.each(Object.entries(row) as [keyof Row, Audience][])(
    'lets its %s be used by %s alone',
    async (kind, audience) => {
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
  const module = modules[file.replace(/^routes\//, './')];
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
