import { expect, test } from 'vitest';
import './stored-messages.server.ts';
import '../i18n/messages.server.ts';
import { accountMessage } from '../accounts/stored-messages.ts';
import { AUDIT_LIST } from '../accounts/protocol/audit-list.ts';
import { listAudit } from '../accounts/server/audit/audit.server.ts';
import { readListState } from '../platform/lists/list-state.ts';
import { assistantMessage } from '../assistant/stored-messages.ts';
import { catalogueMessage } from '../catalogue/stored-messages.ts';
import { fileNotice } from '../chat/protocol/mail-notices.ts';
import { chatMessage } from '../chat/stored-messages.ts';
import { fileMessage } from '../files/stored-messages.ts';
import { inboundMessage } from '../inbound-email/stored-messages.ts';
import { pushMessage } from '../notifications/stored-messages.ts';
import { orderMessage } from '../orders/stored-messages.ts';
import { recordAudit } from '../platform/change/change.server.ts';
import { uploadNotice } from '../platform/files/upload-notices.ts';
import { requestMessage } from '../platform/outgoing/target.server.ts';
import { speaking } from '../platform/speech.server.ts';
import {
  messageKeys,
  showMessage,
  storedChange,
  storedList,
  storedText,
  type StoredMessage,
} from '../platform/stored-message.ts';
import { ENGLISH, speechIn } from '../i18n/translate.ts';
import { clientMessage } from '../clients/stored-messages.ts';
import { reviewMessage } from '../reviews/stored-messages.ts';
import { setupMessage } from '../setup-guide/stored-messages.ts';
import { webhookMessage } from '../webhooks/stored-messages.ts';
import { useDatabase } from '../../tests/support/database.ts';
import { NOBODY, teamServices } from '../../tests/support/team.ts';

const store = useDatabase();
const SPANISH = speechIn('es');

