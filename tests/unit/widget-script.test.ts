import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { WIDGET_INTEGRITY, WIDGET_SCRIPT } from '../../app/chat/embed/widget-script.ts';

const script = readFileSync(join(import.meta.dirname, '../../public', WIDGET_SCRIPT));

describe('The script for pages of other sites', () => {
  test('is what those pages trust by its hash: what changes in it is a new version at an address of its own', () => {
    const hash = createHash('sha384').update(script).digest('base64');
    expect(`sha384-${hash}`).toBe(WIDGET_INTEGRITY);
  });

  test('is served in version 1 as it always was: pages have it with its hash', () => {
    const first = readFileSync(join(import.meta.dirname, '../../public/widget/1.js'));
    expect(createHash('sha384').update(first).digest('base64')).toBe(
      'mbYfu2MdJrxHuwWTU2Nt5pVNIq7h3KUr5voa16j4mrGUwfvkl/gsqi0NXCU0MgNd',
    );
    expect(WIDGET_SCRIPT).toBe('/widget/2.js');
  });

  test('is a few kilobytes, whole', () => {
    expect(brotliCompressSync(script).byteLength).toBeLessThan(4 * 1024);
    expect(script.toString()).not.toMatch(
      /\bimport\b|\bfetch\(|\beval\(|innerHTML|document\.write/,
    );
  });
});
