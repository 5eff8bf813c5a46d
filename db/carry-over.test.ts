import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Catalogue } from '../app/shop/catalogue.ts';
import { readCatalogueContent } from '../app/shop/read-catalogue.server.ts';
import { seedCatalogue } from '../app/catalogue/server/seed-catalogue.server.ts';
import { readReviewPage } from '../app/reviews/server/read-reviews.server.ts';
import { CATALOGUE } from '../tests/support/catalogue.ts';
import { hire, TestClock, useDatabase } from '../tests/support/database.ts';
import { visit } from '../tests/support/visit.ts';
import { readCannedReplies } from '../app/chat/server/messages/canned-replies.server.ts';
import { readEndpoint } from '../app/webhooks/server/read-endpoints.server.ts';
import { jobsTable } from '../app/platform/tables.server.ts';

const store = useDatabase();

/** Applies a migration's changes of rows; skips statements about indexes. */
async function migrateRows(name: string): Promise<void> {
  const file = new URL(`migrations/${name}.sql`, import.meta.url);
  for (const statement of (await readFile(file, 'utf8')).split('--> statement-breakpoint')) {
    if (!/\b(CREATE|DROP)( UNIQUE)? INDEX\b/.test(statement)) await store.pool.query(statement);
  }
}

test('mails to visitors and digests that are under way go on in the outbox, the others stay told', async () => {
  const clock = new TestClock();
  await hire(store.db, 'maya');
  const { id } = await visit(store.db, 'elena.ruiz@northfold.example', clock);
  await store.pool.query(`
    alter table visitor_mails add next_attempt_at timestamptz;
    alter table mail_digests add attempts integer not null default 0, add next_attempt_at timestamptz`);
  const due = '2026-06-12T12:00:00.000Z';
  await store.pool.query(
    `insert into visitor_mails
      (id, conversation_id, mailbox, purpose, created_at, attempts, next_attempt_at, sent_at) values
      ('00000000-0000-4000-8000-000000000001', $1, 'elena.ruiz@northfold.example', 'answers', $2, 2, $2, null),
      ('00000000-0000-4000-8000-000000000002', $1, 'elena.ruiz@northfold.example', 'link', $2, 1, null, $2)`,
    [id, due],
  );
  await store.pool.query(
    `insert into mail_digests (id, profile_id, kind, due_at, attempts, next_attempt_at) values
      ('00000000-0000-4000-8000-000000000003', 'maya', 'hourly', $1, 1, $1),
      ('00000000-0000-4000-8000-000000000004', 'maya', 'daily', '2026-06-11T12:00:00Z', 1, null)`,
    [due],
  );
  await migrateRows('0016_one_queue_of_mails');
  expect(await store.db.select().from(jobsTable).orderBy(jobsTable.kind)).toMatchObject([
    {
      kind: 'digest',
      key: '00000000-0000-4000-8000-000000000003',
      lane: 'maya',
      attempts: 1,
      state: 'open',
      due: new Date(due),
    },
    {
      kind: 'visitor-mail',
      key: '00000000-0000-4000-8000-000000000001',
      lane: 'northfold.example',
      attempts: 2,
      state: 'open',
      due: new Date(due),
    },
  ]);
  const { rows } = await store.pool.query(
    'select 1 from visitor_mails union all select 1 from mail_digests',
  );
  expect(rows).toHaveLength(4);
});

