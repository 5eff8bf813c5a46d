import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { withoutPersons, createLog } from './log.server.ts';

const store = useDatabase();

test('a statement that failed is logged without what somebody wrote', async () => {
  const lines: string[] = [];
  const log = createLog('info', { destination: { write: (line) => void lines.push(line) } });
  const text = 'My card number is 4111';
  const failed = store.db.execute(sql`
    insert into visitors (email, conversation_id) values ('elena@northfold.example', ${text})`);
  await failed.catch((error: unknown) => log.error({ err: error }, 'Request failed'));
  expect(lines.join()).toContain('insert into visitors');
  expect(lines.join()).toContain('23502');
  expect(lines.join()).not.toContain(text);
  expect(lines.join()).not.toContain('elena@');
});

test('what a mail server says is logged without the recipient', () => {
  const lines: string[] = [];
  const log = createLog('info', { destination: { write: (line) => void lines.push(line) } });
  log.warn({ err: new Error('550 <elena@northfold.example>: no such user') }, 'Mail');
  expect(lines.join()).toContain('550 <(address)>: no such user');
  expect(lines.join()).not.toContain('elena@');
});

test('an address is removed from a text, and a word of the greatest length stays', () => {
  expect(withoutPersons('x'.repeat(64_000))).toHaveLength(64_000);
  expect(withoutPersons('mail elena@northfold.example, or @home')).toBe('mail (address), or @home');
});
