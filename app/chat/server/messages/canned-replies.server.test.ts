import { describe, expect, test } from 'vitest';
import {
  createChatContext,
  hire,
  TestClock,
  useDatabase,
} from '../../../../tests/support/database.ts';
import { refusalOf } from '../../../../tests/support/team.ts';
import type { Member } from '../../../accounts/protocol/member.ts';
import {
  deleteCannedReply,
  OWN_REPLIES_AT_MOST,
  readCannedReplies,
  saveCannedReply,
  SHARED_REPLIES_AT_MOST,
  type SaveCannedReply,
} from './canned-replies.server.ts';
import { cannedReplies } from './tables.server.ts';

const store = useDatabase();
const clock = new TestClock();
const save = (member: Member, reply: Partial<SaveCannedReply>) =>
  saveCannedReply(createChatContext(store.db, clock), member, {
    shortcut: 'hello',
    text: 'Hello {visitor}',
    isShared: false,
    ...reply,
  });

describe('canned replies', () => {
  test('are everybody’s when a manager writes them, and otherwise their author’s alone', async () => {
    const maya = await hire(store.db, 'maya');
    const leo = await hire(store.db, 'leo');
    const ines = await hire(store.db, 'ines');
    await save(ines, { isShared: true, text: 'Hello from all of us' });
    expect(await save(maya, { shortcut: ' /Hello ' })).toBe('hello');
    const listOf = async (member: Member) =>
      (await readCannedReplies(store.db, member)).map(({ text }) => text);
    expect(await listOf(maya)).toEqual(['Hello {visitor}', 'Hello from all of us']);
    expect(await listOf(leo)).toEqual(['Hello from all of us']);
    expect(await refusalOf(save(leo, { isShared: true }))).toMatchObject({ status: 403 });
  });

  test('may have a text for each language; a form that does not ask for one leaves it as it is', async () => {
    const maya = await hire(store.db, 'maya');
    await save(maya, { texts: { es: ' Hola {visitor} ' } });
    const textsOf = async () => (await readCannedReplies(store.db, maya)).map(({ texts }) => texts);
    expect(await textsOf()).toEqual([{ es: 'Hola {visitor}' }]);
    const [reply] = await readCannedReplies(store.db, maya);
    const id = reply?.id ?? '';
    await save(maya, { id, text: 'Hi' });
    expect(await textsOf()).toEqual([{ es: 'Hola {visitor}' }]);
    await save(maya, { id, texts: { es: '  ' } });
    expect(await textsOf()).toEqual([{}]);
    expect(await refusalOf(save(maya, { id, texts: { es: 'x'.repeat(4001) } }))).toMatchObject({
      status: 413,
      field: 'text.es',
    });
  });

  test('have one meaning a shortcut, for everybody and for each person', async () => {
    const ines = await hire(store.db, 'ines');
    const maya = await hire(store.db, 'maya');
    await save(ines, { isShared: true });
    expect(await refusalOf(save(ines, { isShared: true }))).toMatchObject({
      status: 409,
      field: 'shortcut',
    });
    await save(maya, {});
    expect(await refusalOf(save(maya, {}))).toMatchObject({ status: 409 });
  });

  test('are at most 200 of each person and 300 for everybody, and those are all read', async () => {
    const ines = await hire(store.db, 'ines');
    const maya = await hire(store.db, 'maya');
    const at = { text: 'Hello', createdAt: clock.now(), updatedAt: clock.now() };
    const fill = (ownerId: string | null, count: number) =>
      store.db
        .insert(cannedReplies)
        .values(
          Array.from({ length: count }, (_, index) => ({ ...at, ownerId, shortcut: `r-${index}` })),
        );
    await fill(null, SHARED_REPLIES_AT_MOST - 1);
    await fill(maya.id, OWN_REPLIES_AT_MOST - 1);
    const saved = await Promise.allSettled(
      ['a', 'b'].flatMap((shortcut) => [
        save(maya, { shortcut }),
        save(ines, { shortcut, isShared: true }),
      ]),
    );
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await refusalOf(save(maya, { shortcut: 'c' }))).toMatchObject({
      status: 409,
      field: 'shortcut',
      message: 'You already have 200 replies of your own. Delete one first.',
    });
    expect(await refusalOf(save(ines, { shortcut: 'c', isShared: true }))).toMatchObject({
      status: 409,
      message: 'There are already 300 replies for everyone. Delete one first.',
    });
    const read = await readCannedReplies(store.db, maya);
    expect(read).toHaveLength(SHARED_REPLIES_AT_MOST + OWN_REPLIES_AT_MOST);
    // A reply that exists can still be changed.
    const own = read.find(({ isShared }) => !isShared);
    await save(maya, { id: own?.id ?? '', shortcut: 'changed' });
    await save(ines, { shortcut: 'of-ines' });
  });

  test('are changed and deleted by their owner, shared ones by managers, and by nobody else', async () => {
    const maya = await hire(store.db, 'maya');
    const leo = await hire(store.db, 'leo');
    const ines = await hire(store.db, 'ines');
    await save(maya, { shortcut: 'mine' });
    await save(ines, { shortcut: 'ours', isShared: true });
    const idOf = async (shortcut: string) =>
      (await readCannedReplies(store.db, maya)).find((reply) => reply.shortcut === shortcut)?.id ??
      '';
    const mine = await idOf('mine');
    const ours = await idOf('ours');
    for (const [member, id] of [
      [leo, mine],
      [leo, ours],
      [ines, mine],
      [maya, ours],
    ] as const) {
      expect(await refusalOf(save(member, { id, text: 'Stolen' }))).toMatchObject({ status: 404 });
      await deleteCannedReply(createChatContext(store.db, clock), member, id);
    }
    await save(maya, { id: mine, shortcut: 'mine', text: 'Better' });
    await deleteCannedReply(createChatContext(store.db, clock), ines, ours);
    expect(await readCannedReplies(store.db, maya)).toMatchObject([{ text: 'Better' }]);
  });

  test.each([
    ['', 'x', 'shortcut'],
    ['two words', 'x', 'shortcut'],
    ['x'.repeat(33), 'x', 'shortcut'],
    ['-x', 'x', 'shortcut'],
    ['x', '  ', 'text'],
    ['x', 'x'.repeat(4001), 'text'],
  ])('are refused as /%s with what is wrong at its field', async (shortcut, text, field) => {
    const maya = await hire(store.db, 'maya');
    expect(await refusalOf(save(maya, { shortcut, text }))).toMatchObject({ field });
  });
});
