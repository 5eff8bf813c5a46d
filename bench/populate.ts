import { sql } from 'drizzle-orm';
import type { Database, OpenDatabase } from '../app/platform/db/database.server.ts';

export const AGENTS = 10;
/**
 * Conversations are resolved after a quiet period, so the number of open ones does not grow with
 * age.
 */
export const OPEN_VISITORS = 200;
/** Two pages, so that the smallest shop fills a page too. */
export const THREAD_AT_LEAST = 400;
export const LONG_THREAD = 'long-thread';

const LENGTH = 9;

/**
 * Creates a year of data: nine messages per conversation, one conversation per visitor, and one
 * very long thread, and an order for ten messages. Topics, services, waiting times, ratings and words are distributed
 * realistically; 'Christmas' occurs in one week.
 */
export async function populate({ db, pool }: OpenDatabase, messages: number): Promise<void> {
  await db.transaction(async (tx) => {
    // Inserting a million rows exceeds the statement timeout.
    await tx.execute(sql`set local statement_timeout = 0`);
    const inThread = Math.max(THREAD_AT_LEAST, messages / 10);
    const visitors = Math.max(OPEN_VISITORS, Math.round((messages - inThread) / LENGTH));
    await addTeam(tx);
    await addConversations(tx, visitors, inThread);
    await addMessages(tx);
    await addOrders(tx, Math.round(messages / 10));
    await addAround(tx, Math.round(messages / 1000));
  });
  // An older database would have done this automatically.
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query('vacuum analyze');
  await client.query('reset statement_timeout');
  client.release();
}

async function addTeam(tx: Database): Promise<void> {
  await tx.execute(sql`
    insert into auth_users (id, name, email)
    select 'agent-' || n, 'Agent ' || n, 'agent-' || n || '@embarka.example'
    from generate_series(1, ${AGENTS}::int) n`);
  await tx.execute(sql`
    insert into profiles (id, email, full_name, role, status, created_at, updated_at)
    select id, email, name, 'agent', 'active', now(), now() from auth_users where id like 'agent-%'`);
}

async function addConversations(tx: Database, visitors: number, inThread: number): Promise<void> {
  await tx.execute(sql`
    with browser as (
      insert into visitor_browsers (secret_hash, created_at)
      select 'browser-' || n, now() from generate_series(0, ${visitors}::int) n
      returning id, substr(secret_hash, 9)::int as n
    ),
    visitor as (
      insert into visitors (email, topic, conversation_id, agent_id, created_at, updated_at, completed_at)
      select 'visitor-' || n || '@shop-' || n % 97 || '.example', 'General Questions',
        ${conversationName('n')}, 'agent-' || (n % ${AGENTS}::int) + 1, began, began,
        case when n > ${OPEN_VISITORS}::int then began + interval '2 days' end
      from generate_series(${visitors}::int, 0, -1) n,
        lateral (
          -- The long one needs a second for each of its messages.
          select now() - case n when 0 then interval '40 hours'
            else n * interval '365 days' / ${visitors}::int end as began
        ) at
      returning id, conversation_id, agent_id, completed_at, created_at
    )
    insert into conversations (id, visitor_id, browser_id, topic, topic_id, agent_id, started_at, completed_at,
      asked_at, first_answered_at, last_number, visitor_message_count, last_message_at, waiting_since,
      service_section, service_slug, service_title)
    select v.conversation_id, v.id, b.id,
      (array['General Questions', 'Sales Inquiry', 'Order Fulfillment', 'Product/Service Support'])[1 + b.n % 4],
      (array['general', 'sales', 'orders', 'support'])[1 + b.n % 4],
      v.agent_id, v.created_at, v.completed_at, v.created_at,
      case when b.n % 25 > 0 then v.created_at + ${waitOf('b.n')} * interval '1 second' end,
      case when b.n = 0 then ${inThread}::int else ${LENGTH}::int end, 5,
      v.created_at + ${waitOf('b.n * 3')} * interval '20 seconds',
      case when v.completed_at is null and b.n % 25 = 0 then v.created_at end,
      case when b.n % 5 < 3 then 'graphics' end, case when b.n % 5 < 3 then 'service-' || b.n % 125 end,
      case when b.n % 5 < 3 then 'Service ' || b.n % 125 end
    from browser b join visitor v on v.conversation_id = ${conversationName('b.n')}
    -- They lie as they came.
    order by v.created_at`);
  await tx.execute(sql`
    insert into conversation_ratings (conversation_id, agent_id, score, comment, created_at, updated_at)
    select id, agent_id, 1 + n % 5, case when n % 4 = 0 then 'Comment ' || n end,
      completed_at, completed_at
    from (select *, row_number() over (order by id) as n from conversations) c
    where completed_at is not null and n % 5 < 2`);
  await tx.execute(sql`
    insert into read_marks (agent_id, conversation_id, number, read_at)
    select agent_id, id, last_number, started_at from conversations where completed_at is not null`);
}

