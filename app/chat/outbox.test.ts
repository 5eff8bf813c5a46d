import { beforeEach, describe, expect, test } from 'vitest';
import type { PendingMessage } from './message-list.ts';
import { localOutbox } from './outbox.ts';

const ID = 'conv_1781258400000_aaaaaaaaaaaaaaaaaaaaaaaaaa';
const OTHER = 'conv_1781258400000_bbbbbbbbbbbbbbbbbbbbbbbbbb';
const WAITING: PendingMessage = {
  clientId: '6f1c2f0e-6f0f-4d0e-9d55-0d6b6f0a1c11',
  text: 'Hello',
  writtenAt: '2026-06-12T10:00:00.000Z',
  state: 'failed',
  reason: 'No connection.',
  canRetry: true,
};

beforeEach(() => sessionStorage.clear());

test('what waits is there after a reload, in its order and with its state', () => {
  const second: PendingMessage = { ...WAITING, clientId: 'second', text: '"quoted"\n🚢' };
  localOutbox(sessionStorage).save(ID, [WAITING, second]);
  expect(localOutbox(sessionStorage).load(ID)).toEqual([WAITING, second]);
});

test('conversations do not see each other’s', () => {
  const outbox = localOutbox(sessionStorage);
  outbox.save(ID, [WAITING]);
  expect(outbox.load(OTHER)).toEqual([]);
  outbox.save(OTHER, []);
  expect(outbox.load(ID)).toEqual([WAITING]);
});

test('nothing is left behind when everything was sent', () => {
  const outbox = localOutbox(sessionStorage);
  outbox.save(ID, [WAITING]);
  outbox.save(ID, []);
  expect(sessionStorage).toHaveLength(0);
});

describe('a stored entry', () => {
  test.each([
    ['no JSON', '{"clientId":'],
    ['null', 'null'],
    ['an object', '{"clientId":"a"}'],
    ['a number', '7'],
  ])('that is %s counts as empty', (_, stored) => {
    localOutbox(sessionStorage).save(ID, [WAITING]);
    sessionStorage.setItem(sessionStorage.key(0) ?? '', stored);
    expect(localOutbox(sessionStorage).load(ID)).toEqual([]);
  });

  test('keeps its good messages when others in it are damaged', () => {
    const outbox = localOutbox(sessionStorage);
    outbox.save(ID, [WAITING]);
    const damaged = [
      null,
      7,
      'text',
      [],
      {},
      { ...WAITING, text: 7 },
      { ...WAITING, clientId: null },
    ];
    sessionStorage.setItem(sessionStorage.key(0) ?? '', JSON.stringify([...damaged, WAITING]));
    expect(outbox.load(ID)).toEqual([WAITING]);
  });
});

test('storage that is forbidden or full never gets in the way of sending', () => {
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  const forbidden = { getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage;
  const outbox = localOutbox(forbidden);
  expect(outbox.load(ID)).toEqual([]);
  expect(() => outbox.save(ID, [WAITING])).not.toThrow();
  expect(() => outbox.save(ID, [])).not.toThrow();
});
