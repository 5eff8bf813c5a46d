import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addPending,
  discardPending,
  EMPTY_LIST,
  hasGap,
  lastNumber,
  markFailed,
  markSending,
  prepend,
  receive,
  startFrom,
  type MessageList,
  type PendingMessage,
} from './message-list.ts';
import type { MessageView } from '../protocol/views.ts';

function message(number: number, clientId = `client-${number}`): MessageView {
  return {
    id: `id-${number}`,
    clientId,
    conversationId: 'conversation',
    number,
    text: `Message ${number}`,
    isAgent: number % 2 === 0,
    agentId: null,
    agentName: null,
    createdAt: new Date(number * 1000).toISOString(),
  };
}

const messages = (...numbers: number[]) => numbers.map((number) => message(number));
const numbersOf = (list: readonly MessageView[]) => list.map(({ number }) => number);

function pending(clientId: string): PendingMessage {
  return { clientId, text: clientId, writtenAt: '2026-06-12T10:00:00.000Z', state: 'sending' };
}

function written(...clientIds: string[]): MessageList {
  return clientIds.reduce((list, clientId) => addPending(list, pending(clientId)), EMPTY_LIST);
}

describe('messages that arrive', () => {
  test('in any order, in any portions and any number of times give the same list', () => {
    const LENGTH = 12;
    const portion = fc.array(fc.integer({ min: 1, max: LENGTH }), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(portion, { maxLength: 20 }), (portions) => {
        let list = EMPTY_LIST;
        const arrived = new Set<number>();
        for (const numbers of portions) {
          list = receive(list, messages(...numbers));
          for (const number of numbers) arrived.add(number);
          // Messages without a gap from the start are shown. The others wait, and none is lost.
          const shown = numbersOf(list.saved);
          expect(shown).toEqual(shown.map((_, index) => index + 1));
          expect(new Set([...shown, ...numbersOf(list.ahead)])).toEqual(arrived);
          expect(list.saved.length + list.ahead.length).toBe(arrived.size);
          expect(hasGap(list)).toBe(arrived.size > shown.length);
        }
        const rest = receive(list, messages(...Array.from({ length: LENGTH }, (_, i) => i + 1)));
        expect(rest.saved).toEqual(messages(...Array.from({ length: LENGTH }, (_, i) => i + 1)));
        expect(rest.ahead).toEqual([]);
      }),
    );
  });

  test('ahead of their turn wait until the gap is filled', () => {
    const early = receive(receive(EMPTY_LIST, messages(1)), messages(4, 3));
    expect([numbersOf(early.saved), numbersOf(early.ahead)]).toEqual([[1], [3, 4]]);
    expect([lastNumber(early), hasGap(early)]).toEqual([1, true]);
    const filled = receive(early, messages(2));
    expect([lastNumber(filled), hasGap(filled)]).toEqual([4, false]);
  });

  test('replace the pending message of the same name, wherever it stands', () => {
    const list = receive(written('a', 'b', 'c'), [message(1, 'b')]);
    expect(list.pending.map(({ clientId }) => clientId)).toEqual(['a', 'c']);
    expect(list.saved.map(({ clientId }) => clientId)).toEqual(['b']);
  });

  test('never touch a list that was handed out before', () => {
    const before = receive(EMPTY_LIST, messages(1));
    const copy = structuredClone(before);
    receive(before, messages(2, 3));
    expect(before).toEqual(copy);
  });
});

describe('a list that begins in the middle of a long conversation', () => {
  const middle = startFrom(messages(201, 202));

  test('continues after its last message', () => {
    expect(lastNumber(middle)).toBe(202);
    expect(numbersOf(receive(middle, messages(202, 203)).saved)).toEqual([201, 202, 203]);
  });

  test('takes earlier pages in front, without what it has', () => {
    const longer = prepend(prepend(middle, messages(199, 200, 201)), messages(198));
    expect(numbersOf(longer.saved)).toEqual([198, 199, 200, 201, 202]);
  });

  test('takes an earlier page although it was empty', () => {
    expect(numbersOf(prepend(EMPTY_LIST, messages(1, 2)).saved)).toEqual([1, 2]);
  });

  test('is not led astray by a message from before its beginning', () => {
    expect(numbersOf(receive(middle, messages(7)).saved)).toEqual([201, 202]);
    expect(hasGap(receive(middle, messages(7)))).toBe(false);
  });
});

describe('an own message', () => {
  test('keeps its place while it fails and is sent again, and loses its reason', () => {
    const failed = markFailed(written('a', 'b'), 'a', 'No connection.', true);
    expect(failed.pending[0]).toMatchObject({
      clientId: 'a',
      state: 'failed',
      reason: 'No connection.',
      canRetry: true,
    });
    expect(failed.pending[1]).toEqual(pending('b'));
    expect(markSending(failed, 'a')).toEqual(written('a', 'b'));
  });

  test('that is discarded leaves the others', () => {
    expect(discardPending(written('a', 'b'), 'a')).toEqual(written('b'));
  });

  test('that is already saved is not revived by a late failure', () => {
    const saved = receive(written('a'), [message(1, 'a')]);
    expect(markFailed(saved, 'a', 'No connection.', true)).toEqual(saved);
  });
});
