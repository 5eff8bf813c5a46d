import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../platform/languages.ts';
import { RefusedError } from '../platform/errors.ts';
import { speaking } from '../platform/speech.server.ts';
import { MESSAGES } from '../reviews/rules.ts';
import './messages.server.ts';
import { formatMessage } from './lingui.ts';
import {
  addMessages as addInBrowser,
  formatMessage as formatInBrowser,
} from './format-message.browser.ts';
import { catalogueNames, readCatalogue } from './read-catalogue.server.ts';
import { english, findSentence, languageNow, msg, msgIn, speechIn, t } from './translate.ts';

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

  test('with a context has its own translation, and its English text has no context', () => {
    const hidden = msgIn('catalogue', 'Hidden');
    expect(t(hidden)).toBe('Hidden');
    expect(english(hidden)).toBe('Hidden');
    expect(speaking(spanish, () => [t('Hidden'), t(hidden)])).toEqual(['Oculta', 'Oculto']);
    expect(formatInBrowser('en', 'catalogue\u0004Hidden')).toBe('Hidden');
    expect(formatInBrowser('de', 'nowhere\u0004Hidden')).toBe('Hidden');
  });

  test('keeps a value as it was typed, even if it looks like an escape sequence', () => {
    const name = String.raw`C:\x41\u0042 {name}`;
    expect(t('‘{name}’ is saved.', { name })).toBe(`‘${name}’ is saved.`);
    expect(speaking(spanish, () => t('‘{name}’ is saved.', { name }))).toBe(
      `«${name}» se ha guardado.`,
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
});

describe('the format of a browser', () => {
  const namesIn = (message: string) =>
    [...message.matchAll(/\{(\w+)/g)].map(([, name = '']) => name);

  test.each(LANGUAGES)('equals that of Lingui for every message: %s', (language) => {
    const translations = catalogueNames(language)
      .filter((name) => name !== 'service-worker-team')
      .map((name) => readCatalogue(language, name));
    const counts = [0, 1, 2, 3, 11, 100, 1000, 1_000_000, 4.5];
    const texts = ['<b>', String.raw`C:\x41 {name} # ''`];
    const differing = translations.flatMap((messages) => {
      if (language !== 'en') addInBrowser(language, messages);
      return Object.keys(messages).filter((message) =>
        (message.includes(', plural, ') ? counts : [...counts, ...texts]).some((value) => {
          const values = Object.fromEntries(namesIn(message).map((name) => [name, value]));
          const said = formatInBrowser(language, message, values);
          return said !== formatMessage(language, message, values);
        }),
      );
    });
    expect(translations.length).toBeGreaterThan(15);
    expect(differing).toEqual([]);
  });
});