/** Seconds from 10 to some hours, mostly a few minutes. */
function waitOf(n: string) {
  return sql.raw(`(10 + exp(((${n})::bigint * 7919 % 1000) / 105.0))`);
}

async function addMessages(tx: Database): Promise<void> {
  await tx.execute(sql`
    insert into visitor_messages (conversation_id, number, client_id, visitor_email, message, is_agent,
      agent_id, created_at)
    select c.id, n, gen_random_uuid(), 'visitor@shop.example',
      'Could you tell me whether the files of order ' || n || ' come as PDF?'
        || case when c.days between 300 and 307 then ' It is for Christmas.' else '' end
        || case when c.days % 100 = 50 and n = 2 then ' The zeppelin one.' else '' end,
      n % 2 = 0, case when n % 2 = 0 then c.agent_id end, c.started_at + n * interval '1 second'
    from (
      select *, extract(day from now() - started_at)::int as days from conversations
    ) c, generate_series(1, c.last_number) n
    order by c.started_at + n * interval '1 second'`);
}

/** Most orders are completed and have an invoice; one of a hundred waits for its payment, its work or its acceptance. */
async function addOrders(tx: Database, many: number): Promise<void> {
  await tx.execute(sql`
    insert into offers (conversation_id, client_id, agent_id, lines, currency, amount, delivery_days, revisions,
      questions, valid_day, valid_until, created_at, state, answered_at)
    select c.id, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, c.agent_id,
      jsonb_build_array(jsonb_build_object('title', 'Service ' || n % 125, 'path', null, 'quantity', 1,
        'unitAmount', 5000 + n % 200 * 100)),
      'USD', 5000 + n % 200 * 100, 5, 2, '[]', '2030-01-01', at, at, 'accepted', at
    from (
      select n, now() - n * interval '365 days' / ${many}::int as at from generate_series(1, ${many}::int) n
    ) o
    join (select id, agent_id, row_number() over (order by started_at desc) as position from conversations) c
      on c.position = n % (select count(*) from conversations) + 1
    order by at`);
  await tx.execute(sql`
    insert into orders (number, offer_id, conversation_id, buyer_email, secret_hash, state, last_event, currency,
      amount, paid_amount, payment_due_at, paid_at, delivery_due_at, delivered_at, acceptance_due_at, completed_at,
      created_at, updated_at)
    select 1000 + row_number() over (order by f.created_at), f.id, f.conversation_id, v.email, f.id::text, s.state,
      1, 'USD', f.amount, case when s.state = 'awaiting payment' then 0 else f.amount end,
      f.created_at + interval '14 days',
      case when s.state <> 'awaiting payment' then f.created_at + interval '1 hour' end,
      case when s.state <> 'awaiting payment' then f.created_at + interval '5 days' end,
      case when s.state in ('delivered', 'completed') then f.created_at + interval '4 days' end,
      case when s.state in ('delivered', 'completed') then f.created_at + interval '11 days' end,
      case when s.state = 'completed' then f.created_at + interval '6 days' end,
      f.created_at, f.created_at + interval '6 days'
    from (select *, row_number() over (order by created_at desc) as n from offers) f
    join conversations c on c.id = f.conversation_id
    join visitors v on v.id = c.visitor_id
    cross join lateral (
      select case when n > ${many}::int / 100 then 'completed'
        else (array['awaiting payment', 'in progress', 'delivered'])[1 + n % 3] end as state
    ) s
    order by f.created_at`);
  await tx.execute(sql`
    insert into order_events (order_id, number, transition, from_state, to_state, actor, at)
    select id, 1, 'accept', null, 'awaiting payment', 'buyer', created_at from orders`);
  await tx.execute(sql`
    insert into payments (order_id, way, reference, amount, currency, state, created_at)
    select id, 'stripe', 'pi_' || number, amount, currency, 'booked', paid_at
    from orders where paid_at is not null`);
  await tx.execute(sql`
    insert into deliveries (order_id, event, message, created_at, due_at)
    select id, 1, 'Here are the files.', delivered_at, delivery_due_at
    from orders where delivered_at is not null`);
  await tx.execute(sql`
    insert into invoices (kind, reason, number, series_year, series_number, order_id, issued_on, due_on, currency,
      net_amount, tax_amount, gross_amount, document, buyer_email, created_at, paid_at)
    select 'invoice', 'payment', 'INV-' || number, 2026, number, id, paid_at::date, paid_at::date, currency, amount, 0,
      amount, jsonb_build_object('currency', currency, 'buyer', jsonb_build_object('name', 'Buyer ' || number),
        'totals', jsonb_build_object('gross', amount)),
      buyer_email, paid_at, paid_at
    from orders where paid_at is not null order by number`);
}

