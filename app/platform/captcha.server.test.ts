import { solveChallenge, type Challenge, type Solution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createChatContext, TestClock, useDatabase } from '../../tests/support/database.ts';
import { Captcha } from './captcha.server.ts';

const TEN_MINUTES = 10 * 60 * 1000;

const store = useDatabase();

let clock: TestClock;
let captcha: Captcha;

beforeEach(() => {
  clock = new TestClock();
  // The library compares the expiry with the system time.
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  captcha = new Captcha(createChatContext(store.db, clock), 'the-secret-of-this-installation');
});

afterEach(() => {
  vi.useRealTimers();
});

function advance(milliseconds: number): void {
  clock.advance(milliseconds);
  vi.setSystemTime(clock.now());
}

async function solve(challenge: Challenge): Promise<Solution> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The challenge has no solution');
  return solution;
}

const encode = (payload: unknown) => btoa(JSON.stringify(payload));

async function solved() {
  const challenge = captcha.createChallenge();
  return { challenge, solution: await solve(challenge) };
}

describe('a solved challenge', () => {
  test('is accepted once and never again', async () => {
    const answer = encode(await solved());
    expect(await captcha.verify(answer)).toBe(true);
    expect(await captcha.verify(answer)).toBe(false);
    advance(TEN_MINUTES);
    expect(await captcha.verify(answer)).toBe(false);
  });

  test('is not accepted again when the clock ran ahead for an hour and was set back', async () => {
    const answer = encode(await solved());
    expect(await captcha.verify(answer)).toBe(true);
    advance(6 * TEN_MINUTES);
    // Verifying another answer deletes old rows of used challenges.
    expect(await captcha.verify(encode(await solved()))).toBe(true);
    advance(-6 * TEN_MINUTES);
    expect(await captcha.verify(answer)).toBe(false);
  });

  test('is accepted once when it is sent twice at the same moment', async () => {
    const answer = encode(await solved());
    const verdicts = await Promise.all([captcha.verify(answer), captcha.verify(answer)]);
    expect(verdicts.filter(Boolean)).toHaveLength(1);
  });

  test('cannot be replayed by dressing it differently', async () => {
    const { challenge, solution } = await solved();
    expect(await captcha.verify(encode({ challenge, solution }))).toBe(true);
    const signature = challenge.signature ?? '';
    const parameters = Object.fromEntries(Object.entries(challenge.parameters).toReversed());
    for (const disguised of [
      { ...challenge, signature: signature.toUpperCase() },
      { ...challenge, signature: ` ${signature}` },
      { ...challenge, signature: [signature] },
      { ...challenge, parameters },
    ]) {
      expect(await captcha.verify(encode({ challenge: disguised, solution }))).toBe(false);
    }
  });

  test('is refused when its time is over', async () => {
    const answer = encode(await solved());
    advance(TEN_MINUTES);
    expect(await captcha.verify(answer)).toBe(false);
  });

  test('is accepted until the last second', async () => {
    const answer = encode(await solved());
    advance(TEN_MINUTES - 1000);
    expect(await captcha.verify(answer)).toBe(true);
  });

  test('is refused under another installation’s secret', async () => {
    const answer = encode(await solved());
    const other = new Captcha(
      createChatContext(store.db, clock),
      'the-secret-of-another-installation',
    );
    expect(await other.verify(answer)).toBe(false);
  });
});

describe('a challenge that was tampered with', () => {
  test.each([
    ['a cost of 1', { cost: 1 }],
    ['no prefix to look for', { keyPrefix: '' }],
    ['a later expiry', { expiresAt: 4_000_000_000 }],
    ['no expiry', { expiresAt: undefined }],
  ])('to have %s is refused, although it is solved', async (_, change) => {
    const { challenge, solution } = await solved();
    const changed = { ...challenge, parameters: { ...challenge.parameters, ...change } };
    const key = await deriveKey(
      changed.parameters,
      Buffer.from(changed.parameters.salt, 'hex'),
      Buffer.from(changed.parameters.nonce, 'hex'),
    );
    const cheap = { counter: 0, derivedKey: Buffer.from(key.derivedKey).toString('hex'), time: 1 };
    expect(await captcha.verify(encode({ challenge: changed, solution: cheap }))).toBe(false);
    expect(await captcha.verify(encode({ challenge: changed, solution }))).toBe(false);
    expect(await captcha.verify(encode({ challenge, solution }))).toBe(true);
  });

  test('with a forged or missing signature is refused', async () => {
    const { challenge, solution } = await solved();
    for (const signature of ['0'.repeat(64), '', undefined]) {
      const forged = { ...challenge, signature };
      expect(await captcha.verify(encode({ challenge: forged, solution }))).toBe(false);
    }
  });

  test('to demand years of work is refused before any work', async () => {
    const { challenge, solution } = await solved();
    const parameters = { ...challenge.parameters, cost: 2 ** 31 - 1 };
    const answer = encode({ challenge: { ...challenge, parameters }, solution });
    expect(await captcha.verify(answer)).toBe(false);
  });
});

test('a wrong solution is refused and does not spend the challenge', async () => {
  const { challenge, solution } = await solved();
  const wrong = { ...solution, counter: solution.counter + 1 };
  expect(await captcha.verify(encode({ challenge, solution: wrong }))).toBe(false);
  expect(await captcha.verify(encode({ challenge, solution }))).toBe(true);
});

test.each([
  ['nothing', ''],
  ['no base64', '%%%'],
  ['no JSON', btoa('hello')],
  ['null', encode(null)],
  ['number', encode(7)],
  ['a list', encode([])],
  ['half of it', encode({ challenge: { parameters: {} } })],
  ['the wrong types', encode({ challenge: { parameters: 7, signature: {} }, solution: 7 })],
])('an answer that is %s is refused quietly', async (_, answer) => {
  expect(await captcha.verify(answer)).toBe(false);
});

test('an answer that is larger than any real one is refused unread', async () => {
  const payload = await solved();
  const answer = encode({ ...payload, padding: 'x'.repeat(4096) });
  expect(encode(payload).length).toBeLessThan(4096);
  expect(await captcha.verify(answer)).toBe(false);
});