test('pushes and webhooks that are under way go on in the outbox, the others stay as they ended', async () => {
  const clock = new TestClock();
  await hire(store.db, 'maya');
  const [asked, other] = [
    await visit(store.db, 'elena.ruiz@northfold.example', clock),
    await visit(store.db, 'priya.nair@northfold.example', clock),
  ];
  await store.pool.query(`
    alter table push_notices
      add attempts integer not null default 0, add next_attempt_at timestamptz;
    alter table webhook_deliveries
      add state text not null default 'pending', add next_attempt_at timestamptz,
      add constraint webhook_deliveries_state check (state in ('pending', 'delivered', 'failed'))`);
  const due = '2026-06-12T12:00:00.000Z';
  const [device, endpoint] = [randomUUID(), randomUUID()];
  await store.pool.query(
    `insert into auth_sessions (id, token, user_id, expires_at, created_at, updated_at)
     values ('s', 's', 'maya', $1, $1, $1)`,
    [due],
  );
  await store.pool.query(
    `insert into push_subscriptions
      (id, profile_id, session_id, endpoint, p256dh, auth, label, created_at)
     values ($1, 'maya', 's', 'https://push.example/1', 'p', 'a', 'Firefox', $2)`,
    [device, due],
  );
  await store.pool.query(
    `insert into push_notices
      (id, subscription_id, conversation_id, about, up_to_number, decided_at, attempts, next_attempt_at) values
      ('00000000-0000-4000-8000-000000000001', $1, $2, 'messages', 1, $4, 2, $4),
      ('00000000-0000-4000-8000-000000000002', $1, $3, 'messages', 1, $4, 1, null)`,
    [device, asked.id, other.id, due],
  );
  await store.pool.query(
    `insert into webhook_endpoints (id, url, events, secret, state, created_at)
     values ($1, 'https://example.com/', '{message.sent}', 'whsec_', 'paused', $2)`,
    [endpoint, due],
  );
  await store.pool.query(
    `insert into webhook_deliveries
      (id, endpoint_id, event_id, event, state, attempts, next_attempt_at, created_at, delivered_at, last_error) values
      ('00000000-0000-4000-8000-000000000003', $1, 'evt_3', $2, 'pending', 3, $3, $3, null, 'away'),
      ('00000000-0000-4000-8000-000000000004', $1, 'evt_4', $2, 'delivered', 1, $3, $3, $3, null),
      ('00000000-0000-4000-8000-000000000005', $1, 'evt_5', $2, 'failed', 8, $3, $3, null, 'away')`,
    [endpoint, JSON.stringify({ type: 'webhook.test', timestamp: due, data: {} }), due],
  );
  await migrateRows('0017_one_outbox');
  expect(await store.db.select().from(jobsTable).orderBy(jobsTable.kind)).toMatchObject([
    {
      kind: 'push',
      key: '00000000-0000-4000-8000-000000000001',
      lane: device,
      attempts: 2,
      state: 'open',
      due: new Date(due),
    },
    {
      kind: 'webhook',
      key: '00000000-0000-4000-8000-000000000003',
      lane: endpoint,
      attempts: 3,
      state: 'open',
      due: new Date(due),
    },
  ]);
  const shown = await readEndpoint(store.db, clock, endpoint);
  expect(
    shown?.deliveries.map(({ eventId, state, attempts }) => [eventId, state, attempts]).sort(),
  ).toEqual([
    ['evt_3', 'pending', 3],
    ['evt_4', 'delivered', 1],
    ['evt_5', 'failed', 8],
  ]);
  expect(shown?.endpoint.waiting).toBe(1);
});

test('who waits is worked out anew from what was said, and lists say so', async () => {
  const maya = await hire(store.db, 'maya');
  const clock = new TestClock();
  const [elena, priya, daniel, noor] = [
    await visit(store.db, 'elena.ruiz@northfold.example', clock),
    await visit(store.db, 'priya@lumenstudio.example', clock),
    await visit(store.db, 'daniel.kovac@harborline.example', clock),
    await visit(store.db, 'noor.haddad@cedarpress.example', clock),
  ];
  await elena.sendText('How much is it?');
  await elena.answer(maya, 'It is $80.');
  clock.advance(60_000);
  const asked = clock.now();
  await elena.sendText('And for two?');
  clock.advance(60_000);
  await elena.sendText('Hello?');
  await daniel.sendText('Bye');
  await noor.sendText('Hello');
  await noor.answer(maya, 'Good morning');
  const found = await asBefore('0021_waiting_is_one_fact', [
    'drop function put_wait_aside, keep_visitor_state, note_conversation_event cascade',
    'alter table conversations drop snoozed_until, drop kept_waiting_since',
    'alter table visitors drop state, drop waiting_since',
    'update conversations set waiting_since = started_at',
    `update conversations set completed_at = started_at where id = '${daniel.id}'`,
  ]);
  const told = (id: string) => found.find((row) => row.id === id);
  expect(told(elena.id)).toMatchObject({ state: 'waiting', since: asked, told: asked });
  expect(told(priya.id)).toMatchObject({ state: 'open', since: null, told: null });
  expect(told(daniel.id)).toMatchObject({ state: 'resolved', since: null, told: null });
  expect(told(noor.id)).toMatchObject({ state: 'open', since: null, told: null });
});

