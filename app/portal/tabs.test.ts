import { describe, expect, test } from 'vitest';
import { activeTab } from './tabs.ts';

describe('the active tab', () => {
  test.each([
    ['/', 'Home'],
    ['/services', 'Services'],
    ['/services/video/video-editing', 'Services'],
    ['/about', 'About Us'],
    ['/contact', 'Contact Us'],
    ['/payment', 'Payment'],
  ])('of %s is %s', (path, tab) => {
    expect(activeTab(path)).toBe(tab);
  });

  test('is none on pages that belong to no tab', () => {
    expect(activeTab('/refunds')).toBeUndefined();
    expect(activeTab('/servicesandmore')).toBeUndefined();
  });
});
