import { expect, test } from 'vitest';
import { visitorsManifest, visitorsManifestPath } from './visitors-manifest.ts';

test('visitors’ list has the root and the pages for visitors, and says where it lies', () => {
  const manifest = {
    url: '/assets/manifest-0a1b2c3d.js',
    routes: {
      root: {},
      'shop/pages/layout': { parentId: 'root' },
      'shop/pages/home': { parentId: 'shop/pages/layout' },
      'reviews/pages/moderation-log': { parentId: 'shop/pages/layout' },
      'orders/pages/order-receipt': { parentId: 'root' },
      'chat/pages/widget': { parentId: 'root' },
      'catalogue/pages/preview': { parentId: 'shop/pages/layout' },
      'accounts/pages/team': { parentId: 'portal/pages/layout' },
      'portal/pages/shell': { parentId: 'root' },
    },
  };

  const list = visitorsManifest(manifest);

  expect(Object.keys(list.routes)).toEqual([
    'root',
    'shop/pages/layout',
    'shop/pages/home',
    'reviews/pages/moderation-log',
    'orders/pages/order-receipt',
  ]);
  expect(list.url).toBe('/assets/visitors-0a1b2c3d.js');
});

test('in development there is one list for everybody', () => {
  const path = '/@id/__x00__virtual:react-router/browser-manifest';

  expect(visitorsManifestPath(path)).toBe(path);
});
