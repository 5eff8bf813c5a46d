import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, replaceNonce } from './security-headers.ts';

const NONCE = 'q83vEjRWeJCrze8SNFZ4kA==';

const hashOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

function scriptSources(policy: string): string[] {
  const directive = policy.split('; ').find((part) => part.startsWith('script-src '));
  return directive?.split(' ').slice(1) ?? [];
}

test('the policy allows our own files, the scripts it names, and nothing else', () => {
  expect(contentSecurityPolicy([`nonce-${NONCE}`]).split('; ')).toEqual([
    "default-src 'self'",
    `script-src 'self' 'nonce-${NONCE}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types page-start service-worker pdf-worker',
  ]);
  expect(scriptSources(contentSecurityPolicy([]))).toEqual(["'self'"]);
});

describe('a page that is kept for everybody', () => {
  test('names its own inline scripts by their hash and shows its nonce to nobody', () => {
    const { page, policy } = replaceNonce(
      `<head><script nonce="${NONCE}">let a = 1 < 2;</script>` +
        `<script type="module" async="" nonce="${NONCE}">\nimport "/x.js";\n</script></head>`,
      NONCE,
    );
    expect(scriptSources(policy)).toEqual([
      "'self'",
      hashOf('let a = 1 < 2;'),
      hashOf('\nimport "/x.js";\n'),
    ]);
    expect(page + policy).not.toContain(NONCE);
    expect(page).toContain('<script>let a = 1 < 2;</script>');
    expect(page).toContain('<script type="module" async="">');
  });

  test('names the same script once', () => {
    const script = `<script nonce="${NONCE}">go()</script>`;
    expect(scriptSources(replaceNonce(script + script, NONCE).policy)).toHaveLength(2);
  });

  test('leaves its files to ’self’', () => {
    const { policy } = replaceNonce(`<script src="/a.js" nonce="${NONCE}"></script>`, NONCE);
    expect(scriptSources(policy)).toEqual(["'self'"]);
  });

  test.each([
    ['no nonce', '<script>steal()</script>'],
    ['a guessed nonce', '<script nonce="AAAA">steal()</script>'],
    ['an empty nonce', '<script nonce="">steal()</script>'],
    ['another case', '<SCRIPT>steal()</SCRIPT>'],
    ['an attribute that looks like one', `<script data-nonce="${NONCE}x">steal()</script>`],
    ['its own end swallowed', '<script>steal()'],
    ['the nonce only in its text', `<script>steal(' nonce=')</script>`],
  ])('never names a smuggled script with %s', (_, smuggled) => {
    const own = `<script nonce="${NONCE}">own()</script>`;
    const { policy } = replaceNonce(`<p>${smuggled}</p>${own}`, NONCE);
    const sources = scriptSources(policy);
    expect(sources).not.toContain(hashOf('steal()'));
    const smuggledHashes = sources.filter((source) => source.startsWith("'sha256"));
    expect(smuggledHashes.filter((source) => source !== hashOf('own()'))).toEqual([]);
  });
});
