import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  agentStateOf,
  deskDotOf,
  deskStateOf,
  expectedMinutes,
  isStaffed,
  formatUsualWait,
  usualMinutes,
} from './desk-state.ts';

const open = { isWithinHours: true, accepting: 3, connected: 2, withRoom: 1 };

test.each([
  ['online', open],
  ['busy', { ...open, withRoom: 0 }],
  ['away', { ...open, connected: 0, withRoom: 0 }],
  ['unstaffed', { ...open, accepting: 0, connected: 0, withRoom: 0 }],
  ['closed', { ...open, isWithinHours: false }],
] as const)('the desk is %s', (state, facts) => {
  expect(deskStateOf(facts)).toBe(state);
});

test('whatever is counted, the desk is staffed exactly when somebody accepts within the hours', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.nat(5), fc.nat(5), fc.nat(5), (isWithinHours, a, c, r) => {
      const connected = Math.min(a, c);
      const facts = { isWithinHours, accepting: a, connected, withRoom: Math.min(connected, r) };
      expect(isStaffed(deskStateOf(facts))).toBe(isWithinHours && a > 0);
    }),
  );
});

test('the dot is green exactly when somebody who accepts chats is connected within the hours', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.nat(5), fc.nat(5), fc.nat(5), (isWithinHours, a, c, r) => {
      const connected = Math.min(a, c);
      const facts = { isWithinHours, accepting: a, connected, withRoom: Math.min(connected, r) };
      const isThere = isWithinHours && connected > 0;
      expect(deskDotOf(deskStateOf(facts))).toBe(isThere ? 'there' : 'away');
    }),
  );
});

test('somebody is online below their capacity, busy at it, and away when gone or not accepting', () => {
  const maya = { isConnected: true, acceptsChats: true, activeChats: 1, capacity: 2 };
  expect(agentStateOf(maya)).toBe('online');
  expect(agentStateOf({ ...maya, activeChats: 2 })).toBe('busy');
  expect(agentStateOf({ ...maya, activeChats: 200, capacity: null })).toBe('online');
  expect(agentStateOf({ ...maya, acceptsChats: false })).toBe('away');
  expect(agentStateOf({ ...maya, isConnected: false })).toBe('away');
});

test('the expected wait is the median of recent waits, and left out when they say too little', () => {
  expect(expectedMinutes([60, 60, 60, 60])).toBeNull();
  expect(expectedMinutes([30, 9000, 100, 200, 40])).toBe(2);
  expect(expectedMinutes([60, 60, 60, 180, 180, 180])).toBe(2);
  expect(expectedMinutes([5, 5, 5, 5, 5])).toBe(1);
  expect(expectedMinutes([9000, 9000, 9000, 9000, 9000])).toBeNull();
});

test('the usual wait is said in words that are kept, and not below twenty answers or beyond a day', () => {
  const waits = (seconds: number, count = 20) => Array.from({ length: count }, () => seconds);
  expect(usualMinutes(waits(100, 19))).toBeNull();
  expect(usualMinutes(waits(100))).toBe(2);
  expect(usualMinutes(waits(2 * 24 * 3600))).toBeNull();
  expect([1, 3, 60, 61].map((minutes) => formatUsualWait(minutes, 'en-US'))).toEqual([
    '1 minute',
    '3 minutes',
    '60 minutes',
    '2 hours',
  ]);
  expect([1, 2, 3, 11, 121].map((minutes) => formatUsualWait(minutes, 'ar-u-nu-latn'))).toEqual([
    'دقيقة',
    'دقيقتان',
    '3 دقائق',
    '11 دقيقة',
    '3 ساعات',
  ]);
});
