import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Files that run in a browser. */
const sources = globSync('app/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.server\.|\.test\.|\/(?:http|server)\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/**
 * Imports that are no component, with what becomes of a failure: none of these rejections reaches a render.
 */
const HANDLED: Readonly<Record<string, string>> = {
  'app/chat/embed/chat-frame.tsx': 'a PartLoader',
  'app/chat/client/files/attachments.ts': 'FileUploads waits for a connection',
  'app/chat/client/live-connection.ts': 'is repeated',
  'app/chat/widget/answer-sound.ts': 'no sound',
  'app/chat/widget/chat-launcher.tsx': 'a PartLoader',
  'app/chat/widget/visitor-api.ts': 'the chat is kept and started later',
  'app/i18n/load-messages.ts': 'the route or the part cannot be loaded',
  'app/shop/search/find-services.ts': 'useServiceSearch says so',
  'app/shop/search/load-everyday-words.ts': 'useServiceSearch says so',
  'app/catalogue/ui/photos/upload-media.ts': 'the upload waits for Retry',
  'app/shop/ui/home/hero.tsx': 'the box searches without it',
  'app/shop/ui/use-service-search.ts': 'the search says so',
  'app/orders/ui/added-files.ts': 'the file says so',
  'app/orders/ui/proof/open-pdf.ts': 'the page says so, and the file can be downloaded',
  'app/orders/ui/use-proof.ts': 'the form is sent without a proof',
  'app/reviews/ui/captcha-field.tsx': 'the field says so',
  'app/accounts/pages/login.tsx': 'what is kept is cleared at the next sign-in page',
  'app/accounts/ui/passkey-button.tsx': 'the form says so',
};

/** Dynamic imports that are not the argument of `lazyPart`, directly or through a named loader. */
function strayImports(text: string): number {
  const code = text.replaceAll(/typeof import\([^)]*\)/g, '');
  const all = code.match(/\bimport\(/g)?.length ?? 0;
  const inParts = code.match(/lazyPart\(\s*async \(\) => \(await import\(/g)?.length ?? 0;
  const loaders = [...code.matchAll(/const (\w+) = \(\) => import\(/g)].filter(([, name]) =>
    new RegExp(`lazyPart\\(async \\(\\) => \\(await ${name}\\(`).test(code),
  );
  return all - inParts - loaders.length;
}

test('every part that is loaded later is a lazyPart: React’s own lazy() takes the whole chat with it when it fails', () => {
  const parts = sources.filter(({ text }) => /\blazyPart\(/.test(text));
  expect(parts.length).toBeGreaterThan(12);
  const bare = sources.filter(
    ({ file, text }) => file !== 'app/ui/lazy-part.tsx' && /\blazy\b\s*[(<]|React\.lazy/.test(text),
  );
  expect(bare.map(({ file }) => file)).toEqual([]);
});

test('every other import at a later time says what becomes of its failure', () => {
  const stray = sources.filter(({ text }) => strayImports(text) > 0).map(({ file }) => file);
  expect(stray.toSorted()).toEqual(Object.keys(HANDLED).toSorted());
});

test.each([
  ['const A = lazy(() => IMPORT);', 1],
  ['const load = () => IMPORT;\nvoid load();', 1],
  ['const A = lazyPart(async () => (await IMPORT).A);', 0],
  ['const load = () => IMPORT;\nlazyPart(async () => (await load()).A);', 0],
  ['type A = typeof IMPORT.A;', 0],
])('%s has %i stray imports', (text, count) => {
  // Spelled apart, so that nobody takes it for an import of this file.
  expect(strayImports(text.replaceAll('IMPORT', ['import', "('./a.tsx')"].join('')))).toBe(count);
});
