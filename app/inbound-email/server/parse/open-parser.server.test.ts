import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { createLog } from '../../../platform/log.server.ts';
import { openMailParser, type MailParser } from './open-parser.server.ts';

const program = fileURLToPath(
  new URL('../../../../tests/support/slow-mail-thread.ts', import.meta.url),
);
const LIMITS = {
  startMs: 30_000,
  withSplitMs: 2000,
  withoutSplitMs: 2000,
  waiting: 16,
  patienceMs: 30_000,
};

let parser: MailParser | undefined;

afterEach(() => parser?.close());

function open(limits: Partial<typeof LIMITS> = {}, worker = program) {
  parser = openMailParser(createLog('silent'), {
    program: worker,
    limits: { ...LIMITS, ...limits },
  });
  return parser;
}

const parse = (from: MailParser, text: string) =>
  from
    .parse({
      raw: Buffer.from(text),
      isCut: false,
      replyAddress: 'support@shop.example',
      fromAddress: 'support@shop.example',
      ownHostname: 'shop.example',
    })
    .then(
      (parsed) => parsed.text,
      (error: { name: string; status?: number }) => error.status ?? error.name,
    );

describe('emails that arrive together', () => {
  test('have a time limit each, which does not include waiting for the others', async () => {
    const from = open();
    const slow = Array.from({ length: 4 }, () => parse(from, '700'));
    expect(await parse(from, '1')).toBe('1');
    expect(await Promise.all(slow)).toEqual(slow.map(() => '700'));
  });

  test('are unreadable only if parsing them failed, which harms no other', async () => {
    const from = open({ withSplitMs: 1000, withoutSplitMs: 1000 });
    const all = ['60000', 'broken', '1'].map((text) => parse(from, text));
    expect(await Promise.all(all)).toEqual(['UnreadableMailError', 'UnreadableMailError', '1']);
  });

  test('are asked for again if the queue is full or their turn does not come', async () => {
    const full = open({ waiting: 1 });
    const all = ['500', '1', '2'].map((text) => parse(full, text));
    expect(await Promise.all(all)).toEqual(['500', '1', 503]);
    await full.close();
    const impatient = open({ patienceMs: 100 });
    expect(await Promise.all(['1500', '1'].map((text) => parse(impatient, text)))).toEqual([
      '1500',
      503,
    ]);
  });

  test('are asked for again if the process ends meanwhile, or the worker cannot start', async () => {
    const ending = open();
    await parse(ending, '1');
    const running = ['1900', '1'].map((text) => parse(ending, text));
    await ending.close();
    expect(await Promise.all(running)).toEqual([503, 503]);
    const broken = open({ startMs: 500 }, `${program}.missing`);
    expect(await parse(broken, '1')).toBe(503);
  });
});
