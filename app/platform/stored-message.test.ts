import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../i18n/messages.server.ts';
import { inEnglish, speaking } from './speech.server.ts';
import { StoredError } from './stored-error.server.ts';
import {
  defineMessages,
  mapTexts,
  messageOf,
  readMessage,
  showLatest,
  showMessage,
  showStored,
  storedChange,
  storedList,
  storedText,
  type StoredMessage,
  type StoredValue,
} from './stored-message.ts';
import { auditLog } from './tables.server.ts';
import { t, speechIn } from '../i18n/translate.ts';
import { useDatabase } from '../../tests/support/database.ts';

const store = useDatabase();
const SPANISH = speechIn('es');

const testMessage = defineMessages({
  'test.missing': ({ name }: { readonly name: { readonly first: string } }) => name.first,
  'test.number': ({ number }: { readonly number: number }) => t('message {number}', { number }),
});

/** Numbers as JSON has them; PostgreSQL stores no zero bytes, and no half of a pair. */
const text = fc.string({ unit: 'grapheme' }).filter((each) => !each.includes('\u0000'));
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const isPlain = (name: string) => name !== '__proto__';

const { message } = fc.letrec<{ message: StoredMessage; value: StoredValue }>((tie) => ({
  message: fc.record(
    {
      key: text.filter((each) => each !== ''),
      values: fc.dictionary(text.filter(isPlain), tie('value'), {
        maxKeys: 4,
        noNullPrototype: true,
      }),
    },
    { noNullPrototype: true },
  ),
  value: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'message' },
    text,
    number.map((each) => (Object.is(each, -0) ? 0 : each)),
    fc.boolean(),
    tie('message'),
    fc.array(tie('message'), { maxLength: 3 }),
  ),
}));

/** Deeper messages are not read again. */
function depthOf({ values }: StoredMessage): number {
  const within = Object.values(values).flatMap((value) => {
    if (typeof value !== 'object') return [];
    return 'key' in value ? [value] : value;
  });
  return within.length === 0 ? 0 : 1 + Math.max(...within.map(depthOf));
}

describe('a message', () => {
  test('comes back from the database as it was stored, whatever its values are', async () => {
    await fc.assert(
      fc.asyncProperty(
        message.filter((each) => depthOf(each) <= 4),
        async (stored) => {
          const [row] = await store.db
            .insert(auditLog)
            .values({
              at: new Date(),
              action: 'signed-in',
              requestId: 'r',
              detailMessage: stored,
            })
            .returning({ detail: auditLog.detailMessage });
          expect(readMessage(row?.detail)).toEqual(stored);
          expect(showMessage(stored)).toBeTypeOf('string');
        },
      ),
      { numRuns: 100 },
    );
  });

  test('is refused by the database without a key or values', async () => {
    for (const wrong of ['"text"', '{}', '{"key": "a"}', '{"key": 1, "values": {}}', 'null']) {
      // oxlint-disable-next-line no-await-in-loop -- one refusal after the other
      await expect(
        store.pool.query(
          `insert into audit_log (at, action, request_id, detail_message) values (now(), 'signed-in', 'r', $1)`,
          [wrong],
        ),
        wrong,
      ).rejects.toThrow('audit_log_detail_message');
    }
  });

  test('is never an error, whatever the database has', () => {
    fc.assert(
      fc.property(fc.anything(), (stored) => {
        expect([null, 'string']).toContain(
          showStored(stored) === null ? null : typeof showStored(stored),
        );
      }),
    );
  });

  test('of a newer version can be read, without its sentence', () => {
    const values = { amount: 5, currency: 'USD', who: storedText('Maya') };
    expect(showMessage({ key: 'order.refund-halved', values })).toBe(
      'order refund halved (amount: 5, currency: USD, who: Maya)',
    );
    expect(showMessage({ key: 'order.closed', values: {} })).toBe('order closed');
    expect(showMessage({ key: 'test.missing', values: {} })).toBe('test missing');
  });

  test('is shown in the language of whoever reads it', () => {
    const stored = storedChange(
      testMessage('test.number', { number: 4 }),
      storedList([testMessage('test.number', { number: 5 }), storedText('files')]),
    );
    expect(showMessage(stored)).toBe('message 4 → message 5, files');
    speaking(SPANISH, () => {
      expect(showMessage(stored)).toBe('mensaje 4 → mensaje 5, files');
      expect(inEnglish(stored)).toBe('message 4 → message 5, files');
    });
  });
});

describe('a column of texts', () => {
  test('is read where there is no message', () => {
    expect(showStored(null, 'Written before')).toBe('Written before');
    expect(showStored(storedText('new'), 'Written before')).toBe('new');
    expect(showStored(null, '')).toBeNull();
    expect(showStored(null, null)).toBeNull();
  });

  test('that is overwritten has what a process of the version before wrote last', () => {
    expect(showLatest(storedText('before'), 'after')).toBe('after');
    expect(showLatest(storedText('before'), null)).toBe('before');
  });
});

test('an error carries its message, and any other its text', () => {
  const stored = testMessage('test.number', { number: 4 });
  const error = speaking(SPANISH, () => new StoredError(stored));
  expect(messageOf(error)).toEqual(stored);
  expect(error.message).toBe('message 4');
  expect(messageOf(new Error('550 no'))).toEqual(storedText('550 no'));
  expect(messageOf('no')).toEqual(storedText('no'));
});

test('all texts of a message can be changed', () => {
  const stored = storedList([storedText('a@b.example'), testMessage('test.number', { number: 4 })]);
  expect(mapTexts(stored, () => '(address)')).toEqual(
    storedList([storedText('(address)'), testMessage('test.number', { number: 4 })]),
  );
});
