import { describe, expect, test } from 'vitest';
import type { RequestInfo } from '../app/app-context.ts';
import { KnownCallers } from './known-callers.ts';

const from = (address: string, who?: string): RequestInfo => ({
  id: 'request-1',
  address,
  nonce: 'nonce',
  ...(who ? { who } : {}),
});
const SESSION = '__Host-embarka.session_token=maya.signature';
const CHAT = 'embarka_visitor=secret';

describe('the lane of a request', () => {
  test('of a made-up cookie is that of strangers', () => {
    const callers = new KnownCallers();
    callers.learn(SESSION, from('203.0.113.1', 'member maya'), 200);
    expect(callers.askerOf('embarka.session_token=made-up', from('203.0.113.1')).lane).toBe(
      'stranger',
    );
    expect(callers.askerOf(null, from('203.0.113.1')).lane).toBe('stranger');
  });

  test('follows a person of the team from network to network, until they are signed out', () => {
    const callers = new KnownCallers();
    callers.learn(SESSION, from('203.0.113.1', 'member maya'), 200);
    const other = `theme=dark; ${SESSION}`;
    expect(callers.askerOf(other, from('198.51.100.1'))).toMatchObject({
      lane: 'member',
      share: 'member maya',
    });
    // A page that does not check the session says nothing about it.
    callers.learn(SESSION, from('203.0.113.1'), 200);
    expect(callers.askerOf(SESSION, from('203.0.113.1')).lane).toBe('member');
    callers.learn(SESSION, from('203.0.113.1'), 401);
    expect(callers.askerOf(SESSION, from('203.0.113.1')).lane).toBe('stranger');
  });

  test('of a cookie longer than ours ever are is that of strangers, and nothing is kept of it', () => {
    const callers = new KnownCallers();
    for (const [name, who, lane] of [
      ['embarka.session_token', 'member maya', 'member'],
      ['embarka_visitor', 'browser 1', 'browser'],
    ] as const) {
      const long = `${name}=${'a'.repeat(401)}`;
      callers.learn(long, from('203.0.113.1', who), 200);
      expect(callers.askerOf(long, from('203.0.113.1')).lane).toBe('stranger');
      const longest = `${name}=${'a'.repeat(400)}`;
      callers.learn(longest, from('203.0.113.1', who), 200);
      expect(callers.askerOf(longest, from('203.0.113.1')).lane).toBe(lane);
    }
  });

  test('of the team stays theirs, however many sessions one visitor makes up', () => {
    const callers = new KnownCallers();
    callers.learn(SESSION, from('203.0.113.1', 'member maya'), 200);
    for (let n = 0; n < 11_000; n += 1) {
      const cookies = `embarka.session_token=made-up-${n}; ${CHAT}`;
      callers.learn(cookies, from('198.51.100.1', 'browser 1'), 200);
    }
    expect(callers.askerOf(SESSION, from('203.0.113.1')).lane).toBe('member');
    expect(callers.askerOf(CHAT, from('198.51.100.1')).lane).toBe('browser');
  });

  test('of browsers with a chat is one for a network, however many chats it starts', () => {
    const callers = new KnownCallers();
    for (const n of [1, 2]) {
      callers.learn(`${CHAT}${n}`, from('203.0.113.1', `browser ${n}`), 200);
    }
    const shares = [1, 2].map((n) => callers.askerOf(`${CHAT}${n}`, from('203.0.113.1')));
    expect(shares[0]).toMatchObject({ lane: 'browser' });
    expect(shares[0]).toEqual(shares[1]);
  });
});
