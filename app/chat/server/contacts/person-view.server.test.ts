import { describe, expect, test } from 'vitest';
import { VISITORS } from '../../../../tests/support/cast.ts';
import {
  hire,
  createChatContext,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { auditOf, refusalOf, tracedBy } from '../../../../tests/support/team.ts';
import { visit } from '../../../../tests/support/visit.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import { resolveVisitor } from '../resolution/complete-conversation.server.ts';
import { exportVisitor } from '../privacy/export-visitor.server.ts';
import { readInbox } from '../read/read-inbox.server.ts';
import { nameVisitor } from '../messages/name-visitor.server.ts';
import { visitors } from '../tables.server.ts';
import { deleteLabel, readLabels, readLabelsInUse, saveLabel } from './manage-labels.server.ts';
import { putLabel } from './put-label.server.ts';
import { readPersonView } from './read-person-view.server.ts';
import { saveVisitorFields, saveVisitorNote } from './about-visitor.server.ts';
import { conversationLabels, visitorLabels, visitorNotes } from './tables.server.ts';

const store = useDatabase();

async function desk() {
  const maya = await hire(store.db, 'maya');
  const leo = await hire(store.db, 'leo', { acceptsChats: false });
  const ines = await hire(store.db, 'ines');
  const clock = new TestClock();
  const elena = await visit(store.db, VISITORS.elena, clock);
  const { visitorId } = elena;
  const appContext = createChatContext(store.db, elena.clock, elena.publisher);
  const label = async (name: string) => {
    await saveLabel(appContext, tracedBy(ines), { name, colour: 'blue' });
    return (await readLabels(store.db)).find((one) => one.name === name)?.id ?? '';
  };
  const view = (member: Member) => readPersonView(store.db, member, visitorId);
  const note = (member: Member, text: string, version: number) =>
    saveVisitorNote(appContext, tracedBy(member), member, { visitorId, text, version });
  return { maya, leo, ines, clock, elena, visitorId, appContext, label, view, note };
}

describe('what is known about a visitor', () => {
  test('is shown to whoever may read what was said, and is nobody else’s', async () => {
    const { maya, leo, ines, elena, view } = await desk();
    await elena.sendText('Hello');
    expect(await view(maya)).toMatchObject({
      email: VISITORS.elena,
      note: { text: '', version: 0 },
      labels: [],
      conversationLabels: [],
      conversations: [{ id: elena.id, topic: 'Sales Inquiry', isCompleted: false, rating: null }],
      conversationCount: 1,
    });
    expect(await view(ines)).toMatchObject({ email: VISITORS.elena });
    expect(await view(leo)).toBeUndefined();
  });

  test('lists the latest conversations first, resolved or not', async () => {
    const { maya, clock, elena, appContext, view } = await desk();
    await elena.sendText('Hello');
    await resolveVisitor(appContext, maya, elena.id);
    clock.advance(60_000);
    const again = await visit(store.db, VISITORS.elena, clock);
    const shown = await view(maya);
    expect(shown?.conversations.map(({ id, isCompleted }) => [id, isCompleted])).toEqual([
      [again.id, false],
      [elena.id, true],
    ]);
  });
});

describe('the name of a visitor', () => {
  test('is given by the team, shown in the list, and told to those who look', async () => {
    const { maya, elena, visitorId, appContext } = await desk();
    const rename = (name: string) =>
      saveVisitorFields(appContext, tracedBy(maya), maya, visitorId, { name });
    expect(await rename('  Elena\u202E  Ruiz ')).toEqual({ name: 'Elena Ruiz' });
    const [inboxEntry] = await readInbox(store.db, { agentId: maya.id });
    expect(inboxEntry).toMatchObject({ identity: { name: 'Elena Ruiz' }, email: VISITORS.elena });
    expect(elena.events.find(({ name }) => name === 'person')).toMatchObject({ to: 'maya' });
    expect(await auditOf(store.db, 'visitor-named')).toHaveLength(1);
    await rename(' \u200B ');
    const [nameless] = await readInbox(store.db, { agentId: maya.id });
    expect(nameless?.identity.name).toBeNull();
  });

  test('is the team’s where there is one, and otherwise the one the visitor gave', async () => {
    const { maya, elena, visitorId, appContext } = await desk();
    const shown = async () => (await readInbox(store.db, { agentId: maya.id }))[0]?.identity.name;
    const give = (name: string) => nameVisitor(appContext, elena.viewer, elena.id, name);
    const rename = (name: string) =>
      saveVisitorFields(appContext, tracedBy(maya), maya, visitorId, { name });
    await give('Ellie');
    expect(await shown()).toBe('Ellie');
    await rename('Elena Ruiz');
    await give('E.');
    expect(await shown()).toBe('Elena Ruiz');
    await rename('');
    expect(await shown()).toBe('E.');
  });

  test('is refused where it is too long, and to whoever may not see the visitor', async () => {
    const { maya, leo, visitorId, appContext } = await desk();
    const give = (member: Member, name: string) =>
      refusalOf(saveVisitorFields(appContext, tracedBy(member), member, visitorId, { name }));
    expect(await give(maya, 'x'.repeat(81))).toMatchObject({ status: 413, field: 'name' });
    expect(await give(leo, 'Elena')).toMatchObject({ status: 404 });
    expect((await store.db.select().from(visitors))[0]?.name).toBeNull();
  });
});

describe('the note that stays', () => {
  test('is changed in place under a version, with who and when, not what, in the audit log', async () => {
    const { maya, ines, note, view } = await desk();
    expect(await note(maya, 'Prefers the phone', 0)).toMatchObject({ version: 1 });
    expect(await note(ines, 'Prefers mail', 1)).toMatchObject({
      text: 'Prefers mail',
      version: 2,
      editorName: 'Ines Duarte',
    });
    expect(await view(maya)).toMatchObject({ note: { text: 'Prefers mail', version: 2 } });
    const audited = await auditOf(store.db, 'visitor-note-changed');
    expect(audited).toHaveLength(2);
    expect(JSON.stringify(audited)).not.toContain('Prefers');
    expect(JSON.stringify(audited)).not.toContain(VISITORS.elena);
  });

  test('of two who changed the same one the second is told, and theirs is not written', async () => {
    const { maya, ines, note, view } = await desk();
    await note(maya, 'First', 0);
    const both = await Promise.allSettled([note(maya, 'By Maya', 1), note(ines, 'By Ines', 1)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((one) => one.status === 'rejected')?.reason as unknown;
    expect(refused).toMatchObject({ status: 409, field: 'note' });
    expect((await view(maya))?.note.version).toBe(2);
  });

  test('of two who write the first one the second is told as well', async () => {
    const { maya, ines, note } = await desk();
    const both = await Promise.allSettled([note(maya, 'By Maya', 0), note(ines, 'By Ines', 0)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await store.db.select().from(visitorNotes)).toHaveLength(1);
  });

  test('that is sent twice is saved once', async () => {
    const { maya, note } = await desk();
    await note(maya, 'Once', 0);
    expect(await note(maya, 'Once', 0)).toMatchObject({ version: 1 });
    expect(await auditOf(store.db, 'visitor-note-changed')).toHaveLength(1);
  });

  test('is cleared by an empty one; too long ones and strangers are refused', async () => {
    const { maya, leo, note } = await desk();
    await note(maya, 'Something', 0);
    expect(await note(maya, ' \n', 1)).toMatchObject({ text: '', version: 2 });
    expect(await refusalOf(note(maya, 'x'.repeat(4001), 2))).toMatchObject({ status: 413 });
    expect(await refusalOf(note(leo, 'Mine', 2))).toMatchObject({ status: 404 });
  });
});

describe('a label', () => {
  test('is put on a visitor or on one conversation, and stands in the list', async () => {
    const { maya, clock, elena, visitorId, appContext, label, view } = await desk();
    const vip = await label('VIP');
    const billing = await label('Billing');
    const put = { visitorId, isOn: true };
    await putLabel(appContext, maya, { ...put, labelId: vip });
    await putLabel(appContext, maya, { ...put, labelId: vip });
    await putLabel(appContext, maya, { ...put, labelId: billing, conversationId: elena.id });
    await putLabel(appContext, maya, { ...put, labelId: vip, conversationId: elena.id });
    expect(await view(maya)).toMatchObject({
      labels: [{ name: 'VIP' }],
      conversationLabels: [{ name: 'Billing' }, { name: 'VIP' }],
    });
    const [inboxEntry] = await readInbox(store.db, { agentId: maya.id });
    expect(inboxEntry?.labels.map(({ name }) => name)).toEqual(['VIP', 'Billing']);

    clock.advance(60_000);
    await resolveVisitor(appContext, maya, elena.id);
    await visit(store.db, VISITORS.elena, clock);
    const [later] = await readInbox(store.db, { agentId: maya.id });
    expect(later?.labels.map(({ name }) => name)).toEqual(['VIP']);

    await putLabel(appContext, maya, { visitorId, labelId: vip, isOn: false });
    await putLabel(appContext, maya, { visitorId, labelId: vip, isOn: false });
    expect(await view(maya)).toMatchObject({ labels: [] });
  });

  test('goes on no conversation of somebody else, and on nobody one may not see', async () => {
    const { maya, leo, visitorId, appContext, label } = await desk();
    const labelId = await label('VIP');
    const noor = await visit(store.db, VISITORS.noor);
    const put = { visitorId, labelId, isOn: true };
    const refused = async (member: Member, more: object) =>
      (await refusalOf(putLabel(appContext, member, { ...put, ...more }))).status;
    expect(await refused(leo, {})).toBe(404);
    expect(await refused(maya, { conversationId: noor.id })).toBe(404);
    expect(await refused(maya, { labelId: crypto.randomUUID() })).toBe(404);
    expect(await store.db.select().from(visitorLabels)).toEqual([]);
    expect(await store.db.select().from(conversationLabels)).toEqual([]);
  });

  test('has one name, however it is written, and one that is deleted is taken off', async () => {
    const { maya, ines, elena, visitorId, appContext, label } = await desk();
    const vip = await label('VIP');
    const save = (name: string, id?: string) =>
      saveLabel(appContext, tracedBy(ines), { id, name, colour: 'red' });
    expect(await refusalOf(save('vip'))).toMatchObject({ status: 409, field: 'name' });
    expect(await refusalOf(save('  '))).toMatchObject({ status: 400, field: 'name' });
    expect(await refusalOf(save('x'.repeat(41)))).toMatchObject({ status: 413 });
    expect(await save('Vip', vip)).toBe('Vip');
    await putLabel(appContext, maya, { visitorId, labelId: vip, isOn: true });
    await putLabel(appContext, maya, {
      visitorId,
      labelId: vip,
      conversationId: elena.id,
      isOn: true,
    });
    expect(await readLabelsInUse(store.db)).toEqual([
      { id: vip, name: 'Vip', colour: 'red', visitorCount: 1, conversationCount: 1 },
    ]);
    await deleteLabel(appContext, tracedBy(ines), vip);
    await deleteLabel(appContext, tracedBy(ines), vip);
    expect(await refusalOf(save('Other', vip))).toMatchObject({ status: 404 });
    expect(await store.db.select().from(visitorLabels)).toEqual([]);
    expect(await auditOf(store.db, 'label-removed')).toHaveLength(1);
  });

  test('of two who add one name at once only one is added', async () => {
    const { ines, appContext } = await desk();
    const add = () => saveLabel(appContext, tracedBy(ines), { name: 'VIP', colour: 'blue' });
    const both = await Promise.allSettled([add(), add()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await readLabels(store.db)).toHaveLength(1);
  });
});

test('whoever asks gets name, labels and note as well, and nothing of it outlives the visitor', async () => {
  const { maya, elena, visitorId, appContext, label, note } = await desk();
  const vip = await label('VIP');
  await saveVisitorFields(appContext, tracedBy(maya), maya, visitorId, { name: 'Elena Ruiz' });
  await note(maya, 'Prefers the phone', 0);
  await putLabel(appContext, maya, { visitorId, labelId: vip, isOn: true });
  await putLabel(appContext, maya, {
    visitorId,
    labelId: vip,
    conversationId: elena.id,
    isOn: true,
  });
  expect(await exportVisitor(store.db, VISITORS.elena)).toMatchObject({
    visitor: {
      name: 'Elena Ruiz',
      labels: ['VIP'],
      lastingNote: { by: 'Maya Okafor', text: 'Prefers the phone' },
    },
    conversations: [{ labels: ['VIP'] }],
  });
  await store.db.delete(visitors);
  expect(await store.db.select().from(visitorNotes)).toEqual([]);
  expect(await store.db.select().from(visitorLabels)).toEqual([]);
  expect(await store.db.select().from(conversationLabels)).toEqual([]);
  expect(await readLabels(store.db)).toHaveLength(1);
});
