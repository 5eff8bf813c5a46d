import { describe, expect, test } from 'vitest';
import { findSettingFault, readSettingTexts } from './changeable-settings.ts';
import { readSettings } from './settings.server.ts';
import { composeShopLanguages, orderShopLanguages } from './shop-languages.ts';

describe('the languages of a shop', () => {
  test.each([
    ['en', ['en']],
    ['en, es', ['en', 'es']],
    [' ES ,en, es,', ['es', 'en']],
    ['english', ['en']],
    ['spanish', ['es']],
    ['english and spanish', ['en', 'es']],
  ])('%j are %j', (text, languages) => {
    expect(orderShopLanguages(text)).toEqual(languages);
  });

  test.each(['', ' , ', 'klingon', 'en, tlh', 'en es', 'englishspanish'])('%j are none', (text) => {
    expect(orderShopLanguages(text)).toBeUndefined();
  });

  test.each([
    ['english and spanish', 'spanish', ['es', 'en']],
    ['english and spanish', 'english', ['en', 'es']],
    ['english', 'spanish', ['en']],
    // Codes have an order of their own.
    ['en, es', 'spanish', ['en', 'es']],
  ])('%j with the earlier main language %j are %j', (text, main, languages) => {
    expect(orderShopLanguages(text, main)).toEqual(languages);
    const env = { SHOP_LANGUAGES: text, MAIN_LANGUAGE: main };
    expect(readSettings(env).languages).toEqual({ main: languages[0], offered: languages });
    expect(readSettingTexts(env).SHOP_LANGUAGES).toBe(languages.join(', '));
  });

  test('an unknown code is refused with those that are known', () => {
    expect(() => readSettings({ SHOP_LANGUAGES: 'en, tlh' })).toThrow(
      /^SHOP_LANGUAGES must be codes of languages .* en \(english\), es \(spanish\), /,
    );
    expect(findSettingFault('SHOP_LANGUAGES', 'tlh')).toContain('the known ones are');
  });

  test('a form keeps the order that it showed, and always offers the main language', () => {
    expect(composeShopLanguages('es, en', 'es', ['en', 'es'])).toBe('es, en');
    expect(composeShopLanguages('en', 'en', ['en', 'es'])).toBe('en, es');
    expect(composeShopLanguages('en, es', 'es', ['en', 'es'])).toBe('es, en');
    expect(composeShopLanguages('en, es', 'en', [])).toBe('en');
    expect(composeShopLanguages('en', 'es', ['en'])).toBe('es, en');
  });
});
