import { describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../tests/support/catalogue.ts';
import routes from '../routes.ts';
import { findCanonicalPath } from './canonical-path.ts';

describe('the canonical path', () => {
  test.each([
    ['/services/writing/portfolio', '/services/programming/portfolio'],
    ['/services/writing/blurb-writing', '/services/writing/blurb'],
    ['/services/digital/social-media-boosting', '/services/digital/community-boosting'],
    ['/services/digital/ommunity-boosting', '/services/digital/community-boosting'],
    ['/services/graphics/packaging-label-design', '/services/graphics/packaging-&-label-design'],
    ['/services/programming/support-it', '/services/programming/support-&-it'],
    ['/services/editing-post-production', '/services#editing-post-production'],
    ['/about', '/#about-us-section'],
  ])('of the former path %s is %s', (former, canonical) => {
    expect(findCanonicalPath(CATALOGUE, former)).toBe(canonical);
  });

  test.each([
    ['/Services/Video/Video-Editing', '/services/video/video-editing'],
    ['/services/video/video-editing/', '/services/video/video-editing'],
    ['/services/video/', '/services/video'],
    ['/services/', '/services'],
    ['/services/programming/support-%26-it', '/services/programming/support-&-it'],
    [
      '/services/business/customer-experience-management-%28cxm%29',
      '/services/business/customer-experience-management-(cxm)',
    ],
    ['/ABOUT/', '/#about-us-section'],
    ['/tErms', '/terms'],
    ['/terms/', '/terms'],
    ['/terms///', '/terms'],
    ['//terms', '/terms'],
    ['/%74erms', '/terms'],
    ['/Privacy-Policy/', '/privacy-policy'],
    ['//services//video', '/services/video'],
    ['//', '/'],
    ['/API', '/api'],
  ])('of the spelling %s is %s', (spelling, canonical) => {
    expect(findCanonicalPath(CATALOGUE, spelling)).toBe(canonical);
  });

  test('is not looked for where a path is canonical already', () => {
    const paths = [
      ...CATALOGUE.services.map(({ path }) => path),
      ...CATALOGUE.sections.map(({ id }) => `/services/${id}`),
    ];
    for (const path of ['/', '/terms', '/services', ...paths])
      expect(findCanonicalPath(CATALOGUE, path)).toBeUndefined();
  });

  test('is known of every public page that is kept without parameters', () => {
    const [layout] = routes;
    const paths = (layout?.children ?? []).map(({ path = '' }) => `/${path}`);
    const fixed = paths.filter((path) => !/[:*]|^.(account\/|chat|confirm-review)/.test(path));
    expect(fixed.length).toBeGreaterThan(8);
    for (const path of fixed)
      expect(findCanonicalPath(CATALOGUE, `/${path.toUpperCase()}/`)).toBe(path);
  });

  test('leads to a page that has no other canonical path, so that nobody is sent in circles', () => {
    for (const { path } of CATALOGUE.services) {
      const target = findCanonicalPath(CATALOGUE, `${path.toUpperCase()}/`) ?? '';
      expect(target).toBe(path);
      expect(findCanonicalPath(CATALOGUE, target)).toBeUndefined();
    }
  });

  test.each([
    '/services/video/zeppelin',
    '/services/zeppelin',
    '/services/video/a/b',
    '/%E0%A4%A',
    '/terms.',
    '/terms%20',
    '/terms%2Fx',
    '/constructor',
    '/__proto__',
    '/',
  ])('of %s, which is unknown, does not exist', (path) => {
    expect(findCanonicalPath(CATALOGUE, path)).toBeUndefined();
  });
});

test('a path of slashes is read like any other', () => {
  expect(findCanonicalPath(CATALOGUE, `${'/'.repeat(60_000)}x`)).toBeUndefined();
  expect(findCanonicalPath(CATALOGUE, `/services${'/'.repeat(60_000)}`)).toBe('/services');
});
