import { beforeEach, describe, expect, test } from 'vitest';
import { VISITORS } from '../../../tests/support/cast.ts';
import { TestClock } from '../../../tests/support/database.ts';
import { newConversationId } from '../protocol/rules.ts';
import { clearStoredChat, readStoredChat, storeChat } from './stored-chat.ts';

const KEY = 'visitor_chat_data';
const TWO_HOURS = 2 * 60 * 60 * 1000;

let clock: TestClock;
let chat: { email: string; conversationId: string };

beforeEach(() => {
  sessionStorage.clear();
  clock = new TestClock();
  chat = { email: VISITORS.elena, conversationId: newConversationId(clock.now()) };
});

const store = () => storeChat(sessionStorage, chat, clock.now());
const read = () => readStoredChat(sessionStorage, clock.now());

test('a chat is remembered under its name with e-mail, time and conversation, and nothing else', () => {
  store();
  const record = JSON.parse(sessionStorage.getItem(KEY) ?? '') as unknown;
  expect(record).toEqual({ ...chat, timestamp: clock.now().getTime() });
  expect(read()).toEqual(record);
});

test('a chat is forgotten after two hours, and its record cleared', () => {
  store();
  clock.advance(TWO_HOURS - 1);
  expect(read()).not.toBeNull();
  clock.advance(1);
  expect(read()).toBeNull();
  expect(sessionStorage.getItem(KEY)).toBeNull();
});

test('the two hours begin again with each use', () => {
  store();
  for (let hour = 0; hour < 5; hour += 1) {
    clock.advance(TWO_HOURS / 2);
    store();
  }
  expect(read()).toMatchObject(chat);
});

test('a record without a conversation keeps the e-mail for two hours', () => {
  chat = { email: VISITORS.elena, conversationId: '' };
  store();
  clock.advance(TWO_HOURS - 1);
  expect(read()).toMatchObject(chat);
  clock.advance(1);
  expect(read()).toBeNull();
});

test('a cleared chat is gone', () => {
  store();
  clearStoredChat(sessionStorage);
  expect(read()).toBeNull();
});

describe('a malformed record', () => {
  const timestamp = new TestClock().now().getTime();
  const conversationId = newConversationId(new TestClock().now());
  test.each([
    ['is no JSON', '{'],
    ['is a list', '[]'],
    ['is a number', '7'],
    ['has no e-mail', JSON.stringify({ timestamp, conversationId })],
    ['has no time', JSON.stringify({ email: 'a@b.example', conversationId })],
    [
      'has its time as text',
      JSON.stringify({ email: 'a@b.example', timestamp: 'now', conversationId }),
    ],
    ['has no conversation', JSON.stringify({ email: 'a@b.example', timestamp })],
    [
      'has an id that would lead elsewhere',
      JSON.stringify({ email: 'a@b.example', timestamp, conversationId: '../../inbox' }),
    ],
  ])('that %s is not used, and is cleared', (_, stored) => {
    sessionStorage.setItem(KEY, stored);
    expect(read()).toBeNull();
    expect(sessionStorage.getItem(KEY)).toBeNull();
  });
});

test('storage that is forbidden or full means a new chat, never an error', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const forbidden = { getItem: refuse, setItem: refuse, removeItem: refuse } as unknown as Storage;
  expect(readStoredChat(forbidden, clock.now())).toBeNull();
  expect(() => storeChat(forbidden, chat, clock.now())).not.toThrow();
  expect(() => clearStoredChat(forbidden)).not.toThrow();
});