/** A message of each key. */
const SAMPLES: readonly StoredMessage[] = [
  accountMessage('accounts.role', { role: 'manager' }),
  accountMessage('accounts.role-changed', { from: 'agent', to: 'admin' }),
  accountMessage('accounts.role-changed-by-provider', { from: 'agent', to: 'support' }),
  accountMessage('accounts.role-at-provider', { role: 'agent' }),
  accountMessage('accounts.role-asked', { role: 'agent' }),
  accountMessage('accounts.role-unproven', { role: 'agent' }),
  accountMessage('accounts.role-by', { role: 'agent', name: 'Acme' }),
  accountMessage('accounts.by', { name: 'Acme' }),
  accountMessage('accounts.first-admin'),
  accountMessage('accounts.declined-by-reader'),
  accountMessage('accounts.authenticator-app'),
  accountMessage('accounts.passkey'),
  accountMessage('accounts.suspended'),
  accountMessage('accounts.waits-for-approval'),
  accountMessage('accounts.not-verified'),
  accountMessage('accounts.no-user'),
  accountMessage('accounts.no-role', { name: 'Acme' }),
  accountMessage('accounts.browser', { browser: 'Firefox', system: 'Linux' }),
  accountMessage('accounts.setting', { name: 'RETENTION_CHAT_DAYS', from: '', to: '30' }),
  accountMessage('accounts.list-exported', { path: '/team/audit', rows: 2 }),
  accountMessage('accounts.audit-expired', { count: 2 }),
  accountMessage('accounts.sign-ups-erased', { count: 1 }),
  accountMessage('accounts.mentions-erased', { count: 2 }),
  clientMessage('clients.method', { method: 'link' }),
  clientMessage('clients.permission', { permission: 'view' }),
  clientMessage('clients.permission-changed', { from: 'view', to: 'order' }),
  clientMessage('clients.account-erased'),
  clientMessage('clients.companies-erased', { count: 2 }),
  assistantMessage('assistant.drafted', {
    kind: 'answer',
    model: 'small',
    endpoint: 'model.example',
  }),
  assistantMessage('assistant.drafts-erased', { count: 2 }),
  catalogueMessage('catalogue.publication', { revision: 4 }),
  catalogueMessage('catalogue.titles', { titles: 'Logo, Files', more: 3 }),
  catalogueMessage('catalogue.exported', { format: 'csv', services: 125 }),
  catalogueMessage('catalogue.first'),
  catalogueMessage('catalogue.undone', { revision: 4 }),
  catalogueMessage('catalogue.currency-changed', { from: 'USD', to: 'EUR' }),
  catalogueMessage('catalogue.imported'),
  catalogueMessage('catalogue.first-services-hidden'),
  setupMessage('setup.demo-counted', {
    accounts: 6,
    visitors: 68,
    conversations: 282,
    orders: 17,
    subscriptions: 3,
    invoices: 18,
    reviews: 151,
    replies: 4,
    services: 125,
  }),
  setupMessage('setup.demo-removed', { records: 229, services: 125 }),
  chatMessage('chat.team', { topics: '', hours: '', members: 3 }),
  chatMessage('chat.queue'),
  chatMessage('chat.agent', { name: 'Maya' }),
  chatMessage('chat.agent-of-team', { name: 'Maya', team: 'Sales' }),
  chatMessage('chat.agent-from-queue', { name: 'Maya' }),
  chatMessage('chat.handed-over', {
    from: chatMessage('chat.queue'),
    to: chatMessage('chat.agent', { name: 'Maya' }),
  }),
  chatMessage('chat.snoozed-until', { time: '2026-06-12T10:00:00.000Z' }),
  chatMessage('chat.brought-back'),
  chatMessage('chat.label-put-on', { id: 'vip' }),
  chatMessage('chat.label-taken-off', { id: 'vip' }),
  chatMessage('chat.message', { number: 4 }),
  chatMessage('chat.message-of', { number: 4, conversation: 'abc', byVisitor: true }),
  chatMessage('chat.browsers-blocked', { count: 2 }),
  chatMessage('chat.expired', { conversations: 3, visitors: 2, browsers: 1 }),
  chatMessage('chat.conversations-erased', { count: 1 }),
  chatMessage('chat.messages-erased', { count: 12 }),
  chatMessage('chat.files-erased', { count: 2 }),
  chatMessage('chat.browsers-erased', { count: 1 }),
  chatMessage('chat.mails-erased', { count: 2 }),
  chatMessage('chat.block-erased'),
  chatMessage('chat.accounts-deleted', { count: 2 }),
  chatMessage('chat.report-table', { name: 'day' }),
  chatMessage('chat.report-exported', { from: '2026-06-01', to: '2026-06-12', rows: 12 }),
  fileMessage('files.exported'),
  fileNotice('files.too-large', { name: 'a.bin', maxBytes: 1048576 }),
  fileNotice('files.too-many', { name: 'a.txt', maxCount: 10 }),
  fileNotice('files.chat-limit'),
  fileNotice('files.empty', { name: 'a.txt' }),
  fileNotice('files.infected', { name: 'a.txt' }),
  fileNotice('files.tells-place-of-picture', { name: 'a.heic' }),
  fileNotice('files.tells-place-of-video', { name: 'a.avi' }),
  fileNotice('files.unreadable', { name: 'a.png' }),
  fileNotice('files.too-many-pixels', { name: 'a.png' }),
  fileNotice('files.several-pages', { name: 'a.tiff' }),
  fileNotice('files.too-many-frames', { name: 'a.gif' }),
  fileNotice('files.too-much-memory', { name: 'a.png' }),
  fileNotice('files.no-photo', { name: 'a.tiff' }),
  fileNotice('emails.file-of-large-email', { name: 'a.txt' }),
  fileNotice('emails.file-is-email', { name: 'a.eml' }),
  fileNotice('emails.file-of-outlook', { name: 'winmail.dat' }),
  fileNotice('emails.file-with-link', { name: 'a.txt' }),
  fileNotice('emails.cut'),
  fileNotice('emails.encrypted'),
  uploadNotice('uploads.too-many-by-email'),
  inboundMessage('mailbox.name-unknown'),
  inboundMessage('mailbox.name-failed'),
  inboundMessage('mailbox.refused'),
  inboundMessage('mailbox.ended'),
  inboundMessage('mailbox.unreachable'),
  inboundMessage('mailbox.timeout'),
  inboundMessage('mailbox.password'),
  inboundMessage('mailbox.no-folder'),
  inboundMessage('mailbox.not-encrypted'),
  inboundMessage('mailbox.unreadable'),
  inboundMessage('mailbox.email-refused', { why: storedText('550 no') }),
  inboundMessage('mailbox.email-failed'),
  inboundMessage('emails.left-out-erased', { count: 2 }),
  pushMessage('push.gone'),
  pushMessage('push.key-refused', { status: 403 }),
  pushMessage('push.too-large'),
  pushMessage('push.too-many'),
  pushMessage('push.redirect', { status: 302 }),
  pushMessage('push.status', { status: 502 }),
  pushMessage('push.not-made'),
  orderMessage('orders.reference', { reference: 'PP-77' }),
  orderMessage('orders.payment', { reference: 'pi_1' }),
  orderMessage('orders.paid-with-credit'),
  orderMessage('orders.refund-asked', { reason: 'late', explanation: 'Where is it?' }),
  orderMessage('orders.nothing-to-pay'),
  orderMessage('orders.included'),
  orderMessage('orders.imported', { rows: 12 }),
  orderMessage('orders.subscriptions-exported', { rows: 12 }),
  orderMessage('orders.coupons-exported', { rows: 12 }),
  orderMessage('orders.invoices-exported', { rows: 12 }),
  orderMessage('orders.owner-follows'),
  orderMessage('orders.staff-owner', { name: 'Maya Okafor' }),
  orderMessage('orders.staff-assigned', { name: 'Maya Okafor' }),
  orderMessage('orders.staff-unassigned', { name: 'Maya Okafor' }),
  orderMessage('orders.coupon-discount', { percentage: 12_500 }),
  orderMessage('orders.coupon-discount', { amount: 1500, currency: 'USD' }),
  orderMessage('orders.funnel'),
  orderMessage('orders.revenue-table', { name: 'service' }),
  orderMessage('orders.funnel-exported', { from: '2026-06-01', to: '2026-06-12', rows: 12 }),
  orderMessage('orders.exported', { show: 'open', rows: 12 }),
  orderMessage('orders.money', { amount: 125000, currency: 'USD' }),
  orderMessage('orders.erased', { count: 1 }),
  orderMessage('orders.document', { number: 'INV-2026-0001' }),
  orderMessage('orders.first-number', { number: 'INV-2026-0118' }),
  orderMessage('orders.invoices-kept', { count: 2, days: 3653 }),
  orderMessage('orders.invoices-expired', { count: 2 }),
  orderMessage('orders.not-invoiced', { order: 'E-1001' }),
  orderMessage('orders.invoice-not-paid', { number: 'INV-2026-0001', order: 'E-1001' }),
  orderMessage('orders.not-credited', { order: 'E-1001' }),
  orderMessage('orders.credited-too-much', { number: 'CN-2026-0001', order: 'E-1001' }),
  orderMessage('orders.milestones-differ', { order: 'E-1001' }),
  orderMessage('orders.number-missing', { number: 'invoice 2026/7' }),
  orderMessage('orders.held-without-order'),
  orderMessage('orders.held-cancelled'),
  orderMessage('orders.held-paid'),
  orderMessage('orders.held-currency', { paid: 'EUR', due: 'USD' }),
  orderMessage('orders.held-amount', { paid: 500, due: 125000, currency: 'USD' }),
  orderMessage('orders.not-in-books'),
  orderMessage('orders.waived-at-provider'),
  orderMessage('orders.not-at-provider'),
  orderMessage('orders.books-differ', {
    amount: 500,
    currency: 'USD',
    theirAmount: 7,
    theirCurrency: 'XXX',
  }),
  orderMessage('orders.refund-of-payment', { amount: 500, currency: 'USD', reference: 'pi_1' }),
  orderMessage('orders.refund-of-order', { amount: 500, currency: 'USD', order: 'E-1001' }),
  orderMessage('orders.refund-failed', {
    refund: orderMessage('orders.refund-of-order', {
      amount: 500,
      currency: 'USD',
      order: 'E-1001',
    }),
    problem: storedText('expired card'),
  }),
  orderMessage('orders.refund-decided-anew', {
    refund: orderMessage('orders.refund-of-order', {
      amount: 500,
      currency: 'USD',
      order: 'E-1001',
    }),
  }),
  orderMessage('orders.no-provider', { provider: 'paypal' }),
  requestMessage('request.not-public', { address: '10.0.0.1' }),
  requestMessage('request.not-https'),
  requestMessage('request.too-large'),
  requestMessage('request.timeout'),
  requestMessage('request.name-unknown'),
  requestMessage('request.name-failed'),
  requestMessage('request.refused'),
  requestMessage('request.broken-off'),
  requestMessage('request.unreachable'),
  requestMessage('request.certificate-expired'),
  requestMessage('request.certificate-self-signed'),
  requestMessage('request.certificate-name'),
  requestMessage('request.certificate-unverified'),
  requestMessage('request.failed', { code: 'EPROTO' }),
  requestMessage('request.failed-unknown'),
  reviewMessage('reviews.hidden', { reason: 'spam', reports: 2 }),
  reviewMessage('reviews.reports', { count: 2 }),
  reviewMessage('reviews.addresses-expired', { count: 2 }),
  reviewMessage('reviews.deleted', { count: 2 }),
  reviewMessage('reviews.anonymised', { count: 1 }),
  webhookMessage('webhooks.endpoint', { events: 'message.sent', withContents: true }),
  webhookMessage('webhooks.disabled-gone'),
  webhookMessage('webhooks.disabled-silent'),
  webhookMessage('webhooks.redirect'),
  webhookMessage('webhooks.gone'),
  webhookMessage('webhooks.status', { status: 500 }),
  storedText('550 no'),
  storedList([chatMessage('chat.queue'), storedText('550 no')]),
  storedChange(chatMessage('chat.queue'), storedText('550 no')),
  { key: 'jobs.unfinished', values: {} },
  { key: 'email.unreadable', values: {} },
  { key: 'email.sealed-otherwise', values: {} },
  { key: 'email.no-such-mailbox', values: {} },
];

