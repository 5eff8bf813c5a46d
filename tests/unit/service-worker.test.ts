import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { bundleScript } from '../../scripts/bundle-script.ts';
import { SERVICE_WORKER } from '../../scripts/service-worker.ts';

test('the service worker is one small classic script without the code of pages', async () => {
  const { code, files } = await bundleScript(SERVICE_WORKER);
  // A classic script with an import or export would not compile.
  expect(new Script(code)).toBeInstanceOf(Script);
  expect(code).not.toMatch(/\bimport\(/);
  expect(files.filter((file) => /\.tsx$|node_modules\/(?!idb\/)/.test(file))).toEqual([]);
  expect(code.length).toBeLessThan(16_000);
});
