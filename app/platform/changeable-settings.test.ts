import { describe, expect, test } from 'vitest';
import { findSettingFault, MAX_ORIGINS, readOrigin, readOrigins } from './changeable-settings.ts';

describe('The origin of a site', () => {
  test.each([
    ['https://www.example.com', 'https://www.example.com'],
    ['https://WWW.Example.com/', 'https://www.example.com'],
    ['https://shop.example:8443', 'https://shop.example:8443'],
    ['https://shop.example:443', 'https://shop.example'],
    ['https://müller.example', 'https://xn--mller-kva.example'],
    ['http://localhost:4000', 'http://localhost:4000'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['http://[::1]:4000', 'http://[::1]:4000'],
  ])('%s is %s', (typed, origin) => {
    expect(readOrigin(typed)).toBe(origin);
  });

  test.each([
    'null',
    '*',
    'https://*',
    'https://*.example.com',
    'https://example.com/path',
    'https://example.com/?a=b',
    'https://example.com?',
    'https://example.com#part',
    'https://example.com#',
    'https://anna@example.com',
    'https://shop.example@evil.example',
    'https://anna:secret@example.com',
    'https://example.com\\@evil.example',
    'http://example.com',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'https:',
    'https://',
    'https://example.com;script-src',
    "https://example.com'none'",
    'https://exa_mple.com',
    'https://.example.com',
    'https://example.com.',
    `https://${'a'.repeat(260)}.example`,
    'ws://example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://example.com/x',
    'file:///etc/passwd',
    'example.com',
    '//example.com',
  ])('%s is none', (typed) => {
    expect(readOrigin(typed)).toBeUndefined();
  });

  test('stands in a list once, with spaces, commas or lines between', () => {
    expect(
      readOrigins(' https://a.example, https://b.example\nhttps://A.example/ https://c.example'),
    ).toEqual(['https://a.example', 'https://b.example', 'https://c.example']);
    expect(readOrigins('')).toEqual([]);
  });

  test('spoils the list it stands in when it is none, and so does one too many', () => {
    expect(readOrigins('https://a.example https://*.example')).toBeUndefined();
    const most = Array.from({ length: MAX_ORIGINS }, (_, each) => `https://s${each}.example`);
    expect(readOrigins(most.join(' '))).toHaveLength(MAX_ORIGINS);
    expect(readOrigins([...most, 'https://one.more.example'].join(' '))).toBeUndefined();
  });

  test('is told in words where an admin types it', () => {
    expect(findSettingFault('WIDGET_ORIGINS', 'https://a.example null')).toMatch(/has no path/);
    expect(findSettingFault('WIDGET_ORIGINS', 'https://a.example')).toBeUndefined();
    expect(findSettingFault('WIDGET_ORIGINS', '')).toBeUndefined();
  });
});