/**
 * Returns the waiting visitors after this migration, on data that `before` creates; everything is
 * rolled back.
 */
async function asBefore(migration: string, before: readonly string[]) {
  const file = new URL(`migrations/${migration}.sql`, import.meta.url);
  const statements = (await readFile(file, 'utf8')).split('--> statement-breakpoint');
  const rolledBack = new Error('rolled back');
  let found: { id: string; state: string; since: Date | null; told: Date | null }[] = [];
  await store.db
    .transaction(async (tx) => {
      for (const statement of [...before, ...statements]) await tx.execute(statement);
      const { rows } = await tx.execute<(typeof found)[number]>(`
        select c.id, v.state, c.waiting_since as since, v.waiting_since as told
        from conversations c join visitors v on v.id = c.visitor_id`);
      found = rows;
      throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  return found.map((row) => ({
    ...row,
    since: row.since && new Date(row.since),
    told: row.told && new Date(row.told),
  }));
}

test('an installation of the time before the catalogue keeps every address, review and chat', async () => {
  const clock = new TestClock();
  const { id } = await visit(store.db, 'elena.ruiz@northfold.example', clock);
  await store.pool.query(
    "update conversations set service_section = 'writing', service_slug = 'portfolio', service_title = 'Portfolio' where id = $1",
    [id],
  );
  // Also with an unusual address of the catalogue, which must not be rewritten.
  for (const [section, slug] of [
    ['programming', 'portfolio'],
    ['writing', 'portfolio'],
    ['graphics', 'book-design'],
  ]) {
    await store.pool.query(
      `insert into service_reviews (section, service_slug, name, email, rating, created_at)
       values ($1, $2, 'Elena Ruiz', 'elena.ruiz@northfold.example', 4, now())`,
      [section, slug],
    );
  }
  await seedCatalogue(store.db);
  const catalogue = new Catalogue(await readCatalogueContent(store.db));
  expect(catalogue.services).toEqual(CATALOGUE.services);
  const portfolio = catalogue.findService('programming', 'portfolio');
  const page = await readReviewPage(store.db, portfolio?.addresses ?? [], {
    sort: 'newest',
    stars: undefined,
    purchases: false,
    page: 1,
  });
  expect(page.summary).toMatchObject({ average: '4.00', reviewCount: 2 });
  expect(catalogue.findServiceEverAt('writing', 'portfolio')?.service.id).toBe(portfolio?.id);
});

test('the Spanish texts of canned replies and the saved languages of a shop go on as data', async () => {
  await store.pool.query(`
    drop table canned_reply_texts;
    alter table canned_replies add spanish text,
      add constraint canned_replies_spanish check (char_length(spanish) between 1 and 4000);
    alter table conversations drop constraint conversations_language`);
  await store.pool.query(`
    insert into canned_replies (id, shortcut, text, spanish, created_at, updated_at) values
      ('00000000-0000-4000-8000-000000000001', 'hi', 'Hello', 'Hola', now(), now()),
      ('00000000-0000-4000-8000-000000000002', 'bye', 'Goodbye', null, now(), now())`);
  await store.pool.query(`
    insert into saved_settings (name, value, revision, changed_at) values
      ('SHOP_LANGUAGES', 'english and spanish', 3, now()), ('MAIN_LANGUAGE', 'spanish', 4, now())`);
  await migrateRows('0053_languages_as_data');
  expect(await readCannedReplies(store.db, null)).toMatchObject([
    { shortcut: 'bye', text: 'Goodbye', texts: {} },
    { shortcut: 'hi', text: 'Hello', texts: { es: 'Hola' } },
  ]);
  const { rows } = await store.pool.query('select name, value from saved_settings order by name');
  expect(rows).toEqual([
    { name: 'MAIN_LANGUAGE', value: null },
    { name: 'SHOP_LANGUAGES', value: 'es, en' },
  ]);
});
