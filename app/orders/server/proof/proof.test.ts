import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { signInClient } from '../../../../tests/support/client.ts';
import { hire, TestClock, useDatabase } from '../../../../tests/support/database.ts';
import { causeOf, createOrderContext, order, orderRow } from '../../../../tests/support/orders.ts';
import { openCompany } from '../../../../tests/support/company.ts';
import { addDeliveryFile } from '../../../../tests/support/delivery-file.ts';
import { refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { VISITORS } from '../../../../tests/support/cast.ts';
import { readMessagesAfter } from '../../../chat/server/read/read-messages.server.ts';
import { removeMember } from '../../../clients/server/companies/manage-company.server.ts';
import { accountKey } from '../../../clients/server/order-access.server.ts';
import { eraseClient } from '../../../clients/server/privacy.server.ts';
import { formatPosition, readPage, readTime, TENTHS } from '../../protocol/proof.ts';
import type { BuyerKey } from '../access.server.ts';
import { deliver, requestRevision } from '../delivery/delivery.server.ts';
import { asBuyer, asMember, type Turn } from '../order/as-actor.server.ts';
import { readOrder } from '../order/read-order.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { eraseOrdersOf, exportOrdersOf } from '../privacy.server.ts';
import { deliveries, orders } from '../tables.server.ts';
import { addComment, replyToComment } from './add-comment.server.ts';
import { deleteComment, editComment, resolveComment } from './change-comment.server.ts';
import { readProof } from './read-proof.server.ts';
import { proofComments, revisionComments } from './tables.server.ts';

const store = useDatabase();
const SHOP = { timeZone: 'America/New_York', now: new TestClock().now() };
type Context = ReturnType<typeof createOrderContext>;

async function delivered(appContext: Context, email?: string) {
  const one = await order(appContext, {}, email);
  const { maya, number, id, secret } = one;
  await markPaid(appContext, tracedBy(maya), maya, number, 'PP-1');
  const send = async (name: string, type?: string) => {
    const fileId = await addDeliveryFile(store.db, { orderId: id, agentId: maya.id, name, type });
    await deliver(appContext, tracedBy(maya), maya, number, 'Here it is.', [fileId]);
    return fileId;
  };
  const fileId = await send('logo.png');
  const byBuyer = <T>(work: (turn: Turn) => Promise<T>, key: BuyerKey = secret) =>
    asBuyer(appContext, key, work);
  const byTeam = <T>(work: (turn: Turn) => Promise<T>, member = maya) =>
    asMember(appContext, tracedBy(member), member, number, work);
  const comment = async (change: object = {}, key: BuyerKey = secret) => {
    const typed = { id: randomUUID(), text: 'Bigger, please', x: '40', y: '20', ...change };
    await byBuyer((turn) => addComment(turn, fileId, typed), key);
    return typed.id;
  };
  const seen = async (reader: Parameters<typeof readProof>[3] = { kind: 'buyer' }) =>
    (await readProof(store.db, id, fileId, reader))!;
  const shown = async () => (await readOrder(store.db, id, 'buyer', SHOP))!;
  return { ...one, fileId, send, byBuyer, byTeam, comment, seen, shown };
}

describe('a comment on a delivered file', () => {
  test('has a position, a number and an author, and is answered and resolved by both sides', async () => {
    const one = await delivered(createOrderContext(store.db));
    const first = await one.comment();
    await one.comment({ text: 'Everything is fine here', x: '', y: '' });
    await one.byTeam((turn) =>
      replyToComment(turn, one.fileId, { id: randomUUID(), comment: first, text: 'Like this?' }),
    );
    await one.byBuyer((turn) => resolveComment(turn, one.fileId, first, true));
    const { comments, kind, order: number } = await one.seen();
    expect({ kind, number }).toEqual({ kind: 'image', number: 'E-1001' });
    expect(comments).toMatchObject([
      { number: 2, by: 'Buyer', position: { x: null, y: null }, resolvedBy: null },
      {
        id: first,
        number: 1,
        by: 'Buyer',
        text: 'Bigger, please',
        position: { x: 400, y: 200, page: null, atMs: null },
        resolvedBy: 'Buyer',
        replies: [{ by: 'Maya Okafor', side: 'team', text: 'Like this?' }],
      },
    ]);
    await one.byTeam((turn) => resolveComment(turn, one.fileId, first, false));
    await one.byTeam((turn) => resolveComment(turn, one.fileId, first, false));
    await one.byTeam((turn) => resolveComment(turn, one.fileId, first, true));
    expect((await one.seen()).comments[1]).toMatchObject({ resolvedBy: 'Maya Okafor' });
  });

  test('is added once, however often its form arrives, and two at once get two numbers', async () => {
    const one = await delivered(createOrderContext(store.db));
    const id = randomUUID();
    await Promise.all([one.comment({ id }), one.comment({ id }), one.comment(), one.comment()]);
    const { comments } = await one.seen();
    expect(comments.map(({ number }) => number).toSorted((one, other) => one - other)).toEqual([
      1, 2, 3,
    ]);
  });

  test('appears in the thread once for each side and delivery, and the team’s is emailed', async () => {
    const appContext = createOrderContext(store.db);
    const one = await delivered(appContext);
    const lines = async () =>
      (await readMessagesAfter(store.db, one.conversation.id, 0)).filter(({ text }) =>
        text.includes('new comments on'),
      );
    await one.comment();
    await one.comment();
    expect(await lines()).toMatchObject([{ card: { order: 'E-1001', proof: one.fileId } }]);
    const mails = appContext.mail.sent.length;
    const reply = { text: 'What about this?', x: '1', y: '1' };
    await one.byTeam((turn) => addComment(turn, one.fileId, { ...reply, id: randomUUID() }));
    await one.byTeam((turn) => addComment(turn, one.fileId, { ...reply, id: randomUUID() }));
    expect(await lines()).toHaveLength(2);
    expect(appContext.mail.sent).toHaveLength(mails + 1);
    expect(appContext.mail.sent.at(-1)?.text).toContain('1 % from the left, 1 % from the top');
    expect(appContext.mail.sent.at(-1)?.text).toContain('What about this?');
  });

  test('is refused without words, outside of the file, and on a refunded order', async () => {
    const appContext = createOrderContext(store.db);
    const one = await delivered(appContext);
    const refused = async (change: object) => {
      const { status, field } = await refusalOf(one.comment(change));
      return `${status} ${field}`;
    };
    expect(await refused({ text: '  ' })).toBe('400 text');
    expect(await refused({ text: 'x'.repeat(2001) })).toBe('413 text');
    expect(await refused({ x: '101' })).toBe('400 x');
    expect(await refused({ x: 'NaN' })).toBe('400 x');
    expect(await refused({ y: '-1' })).toBe('400 y');
    expect(await refused({ y: '' })).toBe('400 y');
    await one.comment({ x: '40,5', y: '100' });
    expect((await one.seen()).comments[0]?.position).toMatchObject({ x: 405, y: TENTHS });
    await one.comment({ x: '٤٠٫٥', y: '۱۰۰' });
    expect((await one.seen()).comments[1]?.position).toMatchObject({ x: 405, y: TENTHS });
    await store.db
      .update(orders)
      .set({ state: 'refunded', refundedAmount: 30_000 })
      .where(eq(orders.id, one.id));
    expect(await refused({})).toBe('409 undefined');
    expect((await one.seen()).closedBecause).toContain('closed');
  });

  test('stays readable on earlier deliveries, which are versions of the file', async () => {
    const appContext = createOrderContext(store.db);
    const one = await delivered(appContext);
    await one.comment();
    await requestRevision(appContext, one.secret, '');
    const second = await one.send('logo.png');
    const { versions } = await one.seen();
    expect(versions.map(({ file, delivery, openCount }) => [file.id, delivery, openCount])).toEqual(
      [
        [one.fileId, 1, 1],
        [second, 2, 0],
      ],
    );
    expect((await readProof(store.db, one.id, second, { kind: 'buyer' }))?.comments).toEqual([]);
  });

  test('has a page on a document and a time on a video', async () => {
    const one = await delivered(createOrderContext(store.db));
    const kinds = [
      [
        { name: 'flyer.pdf', type: 'application/pdf' },
        { page: '2', x: '5', y: '6' },
        { page: 2, x: 50, y: 60, atMs: null },
      ],
      [
        { name: 'film.mp4', type: 'video/mp4' },
        { time: '0:12.5' },
        { page: null, x: null, y: null, atMs: 12_500 },
      ],
    ] as const;
    for (const [{ name, type }, typed, position] of kinds) {
      await requestRevision(createOrderContext(store.db), one.secret, 'Again');
      const fileId = await one.send(name, type);
      const add = (more: object) =>
        one.byBuyer((turn) =>
          addComment(turn, fileId, { ...typed, ...more, text: 'Here', id: randomUUID() }),
        );
      await add({});
      await expect(add({ page: '2', time: '0:12' })).rejects.toMatchObject({ status: 400 });
      const proof = await readProof(store.db, one.id, fileId, { kind: 'buyer' });
      expect(proof?.comments).toMatchObject([{ position }]);
    }
    expect(formatPosition({ page: null, x: null, y: null, atMs: 12_500 })).toBe('At 0:12');
    expect([readTime('1:02:03'), readTime('75'), readTime('x')]).toEqual([
      3723000,
      75000,
      undefined,
    ]);
    expect([readTime('٠:١٢٫٥'), readTime('۷۵'), readPage('٢')]).toEqual([12_500, 75_000, 2]);
  });
});

describe('the author of a comment', () => {
  test('changes and deletes it until somebody relies on it', async () => {
    const appContext = createOrderContext(store.db);
    const one = await delivered(appContext);
    const id = await one.comment();
    expect((await one.seen()).comments[0]?.mayChange).toBe(true);
    const edit = (text: string) => one.byBuyer((turn) => editComment(turn, one.fileId, id, text));
    await edit('Smaller');
    expect((await one.seen()).comments[0]).toMatchObject({ text: 'Smaller', isEdited: true });
    await one.byTeam((turn) =>
      replyToComment(turn, one.fileId, { id: randomUUID(), comment: id, text: 'Yes' }),
    );
    expect((await refusalOf(edit('Larger'))).status).toBe(409);
    const remove = (which: string) => one.byBuyer((turn) => deleteComment(turn, one.fileId, which));
    expect((await refusalOf(remove(id))).status).toBe(409);
    const other = await one.comment();
    await remove(other);
    expect((await refusalOf(remove(other))).status).toBe(404);
    const requested = await one.comment();
    await requestRevision(appContext, one.secret, '');
    expect((await refusalOf(remove(requested))).status).toBe(409);
    expect((await one.seen()).comments.map(({ mayChange }) => mayChange)).toEqual([false, false]);
  });

  test('is the only one who may', async () => {
    const appContext = createOrderContext(store.db);
    const one = await delivered(appContext);
    const ines = await hire(store.db, 'ines');
    const id = await one.comment();
    const { session } = await signInClient({ ...appContext } as never, VISITORS.elena);
    const key = accountKey(session.client, one.number, 'comment');
    const edit = (turn: Turn) => editComment(turn, one.fileId, id, 'Mine');
    const remove = (turn: Turn) => deleteComment(turn, one.fileId, id);
    for (const work of [edit, remove]) {
      expect((await refusalOf(one.byTeam(work))).status).toBe(403);
      expect((await refusalOf(one.byTeam(work, ines))).status).toBe(403);
      // The holder of the secret is another author than the client.
      expect((await refusalOf(one.byBuyer(work, key))).status).toBe(403);
    }
    const own = await one.comment({}, key);
    expect(
      (await refusalOf(one.byBuyer((turn) => deleteComment(turn, one.fileId, own)))).status,
    ).toBe(403);
    await one.byBuyer((turn) => deleteComment(turn, one.fileId, own), key);
  });

  test('of an order does not reach the comments of another order', async () => {
    const appContext = createOrderContext(store.db);
    const [elenas, priyas] = [
      await delivered(appContext),
      await delivered(appContext, VISITORS.priya),
    ];
    const id = await elenas.comment();
    const tries: readonly ((turn: Turn) => Promise<void>)[] = [
      (turn) => addComment(turn, elenas.fileId, { id: randomUUID(), text: 'Mine', x: '1', y: '1' }),
      (turn) => addComment(turn, 'nothing', { id: randomUUID(), text: 'Mine', x: '1', y: '1' }),
      (turn) =>
        replyToComment(turn, elenas.fileId, { id: randomUUID(), comment: id, text: 'Mine' }),
      (turn) =>
        replyToComment(turn, priyas.fileId, { id: randomUUID(), comment: id, text: 'Mine' }),
      (turn) => editComment(turn, priyas.fileId, id, 'Mine'),
      (turn) => deleteComment(turn, elenas.fileId, id),
      (turn) => resolveComment(turn, elenas.fileId, id, true),
    ];
    for (const work of tries) {
      expect((await refusalOf(priyas.byBuyer(work))).status).toBe(404);
      expect((await refusalOf(priyas.byTeam(work))).status).toBe(404);
    }
    expect((await refusalOf(priyas.comment({ id }))).status).toBe(409);
    expect(await readProof(store.db, priyas.id, elenas.fileId, { kind: 'buyer' })).toBeUndefined();
    const [delivery] = await store.db
      .select()
      .from(deliveries)
      .where(eq(deliveries.orderId, priyas.id));
    const row = { side: 'buyer', text: 'Mine', number: 9, createdAt: new Date() } as const;
    const insert = store.db.insert(proofComments).values({
      ...row,
      id: randomUUID(),
      orderId: priyas.id,
      deliveryId: delivery!.id,
      fileId: elenas.fileId,
    });
    expect(await causeOf(Promise.resolve(insert))).toContain('proof_comments_file');
  });
});

describe('a request for a revision', () => {
  test('includes the open comments, and needs no other words then', async () => {
    const appContext = createOrderContext(store.db);
    const one = await delivered(appContext);
    expect((await refusalOf(requestRevision(appContext, one.secret, ' '))).field).toBe('wish');
    const [open, done] = [await one.comment(), await one.comment()];
    await one.byBuyer((turn) => resolveComment(turn, one.fileId, done, true));
    expect((await one.shown()).proofs).toMatchObject({
      openCount: 1,
      unansweredCount: 1,
      counts: { [one.fileId]: { open: 1, all: 2 } },
      requested: [],
    });
    await requestRevision(appContext, one.secret, ' ');
    expect((await one.shown()).proofs.requested).toMatchObject([
      { id: open, number: 1, fileName: 'logo.png', isResolved: false },
    ]);
    const [message] = (await readMessagesAfter(store.db, one.conversation.id, 0)).slice(-1);
    expect(message?.text).toContain('Revision 1 of 2 requested, with 1 comment.');
    await one.byTeam((turn) => resolveComment(turn, one.fileId, open, true));
    expect((await one.shown()).proofs.requested).toMatchObject([{ isResolved: true }]);
    await one.send('logo.png');
    expect((await one.shown()).proofs.requested).toEqual([]);
  });

  test('answers its comments with the next delivery, so that accepting that one needs no question', async () => {
    const appContext = createOrderContext(store.db);
    const one = await delivered(appContext);
    await one.comment();
    await requestRevision(appContext, one.secret, ' ');
    appContext.clock.advance(1000);
    await one.send('logo.png');
    expect((await one.shown()).proofs).toMatchObject({ openCount: 1, unansweredCount: 0 });
    appContext.clock.advance(1000);
    await one.comment();
    expect((await one.shown()).proofs).toMatchObject({ openCount: 2, unansweredCount: 1 });
  });
});

describe('privacy', () => {
  test('the export has the comments, and the erasure of the buyer deletes them', async () => {
    const appContext = createOrderContext(store.db);
    const one = await delivered(appContext);
    const id = await one.comment();
    await one.byTeam((turn) =>
      replyToComment(turn, one.fileId, { id: randomUUID(), comment: id, text: 'Yes' }),
    );
    await requestRevision(appContext, one.secret, '');
    expect((await exportOrdersOf(store.db, VISITORS.elena)).commentsOnDeliveries).toMatchObject([
      { order: 'E-1001', file: 'logo.png', by: 'you', percentFromLeft: 40, isReply: false },
      { by: 'us', text: 'Yes', isReply: true },
    ]);
    await store.db.transaction(async (tx) => {
      await eraseOrdersOf(tx, {} as never, appContext, VISITORS.elena);
    });
    expect(await store.db.select().from(proofComments)).toEqual([]);
    expect(await store.db.select().from(revisionComments)).toEqual([]);
    expect(await orderRow(store.db, one.number)).toMatchObject({ state: 'revision requested' });
  });
});

describe('an order of a company', () => {
  test('is commented on by members who may order, and read by those who may see it', async () => {
    const { appContext, maya, owner, join, place, companyId } = await openCompany(store.db);
    const [seer, buyer] = [
      await join('seer@harbour.example', 'view'),
      await join('buyer@harbour.example', 'order'),
    ];
    const stranger = (await signInClient(appContext, VISITORS.priya)).session;
    await place(owner.client, owner.browserId);
    const [row] = await store.db.select().from(orders);
    const { id, number } = row!;
    await store.db.execute("update visitors set agent_id = 'maya'");
    await markPaid(appContext, tracedBy(maya), maya, number, 'PP-1');
    const fileId = await addDeliveryFile(store.db, {
      orderId: id,
      agentId: maya.id,
      name: 'manual.png',
    });
    await deliver(appContext, tracedBy(maya), maya, number, 'Here it is.', [fileId]);
    const add = (client: typeof seer.client) =>
      asBuyer(appContext, accountKey(client, number, 'comment'), (turn) =>
        addComment(turn, fileId, { id: randomUUID(), text: 'Hello', x: '1', y: '1' }),
      );
    await add(buyer.client);
    expect((await refusalOf(add(seer.client))).status).toBe(403);
    expect((await refusalOf(add(stranger.client))).status).toBe(404);
    const reader = { kind: 'buyer', clientId: seer.client.id } as const;
    const proof = await readProof(store.db, id, fileId, reader);
    expect(proof?.comments).toMatchObject([{ by: 'buyer', mayChange: false }]);
    await removeMember(appContext, 'r', owner.client, { companyId, memberId: buyer.client.id });
    expect((await refusalOf(add(buyer.client))).status).toBe(404);
    // The words of an erased client are deleted, and the order of the company stays.
    await store.db.transaction((tx) =>
      eraseClient(tx, {} as never, appContext, 'buyer@harbour.example'),
    );
    expect(await store.db.select().from(proofComments)).toEqual([]);
  });
});
