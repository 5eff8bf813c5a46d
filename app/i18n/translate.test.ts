import { describe, expect, test } from 'vitest';
import { RefusedError } from '../platform/errors.ts';
import { speaking } from '../platform/speech.server.ts';
import { MESSAGES } from '../reviews/rules.ts';
import { compile as compileInBrowser } from './compile-message.browser.ts';
import { compile } from './compile-message.ts';
import { findSentence, formsOf } from './message-forms.ts';
import './messages.server.ts';
import { addMessages, english, languageNow, msg, speechIn, t } from './translate.ts';

const spanish = speechIn('es');

describe('a message', () => {
  test('is in English where no other language is spoken', () => {
    expect(languageNow()).toBe('en');
    expect(t('Page not found')).toBe('Page not found');
    const services = (count: number) =>
      t('{count, plural, one {# service} other {# services}}', { count });
    expect([0, 1, 2].map(services)).toEqual(['0 services', '1 service', '2 services']);
  });

  test('is in Spanish, with its values and the plural of its number', () => {
    speaking(spanish, () => {
      expect(t('Page {entry}', { entry: 3 })).toBe('Página 3');
      const services = (count: number) =>
        t('{count, plural, one {# service} other {# services}}', { count });
      expect([0, 1, 2].map(services)).toEqual(['0 servicios', '1 servicio', '2 servicios']);
    });
  });

  test('shows the digits of a number as they are', () => {
    const files = t('{count, plural, one {# file} other {# files}}', { count: 12_345 });
    expect(files).toBe('12345 files');
  });

  test('is translated for each of two concurrent requests into their own language', async () => {
    const later = async () => {
      await Promise.resolve();
      return t('Page not found');
    };
    const both = Promise.all([speaking(spanish, later), speaking(speechIn('en'), later)]);
    expect(await both).toEqual(['Página no encontrada', 'Page not found']);
  });

  test('of a table is translated where it is used', () => {
    const refused = speaking(spanish, () => new RefusedError(400, t(MESSAGES.captcha)));
    expect(refused.message).toBe('Completa la verificación CAPTCHA');
    expect(speaking(spanish, () => english(MESSAGES.captcha))).toBe(
      'Please complete the CAPTCHA verification',
    );
  });

  test('keeps a value as it was typed, even if it looks like an escape sequence', () => {
    const name = String.raw`C:\x41\u0042 {name}`;
    expect(t("''{name}'' is saved.", { name })).toBe(`'${name}' is saved.`);
    expect(speaking(spanish, () => t("''{name}'' is saved.", { name }))).toBe(
      `«${name}» está guardado.`,
    );
  });

  test('shows quoted braces', () => {
    const text = t(
      "'{visitor}', '{agent}', '{service}' and '{price}' are filled in when you insert it.",
    );
    expect(text).toBe(
      '{visitor}, {agent}, {service} and {price} are filled in when you insert it.',
    );
  });

  test('of a closed set is found by its English text', () => {
    const set = [msg('Page not found'), msg('Delete')];
    expect(findSentence(set, 'Delete')).toBe(set[1]);
    expect(findSentence(set, 'Remove')).toBeUndefined();
  });

  test('has a form for each of its plurals', () => {
    const shown = (language: 'en' | 'es') =>
      formsOf(
        language,
        msg('Rated {average} of 5 by {count, plural, one {# customer} other {# customers}}'),
      ).map(({ names, words }) => words.flatMap((word, at) => [word, names[at] ?? '']).join('|'));
    expect(shown('en')).toEqual([
      'Rated |average| of 5 by |count| customer|',
      'Rated |average| of 5 by |count| customers|',
    ]);
    expect(shown('es')[1]).toBe('Valorado con |average| de 5 por |count| clientes|');
  });
});

describe('the compiler of the browser', () => {
  test.each([
    'Page not found',
    'Page {entry}',
    '{name} – {other}, {name}',
    "''{name}'' is saved.",
    "With 'simple' words are found as they are written.",
    "'{visitor}' and '{agent}' are filled in.",
    "'{#name}' behind it",
    "It is {name}''s",
  ])('reads a message without plurals as Lingui does: %s', (message) => {
    const values = { entry: 3, name: 'Ana', other: '2 %' };
    const fill = (tokens: ReturnType<typeof compile>) =>
      tokens
        .map((token) =>
          typeof token === 'string' ? token : values[token[0] as keyof typeof values],
        )
        .join('');
    expect(fill(compileInBrowser(message))).toBe(fill(compile(message)));
  });

  test('leaves plurals to the build', () => {
    addMessages('en', {
      'only for this test': compile('{count, plural, one {#} other {# or more}}'),
    });
    expect(t(msg('only for this test'), { count: 2 })).toBe('2 or more');
  });
});
