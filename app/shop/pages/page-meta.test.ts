import { describe, expect, test } from 'vitest';
import { breadcrumbList, pageMeta, titleOf } from './page-meta.ts';

const site = { brandName: 'Embarka', origin: 'https://shop.example' };

describe('the tags of a page', () => {
  test('name the page and the brand, and the address without its query', () => {
    const tags = pageMeta(site, { title: 'Video', description: 'Films.', path: '/services/video' });
    expect(tags).toContainEqual({ title: 'Video · Embarka' });
    expect(tags).toContainEqual({ name: 'description', content: 'Films.' });
    expect(tags).toContainEqual({
      tagName: 'link',
      rel: 'canonical',
      href: 'https://shop.example/services/video',
    });
    expect(tags).toContainEqual({ property: 'og:title', content: 'Video' });
  });

  test('show a picture with its whole address: the page’s own, or the home page’s', () => {
    const page = { title: 'Video', description: 'Films.', path: '/services/video' };
    const own = pageMeta(site, { ...page, preview: '/previews/video.jpg' });
    expect(own).toContainEqual({
      property: 'og:image',
      content: 'https://shop.example/previews/video.jpg',
    });
    expect(own).toContainEqual({ property: 'og:image:width', content: '1200' });
    expect(own).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' });
    expect(pageMeta(site, page)).toContainEqual({
      property: 'og:image',
      content: 'https://shop.example/previews/home.jpg',
    });
  });

  test('are the title alone where the installation is not known', () => {
    const page = { title: 'Video', description: 'Films.', path: '/services/video' };
    expect(pageMeta(undefined, page)).toEqual([{ title: 'Video' }]);
    expect(titleOf('Video', undefined)).toBe('Video');
  });

  test('list the way to the page with whole addresses', () => {
    const [tag] = breadcrumbList(site, [
      ['Home', '/'],
      ['Video', '/services/video'],
    ]);
    expect(tag).toMatchObject({
      'script:ld+json': {
        itemListElement: [
          { position: 1, name: 'Home', item: 'https://shop.example/' },
          { position: 2, name: 'Video', item: 'https://shop.example/services/video' },
        ],
      },
    });
  });
});
