import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql, type SQL } from 'drizzle-orm';
import type { ChangeContext, Listeners } from '../../../platform/change/change.server.ts';
import type { Database } from '../../../platform/db/database.server.ts';
import { PreparedStatement } from '../../../platform/db/prepared-statement.server.ts';
import { WORDS_VERSION, wordsOfMessage } from '../read/search-words.ts';
import { browserMayWrite } from '../access.server.ts';
import type { MessageCard, MessageKind, MessageMail } from '../../protocol/views.ts';

interface NewMessage {
  readonly conversationId: string;
  readonly clientId: string;
  /** The text is trimmed and within the length limit. */
  readonly text: string;
  readonly createdAt: Date;
}

export interface PlainMessage extends NewMessage {
  readonly browserId: string;
}

/**
 * A message whose author has write access, which is not a repeat, and whose conversation and visitor are
 * locked.
 */
export interface PreparedMessage extends NewMessage {
  readonly authorId: string | null;
  /** The name of the program that sent the message, possibly on behalf of its author. */
  readonly program?: string | null;
  /** The number of files, which the caller attaches. */
  readonly fileCount: number;
  /** The content of a card. `isAgent` tells the side of a card without an author. */
  readonly card?: {
    readonly kind: Exclude<MessageKind, 'text'>;
    readonly shows: MessageCard;
    readonly isAgent: boolean;
  };
  /** Set for a message that came by email. */
  readonly mail?: MessageMail | undefined;
}

export interface AppendedMessage {
  readonly id: string;
  readonly number: number;
  readonly visitorId: string;
  readonly agentId: string | null;
}

/** A larger batch would delay its first messages. */
const MAX_AT_ONCE = 64;

interface Waiting {
  readonly message: PlainMessage;
  readonly settle: (appended: AppendedMessage | undefined) => void;
}

type AppendContext = Pick<ChangeContext, 'db' | 'listeners'>;

const queues = new WeakMap<Database, Waiting[]>();

/**
 * The fast path: appends a message if the conversation is open, unlocked, has an agent and belongs to this
 * browser, and no email, webhook or repeat is involved. Otherwise returns undefined and changes nothing.
 * Messages that arrive during a statement share the next statement and its disk flush.
 */
export function appendPlainMessage(
  { db, listeners }: AppendContext,
  message: PlainMessage,
): Promise<AppendedMessage | undefined> {
  return new Promise((settle) => {
    const queue = queues.get(db);
    if (queue) queue.push({ message, settle });
    else void work(db, listeners, [{ message, settle }]);
  });
}

