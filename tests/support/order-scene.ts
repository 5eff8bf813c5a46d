import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { invoices } from '../../app/billing/server/tables.server.ts';
import { eq, sql } from 'drizzle-orm';
import { orders, payments } from '../../app/orders/server/tables.server.ts';
import { conversations } from '../../app/chat/server/tables.server.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { profiles } from '../../app/accounts/server/tables.server.ts';
import { CAST, VISITORS } from './cast.ts';
import { signInClient } from './client.ts';
import { orderChecklistItems } from '../../app/orders/server/board/tables.server.ts';
import { insertCoupon } from './coupons.ts';
import { openLiveServer, type LiveServer } from './live-server.ts';
import { confirm, createDraft } from './orders.ts';
import { StripePeer } from './stripe-peer.ts';
import { cookieOf, employ, teamServices } from './team.ts';
import { upload } from './upload.ts';
import { openVisitor, type TestVisitor } from './visitor.ts';

/** What Elena wrote into her brief: nobody else may ever be shown it. */
export const BRIEF = 'Harbour lights';

/** Elena's order with Maya over HTTP, and everybody who would like to have it. */
export interface OrderScene {
  readonly server: LiveServer;
  readonly peer: StripePeer;
  readonly elena: TestVisitor;
  readonly priya: TestVisitor;
  readonly visitorId: string;
  readonly orderId: string;
  /** Accepted, and one that waits for an answer. */
  readonly offers: { readonly accepted: string; readonly open: string };
  readonly path: string;
  /** Priya's order, which waits for its payment. */
  readonly otherPath: string;
  readonly secretHash: string;
  readonly fileId: string;
  /** A picture of Elena's delivery, and her comment on it. */
  readonly proofId: string;
  readonly commentId: string;
  /** The invoice of Elena's order. */
  readonly invoiceId: string;
  /** A payment that is held. */
  readonly heldId: string;
  readonly couponId: string;
  readonly cookies: Readonly<Record<'maya' | 'leo' | 'ines' | 'suspended' | 'client', string>>;
  readonly post: (path: string, cookie: string, body: unknown) => Promise<Response>;
  readonly submit: (
    path: string,
    cookie: string,
    fields: Readonly<Record<string, string>>,
  ) => Promise<Response>;
  close(): Promise<void>;
}

/** A step of Elena's order. */
export const CHECKLIST_ITEM = '7d3b1c52-7a0f-4c7e-9d43-5b1a2f6c8e90';