/** Adds reviews, notes, emails and finished jobs in realistic numbers. */
async function addAround(tx: Database, many: number): Promise<void> {
  await tx.execute(sql`
    insert into service_reviews (service_slug, section, name, email, text, rating, created_at)
    select 'book-design', 'graphics', 'Reader ' || n, 'reader-' || n || '@shop.example', 'Good work.',
      1 + n % 5, now() - n * interval '1 hour'
    from generate_series(1, ${many}::int) n`);
  await tx.execute(sql`
    insert into conversation_notes (conversation_id, client_id, author_id, text, created_at)
    select id, gen_random_uuid(), agent_id, 'Wants a call.', started_at
    from (select * from conversations order by started_at limit ${many * 10}::int) c`);
  await tx.execute(sql`
    insert into visitor_mails (conversation_id, mailbox, purpose, created_at, sent_at)
    select id, 'visitor@shop.example', 'answers', started_at, started_at
    from (select * from conversations order by started_at desc limit ${many * 10}::int) c`);
  await tx.execute(sql`
    insert into outbox (kind, key, lane, payload, due, state, created_at, ended_at)
    select 'mail', 'done-' || n, '', '{"to": "visitor@shop.example"}', now(), 'done', now(), now()
    from generate_series(1, ${many * 10}::int) n`);
  await tx.execute(sql`
    insert into audit_log (at, action, subject, request_id)
    select now() - n * interval '10 minutes', 'signed-in', 'agent-' || n % 10, 'request-' || n
    from generate_series(1, ${many * 10}::int) n`);
}

/** Matches the product's format, which is validated before a query. */
const SUFFIX = 'o'.repeat(26);

export function openConversation(n: number): string {
  return `conv_${String(n).padStart(13, '0')}_${SUFFIX}`;
}

function conversationName(n: string) {
  return sql.raw(
    `case when ${n} = 0 then '${LONG_THREAD}' when ${n} <= ${OPEN_VISITORS} then 'conv_' || lpad((${n})::text, 13, '0') || '_${SUFFIX}' else 'done-' || ${n} end`,
  );
}
