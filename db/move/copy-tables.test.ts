import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadDemo } from '../demo/load.ts';
import { TestClock, useDatabase } from '../../tests/support/database.ts';
import { teamServices } from '../../tests/support/team.ts';
import { openInMemory } from '../../app/platform/db/embedded.server.ts';
import { migrateDatabase } from '../../app/platform/db/migrate.server.ts';
import type { OpenDatabase } from '../../app/platform/db/database.server.ts';
import { readOrCreateSecret } from '../../app/platform/secrets.server.ts';
import { copyTables, MoveRefusedError } from './copy-tables.ts';

/** The source is an embedded database; the target uses the engine of the test run. */
let source: OpenDatabase;
const target = useDatabase();

beforeAll(async () => {
  source = await openInMemory();
  await migrateDatabase(source.pool);
  await readOrCreateSecret(source.db, 'session');
  await loadDemo(source.db, teamServices(source.db).auth, new TestClock());
  // A message with a file: constraints require both.
  await source.db.transaction(async (tx) => {
    await tx.execute(sql`
      with c as (update conversations set last_number = last_number + 1
        where id = (select min(id) from conversations) returning id, last_number)
      insert into visitor_messages
        (conversation_id, number, client_id, visitor_email, message, is_agent, created_at, file_count)
      select id, last_number, gen_random_uuid(), 'elena@northfold.example', '', false, now(), 1 from c`);
    await tx.execute(sql`
      insert into files (id, conversation_id, message_id, position, is_agent, name, declared_size,
        size, type, created_at, stored_at)
      select gen_random_uuid(), conversation_id, id, 0, false, 'a.txt', 1, 1, 'text/plain', now(), now()
      from visitor_messages where file_count = 1`);
    await tx.execute(sql`
      with photo as (insert into public_media (id, purpose, kind, type, width, height, created_at)
        values (gen_random_uuid(), 'catalogue', 'photo', 'image/jpeg', 1600, 900, now()) returning id)
      insert into public_media (id, purpose, kind, type, width, height, source_id, crop, created_at)
      select gen_random_uuid(), 'catalogue', 'photo', 'image/jpeg', 800, 450, id, '0,0,800,450', now()
      from photo`);
    // A delivered file, which needs rows of three other tables.
    await tx.execute(sql`
      with offer as (insert into offers (client_id, lines, currency, amount, delivery_days, revisions,
          questions, valid_day, valid_until, created_at, state, answered_at)
        values (gen_random_uuid(), '[]', 'USD', 1, 1, 0, '[]', '2026-12-31', now(), now(), 'accepted',
          now()) returning id),
      ordered as (insert into orders (number, offer_id, secret_hash, state, currency, amount,
          paid_amount, payment_due_at, created_at, updated_at)
        select 7001, id, 'hash', 'delivered', 'USD', 1, 1, now(), now(), now() from offer returning id)
      insert into deliveries (order_id, event, message, created_at, due_at)
      select id, 1, 'Here', now(), now() from ordered`);
    await tx.execute(sql`
      insert into files (id, purpose, order_id, delivery_id, position, is_agent, name, declared_size,
        size, type, created_at, stored_at)
      select gen_random_uuid(), 'delivery', order_id, id, 0, true, 'b.txt', 1, 1, 'text/plain', now(),
        now() from deliveries where message = 'Here'`);
  });
});

afterAll(() => source.close());

beforeEach(async () => {
  await target.db.execute(sql`truncate account_tokens, invitations cascade`);
});

test('everything arrives, proved table by table', async () => {
  const tables = await copyTables(source.pool, target.pool);
  const filled = tables.filter(({ rows }) => rows !== '0').map(({ name }) => name);
  expect(filled).toEqual(
    expect.arrayContaining([
      'auth_accounts',
      'conversations',
      'files',
      'installation_secrets',
      'profiles',
      'public_media',
      'service_reviews',
      'visitor_messages',
    ]),
  );
  for (const table of tables) {
    expect(table.copiedRows).toBe(table.rows);
    expect(table.copiedChecksum).toBe(table.checksum);
  }
  const order = sql`select * from visitor_messages order by conversation_id, number`;
  const [before, after] = [await source.db.execute(order), await target.db.execute(order)];
  expect(after.rows).toEqual(before.rows);
});

test('a database that holds something already is refused and left as it was', async () => {
  await target.db.execute(
    sql`insert into visitor_browsers (secret_hash, created_at) values ('hash', now())`,
  );
  await expect(copyTables(source.pool, target.pool)).rejects.toThrow(MoveRefusedError);
  const { rows } = await target.db.execute(sql`select count(*)::int as n from profiles`);
  expect(rows).toEqual([{ n: 0 }]);
});

test('what arrived differently is named and not kept', async () => {
  await target.db.execute(sql`
    create function spoil() returns trigger language plpgsql as
      'begin new.text = new.text || '' spoiled''; return new; end'`);
  await target.db.execute(sql`
    create trigger spoil before insert on service_reviews for each row execute function spoil()`);
  const tables = await copyTables(source.pool, target.pool);
  const differing = tables.filter(({ checksum, copiedChecksum }) => checksum !== copiedChecksum);
  expect(differing.map(({ name }) => name)).toEqual(['service_reviews']);
  await target.db.execute(sql`drop function spoil() cascade`);
  const { rows } = await target.db.execute(sql`select count(*)::int as n from profiles`);
  expect(rows).toEqual([{ n: 0 }]);
});
