import { expect, test } from 'vitest';
import { CATALOGUE } from '../../../tests/support/catalogue.ts';
import { CLIPS_PER_SERVICE, clipPaths } from './clips.ts';

test('every sample video has a file name of its own that needs no encoding', () => {
  const paths = CATALOGUE.servicesOf('video').flatMap(({ slug }) =>
    Array.from({ length: CLIPS_PER_SERVICE }, (_, index) => clipPaths(slug, index + 1).mp4),
  );
  expect(new Set(paths).size).toBe(25 * 3);
  for (const path of paths) expect(path).toMatch(/^\/clips\/[a-z0-9-]+-[1-3]\.mp4$/);
});
