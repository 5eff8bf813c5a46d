import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  hire,
  createChatContext,
  openBrowser,
  recordingPublisher,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { webhookListeners } from '../../../webhooks/server/record-event.server.ts';
import type { ChatContext } from '../chat-context.server.ts';
import { rerouteWaiting } from '../assignment/reroute-waiting.server.ts';
import { snoozeVisitor } from '../assignment/snooze-visitor.server.ts';
import { markReadByMember, markReadByVisitor } from './mark-read.server.ts';
import { sendMessage, sendPrepared } from './send-message.server.ts';
import { startConversation } from './start-conversation.server.ts';
import { topic } from '../../../../tests/support/topics.ts';

const store = useDatabase();

/** Secrets of the installation, which are generated anew in the second run. */
const SECRET = /(?<="value":")[\w-]{43}(?=")/g;

/** Sequences continue where an earlier run stopped. */
const SEQUENCE = /"seq":\d+/g;
const VERSION = /"version":\d+/g;

/**
 * Dumps all rows of all tables in a stable order. Random values are replaced by names in order of appearance.
 */
async function dump(): Promise<string> {
  const { rows } = await store.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  const tables: string[] = [];
  for (const { name } of rows) {
    const found = await store.db.execute<{ row: string }>(
      sql`select row_to_json(t)::text as row from ${sql.identifier(name)} t`,
    );
    tables.push(`${name}: ${found.rows.length}`, ...sorted(found.rows.map(({ row }) => row)));
  }
  return nameChance(tables.join('\n'));
}

/** Sorts without random values, so that rows that differ only in them compare as equal. */
const sorted = (rows: readonly string[]) =>
  rows.toSorted((one, other) => (withoutChance(one) < withoutChance(other) ? -1 : 1));

/** Timestamps from the database clock, such as the time of an assignment. */
const DATABASE_TIME = /(?!2026-06-12|2026-01-05)\d{4}-\d\d-\d\dT[\d:.]+/g;
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
const withoutChance = (text: string) =>
  text.replaceAll(UUID, '').replaceAll(DATABASE_TIME, '').replaceAll(SEQUENCE, '');

function nameChance(text: string): string {
  const names = new Map<string, string>();
  return text
    .replaceAll(DATABASE_TIME, '(then)')
    .replaceAll(SECRET, '(secret)')
    .replaceAll(SEQUENCE, '"seq":(next)')
    .replaceAll(VERSION, '"version":(later)')
    .replaceAll(UUID, (id) => {
      const name = names.get(id) ?? `#${names.size + 1}`;
      names.set(id, name);
      return name;
    });
}

type Send = typeof sendMessage;

async function talk(send: Send) {
  const clock = new TestClock();
  const { publisher, events } = recordingPublisher();
  /** The fast path is closed while a webhook listens, so it records nothing. */
  let recorded = 0;
  const listeners: ChatContext['listeners'] = {
    ...webhookListeners,
    record: (tx, at, happening) => {
      if (happening.type === 'message.sent') recorded += 1;
      return webhookListeners.record(tx, at, happening);
    },
  };
  const appContext: ChatContext = { ...createChatContext(store.db, clock, publisher), listeners };
  const maya = await hire(store.db, 'maya');
  const browserId = await openBrowser(store.db, clock);
  const id = `conv_1700000000000_${'a'.repeat(26)}`;
  await startConversation(appContext, {
    id,
    browserId,
    email: VISITORS.elena,
    topic: topic('Sales Inquiry'),
    service: null,
  });
  const sendText = (text: string) => {
    clock.advance(60_000);
    const sent = { conversationId: id, clientId: randomUUID(), text };
    return send(appContext, { kind: 'browser', browserId }, sent);
  };
  const answers = [await sendText('Is anybody there?'), await sendText('  Hello?  ')];
  clock.advance(60_000);
  const answer = { conversationId: id, clientId: randomUUID(), text: 'Good morning' };
  await sendMessage(appContext, { kind: 'member', member: maya }, answer);
  await markReadByVisitor(appContext, id, 3);
  answers.push(await sendText('I need a logo'));
  await markReadByMember(appContext, maya, id, 4);
  answers.push(await sendText('By Monday'), await sendText('Or Tuesday'));
  await snoozeVisitor(appContext, maya, id, new Date(clock.now().getTime() + 24 * 60 * 60_000));
  answers.push(await sendText('Today, please'));
  clock.advance(60 * 60_000);
  await rerouteWaiting(appContext);
  answers.push(await sendText('Still there?'));
  return { left: await dump(), events: nameChance(JSON.stringify({ answers, events })), recorded };
}

/** Forces the slow path for visitors too. The checks that `sendMessage` makes before belong to neither path. */
const sendInTransaction: Send = (appContext, viewer, sent) =>
  sendPrepared(appContext, viewer, sent, sent.text.trim());

test('the short and the long way of a message leave the same behind, and tell the same', async () => {
  const short = await talk(sendMessage);
  await store.pool.query(`
    do $$ begin
      execute (
        select 'truncate ' || string_agg(format('%I', tablename), ', ') from pg_tables
        where schemaname = 'public'
      );
    end $$`);
  const long = await talk(sendInTransaction);
  expect(long.left.split('\n')).toEqual(short.left.split('\n'));
  expect(long.events).toBe(short.events);
  expect(short.left).toContain('visitor_messages: 8');
  // Seven messages of the visitor, plus one of the agent, which always takes the slow path.
  expect([short.recorded, long.recorded]).toEqual([1, 8]);
});
