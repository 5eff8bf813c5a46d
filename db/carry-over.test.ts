import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { hire, TestClock, useDatabase } from '../tests/support/database.ts';
import { visit } from '../tests/support/visit.ts';
import { outbox } from '../app/platform/tables.server.ts';

const store = useDatabase();

/** What a migration does to the rows there are; what makes and drops indexes is left out. */
async function migrateRows(name: string): Promise<void> {
  const file = new URL(`migrations/${name}.sql`, import.meta.url);
  for (const statement of (await readFile(file, 'utf8')).split('--> statement-breakpoint')) {
    if (!/\b(CREATE|DROP) INDEX\b/.test(statement)) await store.pool.query(statement);
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
  expect(await store.db.select().from(outbox).orderBy(outbox.kind)).toMatchObject([
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
