import { describe, expect, test } from 'vitest';
import { startAfterPaint } from './start-after-paint.server.ts';

const PAGE = [
  '<head><link rel="modulepreload" href="/assets/entry.js" nonce="n"/>',
  '<link rel="modulepreload" href="/assets/page.js" nonce="n"/><link rel="icon" href="/i.svg"/></head>',
  '<body><script nonce="n">theme()</script>',
  '<script nonce="n" type="module" async="">import * as route0 from "/assets/page.js";</script></body>',
].join('');

describe('Scripts that wait', () => {
  test('Nothing in the page asks for a module by itself', () => {
    const page = startAfterPaint(PAGE);

    expect(page).not.toContain('rel="modulepreload"');
    expect(page).not.toContain('type="module"');
    expect(page).toContain('data-modules="/assets/entry.js /assets/page.js"');
  });

  test('The module keeps its text and its nonce, which the policy for scripts knows', () => {
    expect(startAfterPaint(PAGE)).toContain(
      '<script nonce="n" type="text/plain" data-modules="/assets/entry.js /assets/page.js">import * as route0 from "/assets/page.js";</script>',
    );
  });

  test('A page without a module stays as it is', () => {
    const page = '<body>Signed out</body>';

    expect(startAfterPaint(page)).toBe(page);
  });
});
