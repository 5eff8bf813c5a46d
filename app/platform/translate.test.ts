import { describe, expect, test } from 'vitest';
import searchWords from '../../content/search-words.json' with { type: 'json' };
import { everyRow } from '../../tests/support/every-row.ts';
import { SERVER_ES, TEAM_ES } from '../routing/words.server.ts';
import { CHAT_ES } from '../chat/client/chat-words.es.ts';
import { EMAIL_MESSAGES } from '../chat/protocol/chat-email.ts';
import { MODERATION_REASONS } from '../reviews/moderation-reasons.ts';
import { MESSAGES } from '../reviews/rules.ts';
import { FAULT_SENTENCES } from '../ui/form/request-fault.ts';
import { SITE_ES } from '../routing/words.es.ts';
import { RefusedError } from './errors.ts';
import { languageNow, t, tDynamic, tPlural, speechIn, type Translations } from './translate.ts';
import { speaking } from './speech.server.ts';

const spanish = speechIn('es');
const ALL: Translations = { ...SITE_ES, ...CHAT_ES, ...TEAM_ES, ...SERVER_ES };

const namesIn = (text: string) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));

describe('a sentence', () => {
  test('is said in English where nothing else is asked for', () => {
    expect(languageNow()).toBe('en');
    expect(t('Page not found')).toBe('Page not found');
    expect(tPlural(1, '{count} service|{count} services')).toBe('1 service');
    expect(tPlural(2, '{count} service|{count} services')).toBe('2 services');
  });

  test('is said in Spanish, with what stands in it and the form its number asks for', () => {
    speaking(spanish, () => {
      expect(t('Page {entry}', { entry: 3 })).toBe('Página 3');
      expect(tPlural(1, '{count} service|{count} services')).toBe('1 servicio');
      expect(tPlural(0, '{count} service|{count} services')).toBe('0 servicios');
      expect(tDynamic('Nobody ever said this.')).toBe('Nobody ever said this.');
    });
  });

  test('is said to each of two who ask at once in their own language', async () => {
    const later = async () => {
      await Promise.resolve();
      return t('Page not found');
    };
    const both = Promise.all([speaking(spanish, later), speaking(speechIn('en'), later)]);
    expect(await both).toEqual(['Página no encontrada', 'Page not found']);
  });

  test('that refuses something is in the language of whoever is refused', () => {
    const refused = speaking(spanish, () => new RefusedError(400, MESSAGES.captcha));
    expect(refused.message).toBe('Completa la verificación CAPTCHA');
  });
});

describe('the Spanish words', () => {
  test('have the same placeholders as the English sentence', async () => {
    await everyRow(
      Object.entries(ALL),
      ([english]) => english,
      ([english, words]) => {
        const forms = typeof words === 'string' ? [words] : Object.values(words);
        // 'One day' needs no number in either language.
        const names = namesIn(english);
        for (const form of forms) {
          const left = [...names].filter((name) => !namesIn(form).has(name));
          expect(left.filter((name) => name !== 'count' || forms.length === 1)).toEqual([]);
          expect([...namesIn(form)].filter((name) => !names.has(name))).toEqual([]);
        }
      },
    );
  });

  test('are there for all that is said by name', () => {
    const said = [
      ...Object.values(MESSAGES),
      ...Object.values(EMAIL_MESSAGES),
      ...Object.values(MODERATION_REASONS).flatMap(({ name, meaning }) => [name, meaning]),
      ...searchWords.pages.map(({ title }) => title).filter((title) => title !== 'API'),
      ...Object.values(FAULT_SENTENCES),
    ];
    const missing = speaking(spanish, () => said.filter((each) => tDynamic(each) === each));
    expect(missing).toEqual([]);
  });
});