/** Without words of ours. */
const SAME_IN_EVERY_LANGUAGE = new Set([
  'text',
  'chat.agent',
  'chat.agent-of-team',
  'orders.document',
]);

test('there is a sample of every message', () => {
  const sampled = new Set(SAMPLES.map(({ key }) => key));
  const missing = messageKeys().filter((key) => !key.startsWith('test.') && !sampled.has(key));
  expect(missing).toEqual([]);
});

test('every message has its words in every language', () => {
  const [english, spanish] = [ENGLISH, SPANISH].map((speech) =>
    speaking(speech, () => SAMPLES.map(showMessage)),
  );
  const same = SAMPLES.filter((_sample, index) => english?.[index] === spanish?.[index]);
  expect(new Set(same.map(({ key }) => key))).toEqual(SAME_IN_EVERY_LANGUAGE);
  // No place is left to be filled in, and no sample is shown by its key.
  expect(
    [english, spanish].flat().filter((shown) => /[{}]|undefined|NaN/.test(shown ?? '')),
  ).toEqual([]);
});

test.each([
  ['English', ENGLISH],
  ['Spanish', SPANISH],
])('what is stored in a request in %s is read in either language', async (_, speech) => {
  const services = teamServices(store.db);
  for (const [index, detail] of SAMPLES.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- the order of the entries is that of the samples
    await speaking(speech, () =>
      recordAudit(services, NOBODY, 'signed-in', { subject: `s${index}`, detail }),
    );
  }
  for (const reader of [ENGLISH, SPANISH]) {
    // oxlint-disable-next-line no-await-in-loop -- one language after the other
    const read = await speaking(reader, () => readAll());
    expect(SAMPLES.map((_sample, index) => read.get(`s${index}`))).toEqual(
      speaking(reader, () => SAMPLES.map(showMessage)),
    );
  }
});

async function readAll() {
  const read = new Map<string | null, string | null>();
  const appContext = { db: store.db, settings: { supportTimezone: 'UTC' } };
  for (let after: string | undefined = ''; after !== undefined;) {
    const state = readListState(AUDIT_LIST, new URLSearchParams({ after }));
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const audit = await listAudit(appContext, state);
    for (const { subject, detail } of audit.rows) read.set(subject, detail);
    after = audit.next || undefined;
  }
  return read;
}