export async function openOrderScene(db: Database): Promise<OrderScene> {
  const peer = await StripePeer.start();
  const services = teamServices(db);
  const server = await openLiveServer(db, services, { env: peer.env });
  const post: OrderScene['post'] = (path, cookie, body) =>
    server.ask(path, {
      method: 'POST',
      cookie,
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });
  const submit: OrderScene['submit'] = (path, cookie, fields) =>
    server.ask(path, { method: 'POST', cookie, body: new URLSearchParams(fields) });

  const sign = async (name: keyof typeof CAST) => {
    await employ(db, services, name);
    return cookieOf(db, services, name);
  };
  const maya = await sign('maya');
  const elena = await openVisitor(db, VISITORS.elena);
  await db.update(profiles).set({ acceptsChats: false });
  const leo = await sign('leo');
  const priya = await openVisitor(db, VISITORS.priya);
  const ines = await sign('ines');
  const suspended = await sign('henrik');
  await db
    .update(profiles)
    .set({ status: 'suspended' })
    .where(eq(profiles.email, CAST.henrik.email));

  const offer = async (visitor: TestVisitor, cookie: string) => {
    const change = { questions: 'The title of your book' };
    const answer = await post(
      `/agentchat/conversations/${visitor.id}/offers`,
      cookie,
      createDraft(change),
    );
    return ((await answer.json()) as { offer: { offerId: string } }).offer.offerId;
  };
  const buy = async (visitor: TestVisitor, cookie: string) => {
    await confirm(db, visitor.browserId, await visitorOf(db, visitor));
    const offerId = await offer(visitor, cookie);
    const path = `/chat/conversations/${visitor.id}/offers/${offerId}`;
    const said = await post(path, visitor.cookie, { answer: 'accepted' });
    const { order } = (await said.json()) as { order: string };
    const paymentMethod = await server.ask(
      `/chat/conversations/${visitor.id}/orders/${order}`,
      visitor,
    );
    return { offerId, path: paymentMethod.headers.get('Location') ?? '' };
  };
  const own = await buy(elena, maya);
  const open = await offer(elena, maya);
  const other = await buy(priya, leo);
  await submit('/team/orders/E-1001', maya, { intent: 'mark-paid', reference: 'PP-77' });
  await submit(own.path, elena.cookie, { intent: 'brief', 'answer-0': BRIEF });
  const picture = await sharp({
    create: { width: 40, height: 30, channels: 3, background: '#2540e0' },
  })
    .png()
    .toBuffer();
  const { id: proofId } = await upload(
    { server, conversationId: elena.id, cookie: maya, address: '/team/orders/E-1001/files' },
    { name: 'cover.png', bytes: new Uint8Array(picture) },
  );
  await submit('/team/orders/E-1001', maya, {
    intent: 'deliver',
    message: 'Here it is',
    file: proofId,
  });
  const commentId = randomUUID();
  await submit(`${own.path}/proof/${proofId}`, elena.cookie, {
    intent: 'comment',
    key: commentId,
    text: BRIEF,
    x: '40',
    y: '20',
  });
  const { id: fileId } = await upload(
    { server, conversationId: elena.id, cookie: elena.cookie },
    { name: 'plan.txt', bytes: new TextEncoder().encode(BRIEF) },
  );
  const [row] = await db.select().from(orders).where(eq(orders.number, 1001));
  const [invoice] = await db.select().from(invoices);
  await db.insert(orderChecklistItems).values({
    id: CHECKLIST_ITEM,
    orderId: row?.id ?? '',
    position: 1,
    title: 'First draft',
    isShown: true,
    createdAt: services.clock.now(),
  });
  const { cookie: client } = await signInClient(server.appContext, 'client@elsewhere.example');
  const [held] = await db
    .insert(payments)
    .values({
      way: 'stripe',
      reference: 'pi_of_a_stranger',
      amount: 900,
      currency: 'USD',
      state: 'held',
      heldMessage: { key: 'orders.held-without-order', values: {} },
      createdAt: services.clock.now(),
    })
    .returning({ id: payments.id });
  return {
    server,
    peer,
    elena,
    priya,
    visitorId: await visitorOf(db, elena),
    orderId: row?.id ?? '',
    offers: { accepted: own.offerId, open },
    path: own.path,
    otherPath: other.path,
    secretHash: row?.secretHash ?? '',
    invoiceId: invoice?.id ?? '',
    fileId,
    proofId,
    commentId,
    heldId: held?.id ?? '',
    couponId: (await insertCoupon(db)).id,
    cookies: { maya, leo, ines, suspended, client },
    post,
    submit,
    async close() {
      await server.close();
      await peer.close();
    },
  };
}

async function visitorOf(db: Database, { id }: TestVisitor): Promise<string> {
  const [row] = await db
    .select({ visitorId: conversations.visitorId })
    .from(conversations)
    .where(eq(conversations.id, id));
  return row?.visitorId ?? '';
}

const TABLES = [
  'invoices',
  'number_series',
  'offers',
  'orders',
  'order_events',
  'order_assignees',
  'order_labels',
  'order_checklist_items',
  'deliveries',
  'proof_comments',
  'revision_comments',
  'refund_requests',
  'payments',
  'coupons',
  'coupon_redemptions',
  'refunds',
  'credits',
  'ledger',
  'revenue_lines',
  'checkouts',
  'visitor_messages',
  'files',
  'outbox',
] as const;

/** Everything that a call about an order may change. */
export async function everythingOf(db: Database): Promise<string> {
  const rows: unknown[] = [];
  for (const table of TABLES) {
    rows.push((await db.execute(sql.raw(`select * from ${table} order by 1, 2`))).rows);
  }
  return JSON.stringify(rows);
}
