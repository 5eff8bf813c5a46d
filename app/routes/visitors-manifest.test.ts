import { expect, test } from 'vitest';
import { visitorsManifest, visitorsManifestPath } from './visitors-manifest.ts';

test('visitors’ list has the root and the pages for visitors, and says where it lies', () => {
  const manifest = {
    url: '/assets/manifest-0a1b2c3d.js',
    routes: {
      root: { id: 'root' },
      'routes/public/home': { id: 'routes/public/home' },
      'routes/public/widget': { id: 'routes/public/widget' },
      'routes/public/preview': { id: 'routes/public/preview' },
      'routes/desk/team': { id: 'routes/desk/team' },
      'routes/resources/inbox': { id: 'routes/resources/inbox' },
    },
  };

  const list = visitorsManifest(manifest);

  expect(Object.keys(list.routes)).toEqual(['root', 'routes/public/home']);
  expect(list.url).toBe('/assets/visitors-0a1b2c3d.js');
});

test('in development there is one list for everybody', () => {
  const path = '/@id/__x00__virtual:react-router/browser-manifest';

  expect(visitorsManifestPath(path)).toBe(path);
});
