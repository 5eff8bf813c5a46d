import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/database.server.ts';
import { PreparedStatement } from '../../platform/db/prepared-statement.server.ts';
import { browserMayWrite } from '../access.server.ts';

/** A visitor's message, before anything is known about its conversation. */
export interface PlainMessage {
  readonly conversationId: string;
  readonly browserId: string;
  readonly clientId: string;
  /** Trimmed, and not too long. */
  readonly text: string;
  readonly createdAt: Date;
}

export interface AppendedMessage {
  readonly id: string;
  readonly number: number;
  readonly visitorId: string;
  readonly agentId: string;
}

/** Conversations of one statement: more would make the first wait for the last. */
const MAX_AT_ONCE = 64;

interface Waiting {
  readonly message: PlainMessage;
  readonly settle: (appended: AppendedMessage | undefined) => void;
}

const queues = new WeakMap<Database, Waiting[]>();

/**
 * Appends a visitor's message where nothing else follows from it: the conversation is this browser's,
 * open, and has an agent; nobody else works on it at this moment; the message is new; no mail and no
 * webhook depends on it. Undefined, and nothing changed, in every other case: the transaction of
 * `send-message.server.ts` then finds out which.
 *
 * What arrives while a statement is under way shares the next one, and its flush to the disk: on
 * the embedded database that, not the insert, is what a message costs.
 */
export function appendPlainMessage(
  db: Database,
  message: PlainMessage,
): Promise<AppendedMessage | undefined> {
  return new Promise((settle) => {
    const queue = queues.get(db);
    if (queue) queue.push({ message, settle });
    else void work(db, [{ message, settle }]);
  });
}

async function work(db: Database, queue: Waiting[]): Promise<void> {
  queues.set(db, queue);
  // What other connections sent at the same moment is read by then, and need not wait for this.
  await setImmediate();
  while (queue.length > 0) {
    const batch = takeBatch(queue);
    const appended = await append(
      db,
      batch.map(({ message }) => message),
    ).catch(
      // One of them may be a repeat that another process took at this moment: each goes the
      // longer way, where a fault is told to its sender alone.
      () => [],
    );
    for (const { message, settle } of batch) {
      settle(
        appended.find(
          (row) =>
            row.conversation_id === message.conversationId &&
            row.client_id === message.clientId.toLowerCase(),
        )?.message,
      );
    }
  }
  queues.delete(db);
}

/** At most one message a conversation, in the order of arrival: the next one follows with the next. */
function takeBatch(queue: Waiting[]): Waiting[] {
  const taken = new Map<string, Waiting>();
  for (const waiting of queue) {
    if (taken.size === MAX_AT_ONCE) break;
    const { conversationId } = waiting.message;
    if (!taken.has(conversationId)) taken.set(conversationId, waiting);
  }
  const batch = new Set(taken.values());
  const left = queue.filter((waiting) => !batch.has(waiting));
  queue.splice(0, queue.length, ...left);
  return [...batch];
}

interface Row extends Record<string, unknown> {
  conversation_id: string;
  client_id: string;
  id: string;
  number: number;
  visitor_id: string;
  agent_id: string;
}

// Locked in one order and without waiting: two statements never wait for one another, and a
// conversation that is busy holds up no other. What the lock gives is the newest version of each
// row, so the number and the agent are those of this moment. The conversations are read from what
// was sent, not given as a parameter of their own: PostgreSQL would count its elements, find that
// knowing them is worth a plan, and make one for every message.
const APPEND = new PreparedStatement<Row>(
  'append_plain_messages',
  sql`
  with sent as (
    select * from jsonb_to_recordset(${sql.placeholder('sent')}::jsonb)
      as s(conversation_id text, browser_id uuid, client_id uuid, message text, created_at timestamptz)
  ),
  named as materialized (
    select * from conversations where id = any(array(select conversation_id from sent))
    order by id
    for update skip locked
  ),
  locked as (
    select c.id, c.visitor_id, c.browser_id, c.last_number, v.email, v.agent_id, b.block_id
    from named c
    join visitors v on v.id = c.visitor_id
    join visitor_browsers b on b.id = c.browser_id
    where c.completed_at is null and v.agent_id is not null
      -- No mail is due, and none becomes due because the visitor has written.
      and c.mail_due_at is null and c.mailed_number <= c.visitor_read_number
    order by c.id
    for update of v skip locked
  ),
  plain as (
    select sent.*, locked.visitor_id, locked.email, locked.agent_id, locked.last_number + 1 as number
    from sent
    join locked on locked.id = sent.conversation_id and ${browserMayWrite('sent', 'locked')}
    where not exists (
      select 1 from visitor_messages m
      where m.conversation_id = sent.conversation_id and m.client_id = sent.client_id
    )
    and not exists (
      select 1 from webhook_endpoints
      where state <> 'disabled' and 'message.sent' = any(events)
    )
  ),
  numbered as (
    update conversations c
    set last_number = plain.number, last_message_at = plain.created_at,
      visitor_message_count = c.visitor_message_count + 1,
      waiting_since = coalesce(c.waiting_since, plain.created_at)
    from plain where c.id = plain.conversation_id
  ),
  moved_up as (
    update visitors v
    set updated_at = plain.created_at, completed_at = null, conversation_id = plain.conversation_id
    from plain where v.id = plain.visitor_id
  ),
  inserted as (
    insert into visitor_messages
      (conversation_id, number, client_id, visitor_email, message, is_agent, created_at)
    select conversation_id, number, client_id, email, message, false, created_at from plain
    returning id, conversation_id, client_id, number
  )
  select inserted.*, plain.visitor_id, plain.agent_id
  from inserted join plain using (conversation_id)`,
);

async function append(db: Database, messages: readonly PlainMessage[]) {
  const sent = JSON.stringify(
    messages.map((message) => ({
      conversation_id: message.conversationId,
      browser_id: message.browserId,
      client_id: message.clientId,
      message: message.text,
      created_at: message.createdAt.toISOString(),
    })),
  );
  const rows = await APPEND.execute(db, { sent });
  return rows.map(({ conversation_id, client_id, id, number, visitor_id, agent_id }) => ({
    conversation_id,
    client_id,
    message: { id, number, visitorId: visitor_id, agentId: agent_id },
  }));
}
