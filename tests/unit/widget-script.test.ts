import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { WIDGET_INTEGRITY, WIDGET_SCRIPT } from '../../app/chat/embed/widget-script.ts';
import { LANGUAGES } from '../../app/platform/languages.ts';

const script = readFileSync(join(import.meta.dirname, '../../public', WIDGET_SCRIPT));

describe('The script for pages of other sites', () => {
  test('is what those pages trust by its hash: what changes in it is a new version at an address of its own', () => {
    const hash = createHash('sha384').update(script).digest('base64');
    expect(`sha384-${hash}`).toBe(WIDGET_INTEGRITY);
  });

  test.each([
    ['1', 'mbYfu2MdJrxHuwWTU2Nt5pVNIq7h3KUr5voa16j4mrGUwfvkl/gsqi0NXCU0MgNd'],
    ['2', 'v4rGNG60doO+J6FmTzoAea2PP0ysIIlIIQzBA9rnohzxpQ+LFf78yjI+ESsRjxuT'],
  ])(
    'is still served in version %s as it was, because pages have it with its hash',
    (version, hash) => {
      const path = join(import.meta.dirname, `../../public/widget/${version}.js`);
      expect(createHash('sha384').update(readFileSync(path)).digest('base64')).toBe(hash);
      expect(WIDGET_SCRIPT).toBe('/widget/3.js');
    },
  );

  test('speaks every language of the product', () => {
    for (const language of LANGUAGES)
      expect(script.toString()).toMatch(new RegExp(`^    ${language}: \\{$`, 'm'));
  });

  test('is a few kilobytes, whole', () => {
    expect(brotliCompressSync(script).byteLength).toBeLessThan(4.5 * 1024);
    expect(script.toString()).not.toMatch(
      /\bimport\b|\bfetch\(|\beval\(|innerHTML|document\.write/,
    );
  });
});
