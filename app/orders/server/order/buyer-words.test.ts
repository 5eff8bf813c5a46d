import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useDatabase } from '../../../../tests/support/database.ts';
import { meet, createOrderContext, order } from '../../../../tests/support/orders.ts';
import { tracedBy } from '../../../../tests/support/team.ts';
import { readMessagesAfter } from '../../../chat/server/read/read-messages.server.ts';
import { conversations } from '../../../chat/server/tables.server.ts';
import { speechIn } from '../../../i18n/translate.ts';
import { speaking } from '../../../platform/speech.server.ts';
import '../../../i18n/messages.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { readNumber } from '../../protocol/transitions.ts';

const store = useDatabase();

test('who writes in Spanish is told of an order in Spanish, whoever causes it and whatever they read', async () => {
  const appContext = createOrderContext(store.db);
  const elena = await meet(appContext);
  await store.db
    .update(conversations)
    .set({ language: 'es' })
    .where(eq(conversations.id, elena.id));
  const { offerId } = await elena.offer({ note: '' });
  const { order: name = '' } = await elena.answer(offerId);
  const number = readNumber(name) ?? 0;
  await speaking(speechIn('en'), () =>
    markPaid(appContext, tracedBy(elena.maya), elena.maya, number, 'PP-1'),
  );

  const messages = await readMessagesAfter(store.db, elena.id, 0);
  const texts = messages.map(({ text }) => text);
  expect(texts[1]).toContain('Oferta:');
  expect(texts[2]).toBe(`Oferta aceptada. Pedido ${name}.`);
  expect(texts[3]).toContain(`Pedido ${name}: `);
  expect(texts[3]).toContain('recibidos, gracias.');
  const subjects = appContext.mail.sent.map(({ subject }) => subject);
  expect(subjects[0]).toContain(`Pedido ${name}: Gracias por tu pedido`);
  expect(subjects.every((subject) => subject.startsWith('Pedido'))).toBe(true);
  const threads = appContext.mail.sent.map(({ references = [] }) => references[0]);
  expect(threads[0]).toMatch(/^<chat\./);
  expect(new Set(threads).size).toBe(1);
  expect(appContext.mail.sent[0]?.html).toContain('<html lang="es" dir="ltr">');
  expect(appContext.mail.sent[0]?.text).toContain('No compartas este enlace');
});

test.each([
  ['', 'Payment reference: E-1001'],
  [
    'Bank of Hamburg\nIBAN DE02 1203 0000 0000 2020 51',
    'Bank transfer with the reference E-1001:\n',
  ],
])('the confirmation says how to pay: %j', async (details, says) => {
  const appContext = createOrderContext(store.db, undefined, { BANK_DETAILS: details });
  await order(appContext);
  const text = appContext.mail.sent[0]?.text ?? '';
  expect(text).toContain(says);
  expect(text).toContain(details);
});
