import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HEADER_LIMITS, tooLongHeader } from './header-limits.ts';

test('a header is as long as its limit, and no longer', () => {
  for (const [name, limit] of Object.entries(HEADER_LIMITS)) {
    expect(tooLongHeader({ host: 'shop.example', [name]: 'a'.repeat(limit) })).toBeUndefined();
    expect(tooLongHeader({ host: 'shop.example', [name]: 'a'.repeat(limit + 1) })).toBe(name);
  }
});

test('what nobody reads may be as long as all headers together', () => {
  expect(tooLongHeader({ 'x-of-a-proxy': 'a'.repeat(16_000) })).toBeUndefined();
});

/** Headers of responses, and one that the process sets itself. */
const OF_ANSWERS = new Set([
  'content-disposition',
  'date',
  'location',
  'retry-after',
  'set-cookie',
  'webhook-id',
]);

test('every header that is read has a limit', () => {
  // Emails have limits of their own, and the service worker reads responses.
  const files = globSync('{app,server}/**/*.{ts,tsx}').filter(
    (file) =>
      !/\.test\.tsx?$/.test(file) &&
      !file.startsWith('app/inbound-email/server/parse/') &&
      !file.startsWith('app/chat/inbox/service-worker/'),
  );
  const read = files.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /(?:headers\.get|req\.header|\bheader)\('([\w-]+)'\)|headers\['([\w-]+)'\]/gi,
      ),
    ].map(([, asked = '', named = '']) => (asked || named).toLowerCase()),
  );
  const ofRequests = new Set(read.filter((name) => !OF_ANSWERS.has(name)));
  expect(ofRequests).toContain('range');
  const hasLimit = (name: string) => name in HEADER_LIMITS || `paypal-${name}` in HEADER_LIMITS;
  expect([...ofRequests].filter((name) => !hasLimit(name))).toEqual([]);
});
