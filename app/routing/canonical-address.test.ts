import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../tests/support/catalogue.ts';
import { readLocalAddress } from '../platform/local-address.ts';
import { addressFor, findCanonicalAddress } from './canonical-address.ts';

const BOTH = { main: 'en', offered: ['en', 'es'] } as const;
const find = (path: string) => findCanonicalAddress(CATALOGUE, BOTH, path);

describe('an address with a language', () => {
  test.each([
    ['/es', '/es', '/'],
    ['/es/', '/es', '/'],
    ['/es/services', '/es', '/services'],
    ['/es/services.data', '/es', '/services.data'],
    ['/es.data', '/es', '/_.data'],
    ['/_.data', '', '/_.data'],
    ['/es.database', '', '/es.database'],
    ['/essays', '', '/essays'],
    ['/services', '', '/services'],
  ])('%s is the page of %s at %s', (pathname, prefix, path) => {
    expect(readLocalAddress(BOTH, pathname)).toMatchObject({ prefix, path });
  });

  test('is nobody’s in a shop of one language', () => {
    const one = { main: 'en', offered: ['en'] } as const;
    expect(readLocalAddress(one, '/es/services')).toMatchObject({
      language: 'en',
      path: '/es/services',
    });
  });

  test.each([
    ['/ES/Services/', '/es/services'],
    ['/es/', '/es'],
    ['/es/about', '/es#about-us-section'],
    ['/es/services/writing/blurb-writing', '/es/services/writing/blurb'],
    // The main language has no prefix.
    ['/en/services', '/services'],
    ['/en', '/'],
    // Pages that are not for visitors have no language prefix.
    ['/es/login', '/login'],
    ['/es/team/settings', '/team/settings'],
    ['/es/sitemap.xml', '/sitemap.xml'],
  ])('%s leads to %s', (path, target) => {
    expect(find(path)).toBe(target);
  });

  test.each([
    '/es',
    '/es/services',
    '/es/search-index',
    '/es/order/secret',
    '/es/widget',
    '/es/no-such-page',
  ])('%s leads nowhere else', (path) => {
    expect(find(path)).toBeUndefined();
  });

  test('of the team is answered in English whatever the shop’s main language is', () => {
    const spanish = { main: 'es', offered: ['en', 'es'] } as const;
    expect(addressFor(spanish, '/team/settings').language).toBe('en');
    expect(addressFor(spanish, '/services').language).toBe('es');
    expect(addressFor(spanish, '/en/services')).toMatchObject({ language: 'en', prefix: '/en' });
  });
});