async function work(db: Database, listeners: Listeners, queue: Waiting[]): Promise<void> {
  queues.set(db, queue);
  // Messages that other connections have already sent are read first and join this batch.
  await setImmediate();
  while (queue.length > 0) {
    const batch = takeBatch(queue);
    const sent = batch.map(({ message: { browserId, ...message } }) =>
      toSent(message, {
        browserId,
        authorId: null,
        program: null,
        isAgent: false,
        fileCount: 0,
        isPrepared: false,
      }),
    );
    const appended = await append(db, listeners, sent).catch(
      // A message may be a repeat that another process has just stored. Each message then takes the slow
      // path, so that an error only affects its own sender.
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

/** Appends a message inside the transaction that prepared the message, with the same statement. */
export async function appendPreparedMessage(
  tx: Database,
  listeners: Listeners,
  { authorId, program = null, fileCount, card, mail, ...message }: PreparedMessage,
): Promise<AppendedMessage> {
  const isAgent = card?.isAgent ?? (authorId !== null || program !== null);
  const by = { browserId: null, authorId, program, isAgent, fileCount, isPrepared: true };
  const sent = toSent(message, by, card, mail);
  const [appended] = await append(tx, listeners, [sent]);
  if (!appended) throw new Error('A prepared message was not appended');
  return appended.message;
}

/** Takes at most one message per conversation, in the order of arrival. The rest follows in the next batch. */
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
  agent_id: string | null;
}

const statements = new WeakMap<Listeners, PreparedStatement<Row>>();

function statementFor(listeners: Listeners): PreparedStatement<Row> {
  const known = statements.get(listeners);
  if (known) return known;
  const made = new PreparedStatement<Row>('append_messages', appending(listeners));
  statements.set(listeners, made);
  return made;
}

// The only statement that inserts messages. Rows are locked in a fixed order with `skip locked`, so
// statements never wait for each other and see the newest row versions. Ids come from the JSON, because
// PostgreSQL would plan anew for an array parameter.
const appending = (listeners: Listeners): SQL => sql`
  with sent as (
    select * from jsonb_to_recordset(${sql.placeholder('sent')}::jsonb)
      as s(id uuid, conversation_id text, browser_id uuid, client_id uuid, message text,
        created_at timestamptz, author_id text, program text, is_agent boolean, file_count smallint,
        is_prepared boolean, kind text, card jsonb, mail jsonb, folded text, parts text[])
  ),
  named as materialized (
    select * from conversations where id = any(array(select conversation_id from sent))
    order by id
    for update skip locked
  ),
  locked as (
    select c.id, c.visitor_id, c.browser_id, c.last_number, v.email, v.agent_id,
      coalesce(c.waiting_since, c.kept_waiting_since) as wait,
      (select block_id from visitor_browsers b where b.id = c.browser_id) as block_id,
      -- They have a place with their agent: who comes back asks for one.
      c.completed_at is null and v.agent_id is not null
        -- No mail is due, and none becomes due because the visitor has written.
        and c.mail_due_at is null and c.mailed_number <= c.visitor_read_number as is_plain
    from named c
    join visitors v on v.id = c.visitor_id
    -- Follows from the join, and keeps the plan from reading the table as a whole.
    where v.id = any(array(select visitor_id from named))
    order by c.id
    for update of v skip locked
  ),
  accepted as (
    select sent.*, locked.visitor_id, locked.email, locked.agent_id, locked.last_number + 1 as number,
      -- What is told and not said changes nothing about who waits for whom.
      sent.kind in ('text', 'offer') as is_said,
      case when sent.is_agent and sent.kind in ('text', 'offer') then locked.wait end as ended_wait
    from sent
    join locked on locked.id = sent.conversation_id
      and (sent.is_prepared or (locked.is_plain and ${browserMayWrite('sent', 'locked')}))
    where not exists (
      select 1 from visitor_messages m
      where m.conversation_id = sent.conversation_id and m.client_id = sent.client_id
    )
    and (sent.is_prepared or not ${listeners.areWaitingFor('message.sent')})
  ),
  numbered as (
    update conversations c
    set last_number = accepted.number, last_message_at = accepted.created_at,
      visitor_message_count = c.visitor_message_count + (not accepted.is_agent)::int,
      completed_at = case when accepted.is_agent or not accepted.is_said then c.completed_at end,
      -- A wait that was snoozed goes on; one that was completed is over, and this is another.
      waiting_since = case when not accepted.is_said then c.waiting_since
        when not accepted.is_agent
        then coalesce(c.waiting_since, case when c.completed_at is null then c.kept_waiting_since end,
          accepted.created_at) end,
      kept_waiting_since = case when not accepted.is_said then c.kept_waiting_since end,
      snoozed_until = case when accepted.is_agent or not accepted.is_said then c.snoozed_until end,
      -- The first message that stands.
      asked_at = case when c.last_number = c.removal_count and accepted.is_said
          and not accepted.is_agent
        then coalesce(c.asked_at, accepted.created_at) else c.asked_at end,
      rerouted_at = case when not (accepted.is_agent and accepted.is_said) then c.rerouted_at end,
      first_answered_at = case when not (accepted.is_agent and accepted.is_said)
        then c.first_answered_at
        else coalesce(c.first_answered_at, accepted.created_at) end
    from accepted where c.id = accepted.conversation_id
  ),
  moved_up as (
    update visitors v
    set updated_at = accepted.created_at,
      conversation_id = case when accepted.is_said and not accepted.is_agent
        then accepted.conversation_id else v.conversation_id end
    from accepted where v.id = accepted.visitor_id
  ),
  -- Found here for all of a statement, and not by a trigger for each: that asks for the language anew.
  spoken as materialized (
    select language, language::regconfig as config
    -- Not pulled up by the planner: the settings would be read twice.
    from (select coalesce((select search_language from desk_settings), 'english') as language offset 0) of_desk
  ),
  inserted as (
    insert into visitor_messages
      (id, conversation_id, number, client_id, visitor_email, message, is_agent, agent_id, program,
        created_at, ended_wait, file_count, kind, card, mail, words, words_language, words_version)
    select id, conversation_id, number, client_id, email, message, is_agent, author_id, program,
      created_at, ended_wait, file_count, kind, card, mail,
      to_tsvector(spoken.config, message)
        || case when folded is null then ''::tsvector else to_tsvector(spoken.config, folded) end
        || array_to_tsvector(parts), spoken.language, ${sql.raw(String(WORDS_VERSION))}
    from accepted cross join spoken
  ),
  -- For programs, which follow by a number that somebody else gives it, after the commit.
  told as (
    insert into unnumbered_events (type, subject, position, at)
    select 'message.sent', conversation_id, number, created_at from accepted
  )
  select id, conversation_id, client_id, number, visitor_id, agent_id from accepted`;

function toSent(
  { conversationId, clientId, text, createdAt }: NewMessage,
  by: {
    browserId: string | null;
    authorId: string | null;
    program: string | null;
    isAgent: boolean;
    fileCount: number;
    isPrepared: boolean;
  },
  card?: PreparedMessage['card'],
  mail?: MessageMail,
) {
  return {
    id: randomUUID(),
    conversation_id: conversationId,
    browser_id: by.browserId,
    client_id: clientId,
    message: text,
    created_at: createdAt.toISOString(),
    author_id: by.authorId,
    program: by.program,
    file_count: by.fileCount,
    is_agent: by.isAgent,
    is_prepared: by.isPrepared,
    kind: card?.kind ?? 'text',
    card: card?.shows ?? null,
    mail: mail ?? null,
    ...wordsOfMessage(text),
  };
}

async function append(
  db: Database,
  listeners: Listeners,
  messages: readonly ReturnType<typeof toSent>[],
) {
  const rows = await statementFor(listeners).execute(db, { sent: JSON.stringify(messages) });
  return rows.map(({ conversation_id, client_id, id, number, visitor_id, agent_id }) => ({
    conversation_id,
    client_id,
    message: { id, number, visitorId: visitor_id, agentId: agent_id },
  }));
}
