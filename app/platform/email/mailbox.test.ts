import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { normalizeEmail } from '../email.ts';
import { mailboxExpression, mailboxOf } from './mailbox.ts';

const store = useDatabase();

const part = fc.stringMatching(/^[a-z0-9](?:[a-z0-9._-]{0,8}[a-z0-9])?$/);
const tag = fc.oneof(
  fc.constant(''),
  part.map((text) => `+${text}`),
);
const domain = fc.constantFrom('gmail.com', 'googlemail.com', 'northfold.example', 'post.de');
const address = fc
  .oneof(
    fc.tuple(part, tag, domain),
    fc.tuple(fc.constant(''), tag, domain).filter(([, behind]) => behind !== ''),
  )
  .map(([name, behind, end]) => normalizeEmail(`${name}${behind}@${end}`));

test('the database finds the same mailbox as the code, for addresses without quotes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(address, { minLength: 1, maxLength: 20 }), async (addresses) => {
      const { rows } = await store.db.execute<{ mailbox: string }>(
        sql`select ${sql.raw(mailboxExpression('address'))} as mailbox
            from jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb) with ordinality as typed(address, place)
            order by place`,
      );
      expect(rows.map(({ mailbox }) => mailbox)).toEqual(addresses.map(mailboxOf));
    }),
    { numRuns: 20 },
  );
});

test('tags and the dots of Gmail make no other mailbox', () => {
  expect(mailboxOf('Anna.Berg+shop@googlemail.com')).toBe('annaberg@gmail.com');
  expect(mailboxOf('anna+shop@northfold.example')).toBe('anna@northfold.example');
});

test('addresses that begin with a plus sign are mailboxes of their own', async () => {
  const { rows } = await store.db.execute<{ mailbox: string }>(
    sql`select ${sql.raw(mailboxExpression('address'))} as mailbox
        from (values ('+anna@post.de'), ('+be.n@gmail.com')) as typed(address)`,
  );
  const found = rows.map(({ mailbox }) => mailbox);
  expect(found).toEqual(['+anna@post.de', '+ben@gmail.com']);
  expect(found).toEqual(['+anna@post.de', '+be.n@gmail.com'].map(mailboxOf));
});
