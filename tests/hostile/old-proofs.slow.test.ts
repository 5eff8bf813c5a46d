import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { REFUND_KIND } from '../../app/orders/server/refund/refund-kind-name.ts';
import { auditLog, jobsTable } from '../../app/platform/tables.server.ts';
import { webhookEndpoints } from '../../app/webhooks/server/tables.server.ts';
import { profiles, totpFactors } from '../../app/accounts/server/tables.server.ts';
import { CAST, VISITORS } from '../support/cast.ts';
import { TestClock, useDatabase } from '../support/database.ts';
import { everythingOf, openOrderScene, type OrderScene } from '../support/order-scene.ts';

const store = useDatabase();
/** A proof is good for five. */
const LATER_MS = 6 * 60_000;

let scene: OrderScene;
let admin: string;
let mayaId: string;
let endpointId: string;
let jobId: string;

/** Henrik, an admin, has signed in a moment ago. */
beforeEach(async () => {
  scene = await openOrderScene(store.db);
  admin = scene.cookies.suspended;
  await store.db
    .update(profiles)
    .set({ status: 'active' })
    .where(eq(profiles.email, CAST.henrik.email));
  const [maya] = await store.db.select().from(profiles).where(eq(profiles.email, CAST.maya.email));
  mayaId = maya?.id ?? '';
  const [endpoint] = await store.db
    .insert(webhookEndpoints)
    .values({
      ...WEBHOOK,
      events: ['message.sent'],
      secret: 'whsec_x',
      withContents: true,
      createdAt: new Date(),
    })
    .returning({ id: webhookEndpoints.id });
  endpointId = endpoint?.id ?? '';
  const [job] = await store.db
    .insert(jobsTable)
    .values({
      kind: REFUND_KIND,
      key: crypto.randomUUID(),
      lane: 'stripe',
      payload: {},
      state: 'failed',
      due: new Date(),
      createdAt: new Date(),
      endedAt: new Date(),
    })
    .returning({ id: jobsTable.id });
  jobId = job?.id ?? '';
});
afterEach(() => scene.close());

type Form = readonly [
  path: string | (() => string),
  fields: () => Readonly<Record<string, string>>,
];

const REFUND = { intent: 'decide-refund', way: 'method', reference: 'BACK-1', reply: 'Because' };
const WEBHOOK = { url: 'https://crm.example/hook', events: 'message.sent', withContents: 'yes' };

/** Actions that cannot be undone, give away more than before, or send money back (rule 190). */
const FORMS: Readonly<Record<string, Form>> = {
  'erasing a visitor': [
    '/team/visitors',
    () => ({
      intent: 'erase',
      email: VISITORS.elena,
      confirmation: VISITORS.elena,
      reviews: 'delete',
    }),
  ],
  'a role': ['/team', () => ({ intent: 'role', id: mayaId, role: 'admin' })],
  'an invitation with a role': [
    '/team',
    () => ({ intent: 'invite', email: 'new@embarka.example', role: 'admin' }),
  ],
  'resetting somebody’s factors': ['/team', () => ({ intent: 'reset-factors', id: mayaId })],
  'a key': ['/team/api', () => ({ intent: 'create-key', name: 'Mine', perMinute: '60' })],
  'a webhook with contents': ['/team/api', () => ({ intent: 'add-webhook', ...WEBHOOK })],
  'a new secret of a webhook': [() => `/team/webhooks/${endpointId}`, () => ({ intent: 'rotate' })],
  'letting somebody back in, with their role': ['/team', () => ({ intent: 'restore', id: mayaId })],
  'the secret of another site': [
    '/team/api',
    () => ({ intent: 'make-host-secret', origin: 'https://blog.example' }),
  ],
  'a refund in full': ['/team/orders/E-1001', () => ({ ...REFUND, outcome: 'full', amount: '' })],
  'a refund in part, as credit': [
    '/team/orders/E-1001',
    () => ({ ...REFUND, outcome: 'part', amount: '1', way: 'credit' }),
  ],
  'giving a held payment back': [
    '/team/orders',
    () => ({ intent: 'return-payment', payment: scene.heldId }),
  ],
  'sending a refused refund again from the list of jobs': [
    '/team/outbox',
    () => ({ intent: 'send-again', id: jobId }),
  ],
  'sending selected jobs again, of which one is a refund': [
    '/team/outbox',
    () => ({ intent: 'send-jobs-again', row: jobId }),
  ],
  'who needs a second factor': [
    '/team/settings',
    () => ({
      intent: 'save',
      SECOND_FACTOR_FOR: 'nobody',
      'shown.SECOND_FACTOR_FOR': 'automatic',
    }),
  ],
  'another address to pay at': [
    '/team/settings',
    () => ({
      intent: 'save',
      PAYMENT_URL: 'https://paypal.me/somebody-else',
      'shown.PAYMENT_URL': 'https://www.paypal.com/',
    }),
  ],
  'keeping conversations for a shorter time, which erases them': [
    '/team/settings',
    () => ({
      intent: 'save!RETENTION_CHAT_DAYS=30',
      RETENTION_CHAT_DAYS: '30',
      'shown.RETENTION_CHAT_DAYS': '',
    }),
  ],
  'an account of one’s own instead of a demo account': [
    '/team/setup',
    () => ({
      intent: 'own-account',
      firstName: 'Ada',
      lastName: 'Own',
      email: 'ada@own.test',
      password: 'harbour lantern 41',
      confirmation: 'harbour lantern 41',
    }),
  ],
  'the removal of the demo data': [
    '/team/setup',
    () => ({ intent: 'remove-demo', services: 'hide' }),
  ],
  'the reset of all data': [
    '/reset',
    () => ({ password: CAST.henrik.password, phrase: 'reset all data' }),
  ],
};

async function send([path, fields]: Form) {
  const answer = await scene.submit(typeof path === 'string' ? path : path(), admin, fields());
  // What is done leads on, and says nothing.
  const text = (await answer.text()) || '{}';
  return { status: answer.status, ...(JSON.parse(text) as { field?: string }) };
}

const written = async () => [await everythingOf(store.db), await store.db.$count(auditLog)];

test.each(Object.entries(FORMS))(
  '%s asks who does it once the last proof is six minutes old, and nothing is done',
  async (_, form) => {
    const { clock } = scene.server.appContext;
    if (!(clock instanceof TestClock)) throw new Error('The clock does not stand still');
    // Somebody with a factor: the password alone, where a form asks for one, is not enough.
    await store.db.insert(totpFactors).values({
      userId: (await henrik()).id,
      secret: 'JBSWY3DPEHPK3PXP',
      createdAt: clock.now(),
      confirmedAt: clock.now(),
    });
    const before = await written();
    clock.advance(LATER_MS);
    expect(await send(form)).toMatchObject({ status: 403, field: 'proof' });
    expect(await written()).toEqual(before);
    clock.advance(-LATER_MS);
    // With a fresh one it is done, or refused for another reason.
    expect((await send(form)).field).not.toBe('proof');
  },
);

async function henrik() {
  const [row] = await store.db.select().from(profiles).where(eq(profiles.email, CAST.henrik.email));
  if (!row) throw new Error('There is no Henrik');
  return row;
}
