import { expect, test } from 'vitest';
import {
  accountManifest,
  accountManifestPath,
  visitorsManifest,
  visitorsManifestPath,
} from './visitors-manifest.ts';

const MANIFEST = {
  url: '/assets/manifest-0a1b2c3d.js',
  routes: {
    root: {},
    'shop/pages/layout': { parentId: 'root' },
    'shop/pages/home': { parentId: 'shop/pages/layout' },
    'clients/pages/account': { parentId: 'shop/pages/layout' },
    'reviews/pages/moderation-log': { parentId: 'shop/pages/layout' },
    'orders/pages/order-receipt': { parentId: 'root' },
    'clients/pages/account-receipt': { parentId: 'root' },
    'chat/pages/widget': { parentId: 'root' },
    'catalogue/pages/preview': { parentId: 'shop/pages/layout' },
    'accounts/pages/team': { parentId: 'portal/pages/layout' },
    'portal/pages/shell': { parentId: 'root' },
  },
};

test('visitors’ list has the root and the pages for visitors, and says where it lies', () => {
  const list = visitorsManifest(MANIFEST);

  expect(Object.keys(list.routes)).toEqual([
    'root',
    'shop/pages/layout',
    'shop/pages/home',
    'reviews/pages/moderation-log',
    'orders/pages/order-receipt',
  ]);
  expect(list.url).toBe('/assets/visitors-0a1b2c3d.js');
});

test('clients’ list has the account as well, and no page of the team', () => {
  const list = accountManifest(MANIFEST);

  expect(Object.keys(list.routes)).toEqual([
    'root',
    'shop/pages/layout',
    'shop/pages/home',
    'clients/pages/account',
    'reviews/pages/moderation-log',
    'orders/pages/order-receipt',
    'clients/pages/account-receipt',
  ]);
  expect(list.url).toBe('/assets/account-0a1b2c3d.js');
});

test('in development there is one list for everybody', () => {
  const path = '/@id/__x00__virtual:react-router/browser-manifest';

  expect(visitorsManifestPath(path)).toBe(path);
  expect(accountManifestPath(path)).toBe(path);
});
