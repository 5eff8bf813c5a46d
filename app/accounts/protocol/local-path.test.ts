import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../tests/support/property-runs.ts';
import { localPath } from './local-path.ts';

const FALLBACK = '/agentchat';

test.each([
  '/',
  '/agentchat',
  '/agentchat?visitor=7&tab=notes#last',
  '/services/music/voice-over',
  // Encoded characters stay part of the path.
  '/%09/evil.example',
  '/%5Cevil.example',
  '/%2F/evil.example',
  '/login?next=//evil.example',
  '/@evil.example',
  '/https://evil.example',
])('%s stays on this site and is taken', (path) => {
  expect(localPath(path, FALLBACK)).toBe(path);
});

test.each([
  ['nothing', null],
  ['an empty text', ''],
  ['another site', 'https://evil.example/'],
  ['another site without a scheme', '//evil.example'],
  ['three slashes', '///evil.example'],
  ['a dot between two slashes', '/.//evil.example'],
  ['a backslash, which browsers read as a slash', '/\\evil.example'],
  ['two backslashes', '\\\\evil.example'],
  ['a backslash further on', '/a\\..\\..\\/evil.example'],
  ['a tab between the slashes, which browsers leave out', '/\t/evil.example'],
  ['a line feed between the slashes', '/\n/evil.example'],
  ['a carriage return between the slashes', '/\r/evil.example'],
  ['a line break that would add a header', '/agentchat\r\nSet-Cookie: a=b'],
  ['a NUL', '/\0/evil.example'],
  ['a scheme alone', 'https:'],
  ['a scheme and a path', 'https:/evil.example'],
  ['a script', 'javascript:alert(1)'],
  ['a relative path', 'agentchat'],
  ['a space before the slashes, which browsers trim', ' //evil.example'],
  ['a query alone', '?next=/'],
])('%s leads to the fallback', (_, path) => {
  expect(localPath(path, FALLBACK)).toBe(FALLBACK);
});

test('wherever it leads, a browser stays on this site', () => {
  const part = fc.oneof(
    fc.constantFrom('/', '//', '\\', '\t', '\n', '.', '..', ':', '@', '?', '#', '%09', '%5c', ' '),
    fc.constantFrom('https:', 'evil.example', 'javascript:', 'agentchat'),
    fc.string({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (pieces) => {
      const path = localPath(pieces.join(''), FALLBACK);
      expect(new URL(path, 'https://shop.example/login?next=x').origin).toBe(
        'https://shop.example',
      );
    }),
    propertyRuns(500),
  );
});
