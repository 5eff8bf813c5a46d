import { expect, test } from 'vitest';
import { CAST, VISITORS } from '../../../../tests/support/cast.ts';
import { hire, useDatabase } from '../../../../tests/support/database.ts';
import { createCheckout, openForm } from '../../../../tests/support/order-form.ts';
import { expectOrdersSound } from '../../../../tests/support/order-invariants.ts';
import { orderRow } from '../../../../tests/support/orders.ts';
import { refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { eraseOrdersOf, exportOrdersOf } from '../privacy.server.ts';
import { change } from '../../../platform/change/change.server.ts';
import { completeBrief } from '../order/complete-brief.server.ts';
import { readOrder } from '../order/read-order.server.ts';
import { markPaid } from '../payment/settle-paid.server.ts';
import { editAnswers, editAnswersAsMember, saveAnswers } from './save-answers.server.ts';
import { answerEdits } from './tables.server.ts';

const store = useDatabase();
const ANSWERS = {
  'answer-from-language': 'English',
  'answer-to-language': 'German',
  'answer-topic': 'A manual',
};

/** Elena's order of a translation with these answers, in Maya's conversation. */
async function openOrder(answers: Readonly<Record<string, string>> = {}) {
  const member = await hire(store.db, 'maya');
  const appContext = createCheckout(store.db);
  const form = await openForm(appContext, 'writing/translation', VISITORS.elena, {
    quantity: '1000',
    ...answers,
  });
  const outcome = await form.place({ code: await form.askCode() });
  if (outcome.kind !== 'placed') throw new Error(`The order was ${outcome.kind}`);
  const secret = outcome.path.slice('/order/'.length);
  const read = async (as: 'buyer' | 'agent' = 'buyer') => {
    const { id } = await orderRow(store.db, 1001);
    const shop = { timeZone: 'UTC', now: appContext.clock.now() };
    const order = await readOrder(store.db, id, as, shop);
    if (!order) throw new Error('The order is gone');
    return order;
  };
  const pay = () => markPaid(appContext, tracedBy(member), member, 1001, 'PAY-1');
  return { appContext, member, secret, read, pay };
}

test('answers are saved while they are typed, and what is invalid keeps its last value', async () => {
  const { appContext, secret, read } = await openOrder();
  const typed = { 'answer-from-language': 'English', 'answer-material': 'https://one.example' };
  expect(await saveAnswers(appContext, secret, typed)).toEqual({ errors: {} });
  const { errors } = await saveAnswers(appContext, secret, {
    'answer-from-language': 'English (UK)',
    'answer-material': 'no address',
  });
  expect(errors).toEqual({ 'answer-material': expect.stringContaining('web address') });
  const { answers, brief, answerEdits: edits } = await read();
  expect(answers).toEqual({ 'from-language': 'English (UK)', material: 'https://one.example/' });
  expect(brief).toBeNull();
  expect(edits).toEqual([]);
});

test('work waits for the required answers, and begins with the payment if they came before', async () => {
  const { appContext, secret, read, pay } = await openOrder();
  await saveAnswers(appContext, secret, ANSWERS);
  await pay();
  const order = await read();
  expect(order.state).toBe('in progress');
  expect(order.brief).toEqual(['English', 'German', 'A manual', '']);
  await expectOrdersSound(store.db);
});

test('the team reads the answers of a brief that is not complete, and the buyer only in the form', async () => {
  const { appContext, secret, read, pay } = await openOrder();
  expect((await read('agent')).answersSoFar).toBeNull();
  await saveAnswers(appContext, secret, { 'answer-from-language': 'English' });
  expect(await read('agent')).toMatchObject({
    brief: null,
    answersSoFar: ['English', '', '', ''],
  });
  expect((await read()).answersSoFar).toBeNull();
  await saveAnswers(appContext, secret, ANSWERS);
  await pay();
  expect(await read('agent')).toMatchObject({
    brief: ['English', 'German', 'A manual', ''],
    answersSoFar: null,
  });
});

test('a paid order stays paid until the brief is sent, and keeps the saved answers', async () => {
  const { appContext, secret, read, pay } = await openOrder();
  await saveAnswers(appContext, secret, { 'answer-from-language': 'English' });
  await pay();
  expect((await read()).state).toBe('paid');
  expect((await refusalOf(completeBrief(appContext, secret, {}))).status).toBe(400);
  await completeBrief(appContext, secret, ANSWERS);
  const { state, answers } = await read();
  expect(state).toBe('in progress');
  expect(answers).toMatchObject({ 'to-language': 'German' });
  // A request of the form that was left open in another tab changes nothing unnoticed.
  expect(await refusalOf(saveAnswers(appContext, secret, {}))).toMatchObject({ status: 409 });
});

test('later changes are recorded with author, time, old and new value, for buyer and team', async () => {
  const { appContext, member, secret, read, pay } = await openOrder(ANSWERS);
  await pay();
  const first = await read();
  await editAnswers(
    appContext,
    secret,
    { ...ANSWERS, 'answer-topic': 'A contract' },
    first.answersVersion,
  );
  const { answersVersion } = await read();
  await editAnswersAsMember(
    appContext,
    tracedBy(member),
    member,
    1001,
    { ...ANSWERS, 'answer-topic': 'A contract', 'answer-material': 'example.com/files' },
    answersVersion,
  );
  const { brief, answerEdits: edits } = await read();
  expect(brief).toEqual(['English', 'German', 'A contract', 'https://example.com/files']);
  const at = appContext.clock.now().toISOString();
  expect(edits).toMatchObject([
    { number: 1, author: 'buyer', by: null, at, before: 'A manual', after: 'A contract' },
    { number: 2, author: 'team', by: CAST.maya.fullName, before: '' },
  ]);
  expect((await read('agent')).answerEdits).toEqual(edits);
});

test('nobody overwrites what somebody else has changed, and a repeated request is harmless', async () => {
  const { appContext, secret, read } = await openOrder(ANSWERS);
  const { answersVersion } = await read();
  const change1 = { ...ANSWERS, 'answer-topic': 'A contract' };
  await editAnswers(appContext, secret, change1, answersVersion);
  await editAnswers(appContext, secret, change1, answersVersion);
  expect(await store.db.$count(answerEdits)).toBe(1);
  const other = { ...ANSWERS, 'answer-from-language': 'Spanish' };
  expect(await refusalOf(editAnswers(appContext, secret, other, answersVersion))).toMatchObject({
    status: 409,
  });
  const { answers } = await read();
  expect(answers).toMatchObject({ topic: 'A contract', 'from-language': 'English' });
});

test('a required answer cannot be removed, and a delivered order takes no changes', async () => {
  const { appContext, secret, read, pay } = await openOrder(ANSWERS);
  const { answersVersion } = await read();
  const without = { ...ANSWERS, 'answer-topic': '' };
  expect(await refusalOf(editAnswers(appContext, secret, without, answersVersion))).toMatchObject({
    status: 400,
    field: 'answer-topic',
  });
  await pay();
  await store.db.execute(`update orders set state = 'completed'`);
  const change1 = { ...ANSWERS, 'answer-topic': 'A contract' };
  expect(await refusalOf(editAnswers(appContext, secret, change1, answersVersion))).toMatchObject({
    status: 409,
  });
});

test('the changes are in the export of personal data, and gone after an erasure', async () => {
  const { appContext, secret, read } = await openOrder(ANSWERS);
  const { answersVersion } = await read();
  const change1 = { ...ANSWERS, 'answer-topic': 'A contract' };
  await editAnswers(appContext, secret, change1, answersVersion);
  const exported = await exportOrdersOf(store.db, VISITORS.elena);
  expect(exported.orders[0]?.changedAnswers).toMatchObject([
    { question: 'topic', by: 'you', before: 'A manual', after: 'A contract' },
  ]);
  await change(appContext, undefined, (tx, after) =>
    eraseOrdersOf(tx, after, appContext, VISITORS.elena),
  );
  expect(await store.db.$count(answerEdits)).toBe(0);
});
