import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { expect, test, vi } from 'vitest';
import '../../app/i18n/messages.server.ts';
import { prefixOf, putPrefix } from '../../app/platform/address-language.ts';
import { readLocalAddress, splitPrefix } from '../../app/platform/local-address.ts';
import { langOf } from '../../app/platform/lang-of.ts';
import {
  directionOf,
  formatsOf,
  LANGUAGES,
  ownNameOf,
  type Language,
} from '../../app/platform/languages.ts';
import { nameOfLanguage } from '../../app/platform/name-of-language.ts';
import { readSettings } from '../../app/platform/settings.server.ts';
import { isSecretAddress } from '../../app/platform/secret-address.ts';
import { speaking } from '../../app/platform/speech.server.ts';
import { speechIn } from '../../app/i18n/translate.ts';
import {
  contentBlockId,
  parseContentBlockId,
} from '../../app/catalogue/protocol/content-blocks.ts';
import { ANY_QUANTITY } from '../../app/orders/pricing/quantity.ts';
import { NO_REQUESTS } from '../../app/shop/included-requests.ts';
import { nameText } from '../../app/catalogue/protocol/translations.ts';
import { chatWordsOf } from '../../app/routing/chat-words.server.ts';
import { langOfChatText } from '../../app/chat/protocol/chat-words.ts';
import { Catalogue } from '../../app/shop/catalogue.ts';
import { legalDocument } from '../../app/shop/legal/legal-documents.server.ts';
import { alternatesOf } from '../../app/shop/pages/page-meta.ts';
import { toCards } from '../../app/shop/service.ts';

// The list with one more line, as whoever adds a language writes it.
vi.mock('../../app/platform/languages.ts', () => {
  const file = new URL('../../app/platform/languages.ts', import.meta.url);
  const line = "{ code: 'fa', name: 'فارسی', formats: 'fa-IR', isForTeam: false },\n";
  const source = readFileSync(file, 'utf8').replace(/(?=\] as const satisfies)/, line);
  const code = stripTypeScriptTypes(source);
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
});

const PERSIAN = 'fa' as Language;
const languages = { main: 'en', offered: ['en', 'es', PERSIAN] } as const;

test('it is known by its line alone', () => {
  expect(LANGUAGES).toContain(PERSIAN);
  expect(ownNameOf(PERSIAN)).toBe('فارسی');
  expect(formatsOf(PERSIAN)).toBe('fa-IR');
  expect(directionOf(PERSIAN)).toBe('rtl');
  expect(speaking(speechIn('en'), () => nameOfLanguage(PERSIAN))).toBe('Persian');
  expect(speaking(speechIn('es'), () => nameOfLanguage(PERSIAN))).toBe('persa');
});

test('a shop offers it, also as its main language', () => {
  expect(readSettings({ SHOP_LANGUAGES: 'en, es, fa' }).languages).toEqual(languages);
  expect(readSettings({ SHOP_LANGUAGES: 'fa,en' }).languages.main).toBe('fa');
  expect(() => readSettings({ SHOP_LANGUAGES: 'tlh' })).toThrow('fa (persian)');
});

test('its pages have addresses that the other languages name', () => {
  expect(readLocalAddress(languages, '/fa/services')).toEqual({
    language: 'fa',
    prefix: '/fa',
    path: '/services',
  });
  expect(splitPrefix('/fa.data')).toEqual({ prefix: '/fa', path: '/_.data' });
  expect(putPrefix(prefixOf(languages, PERSIAN), '/')).toBe('/fa');
  expect(isSecretAddress(new URL('https://shop.example/fa/order/secret'))).toBe(true);
  const site = { brandName: 'Quay', origin: 'https://quay.example', languages };
  expect(alternatesOf(site, '/services')).toEqual([
    { hrefLang: 'en', href: 'https://quay.example/services' },
    { hrefLang: 'es', href: 'https://quay.example/es/services' },
    { hrefLang: 'fa', href: 'https://quay.example/fa/services' },
    { hrefLang: 'x-default', href: 'https://quay.example/services' },
  ]);
});

const BASE = { place: 1, isHidden: false };
const LEGAL = {
  heading: 'Privacy',
  summary: 'What we keep',
  effectiveDate: 'May 1',
  introduction: 'We keep little.',
  body: '## Contact\n\n{contact}',
};

const catalogue = new Catalogue({
  revision: 1,
  sections: [
    {
      ...BASE,
      id: 'sails',
      title: 'Sails',
      tagline: 'For every wind',
      look: 'graphics',
      translations: {
        [PERSIAN]: { texts: { title: 'بادبان‌ها' }, of: { title: nameText('Sails') } },
      },
    },
  ],
  groups: [{ ...BASE, id: 'jibs', section: 'sails', title: 'Jibs' }],
  services: [
    {
      ...BASE,
      id: 'a',
      section: 'sails',
      area: 'jibs',
      slug: 'jib',
      title: 'Jib',
      summary: 'A jib',
      description: 'A jib of your own',
      amount: 80_00,
      currency: 'USD',
      unit: 'flat',
      note: '',
      cents: false,
      deliveryDays: null,
      revisions: null,
      needs: '',
      delivers: '',
      packages: [],
      options: [],
      intake: [],
      quantity: ANY_QUANTITY,
      isOrderable: true,
      allowsOnce: true,
      allowsSubscription: true,
      requests: NO_REQUESTS,
      taxRate: '',
      deposit: null,
      checklist: [],
      questions: [],
      photos: [],
      videos: [],
      popular: null,
      art: null,
      translations: { [PERSIAN]: { texts: { title: 'بادبان' }, of: { title: nameText('Jib') } } },
    },
  ],
  addresses: [{ section: 'sails', slug: 'jib', serviceId: 'a' }],
  texts: [
    {
      id: 'en_chat',
      greeting: 'Hello',
      emailQuestion: 'Your address?',
      afterTopic: '',
      welcome: '',
    },
    { id: 'en_topic_sales', name: 'Sales', short: 'Sales', reply: '', icon: 'tag-fill', place: 1 },
    { id: 'en_topic_other', name: 'Other', short: '', reply: '', icon: 'tag-fill', place: 2 },
    { id: 'en_privacy', ...LEGAL },
    { id: 'fa_chat', greeting: 'سلام' },
    { id: 'fa_topic_sales', name: 'فروش' },
    { id: 'fa_privacy', heading: 'حریم خصوصی' },
  ],
});

test('the catalogue is read in it, and what has no translation keeps its language', () => {
  const translated = catalogue.in(PERSIAN);
  const [section] = translated.sections;
  expect([section?.title, section?.tagline]).toEqual(['بادبان‌ها', 'For every wind']);
  expect(langOf(section ?? {}, 'title')).toBeUndefined();
  expect(langOf(section ?? {}, 'tagline')).toBe('en');
  expect(langOf(section?.areas[0] ?? {}, 'title')).toBe('en');
  const [card] = toCards(translated.services, new Map());
  expect(card).toMatchObject({ title: 'بادبان', summary: 'A jib' });
  expect(langOf(card ?? {}, 'title')).toBeUndefined();
  expect(langOf(card ?? {}, 'summary')).toBe('en');
  expect(translated.searchIndex[0]).toMatchObject({
    category: 'بادبان‌ها',
    fallbacks: { description: 'en' },
  });
  expect(catalogue.sections[0]?.fallbacks).toBeUndefined();
});

test('what has no translation is in the main language if that is not the source', () => {
  const spanishShop = new Catalogue({
    ...catalogue.content,
    services: catalogue.content.services.map((service) => ({
      ...service,
      translations: {
        ...service.translations,
        es: { texts: { summary: 'Un foque' }, of: { summary: nameText(service.summary) } },
      },
    })),
  });
  const [service] = spanishShop.in(PERSIAN, ['es', PERSIAN]).services;
  expect(service).toMatchObject({ title: 'بادبان', summary: 'Un foque' });
  expect(langOf(service ?? {}, 'summary')).toBe('es');
  expect(spanishShop.in('es', ['es', PERSIAN]).services[0]?.fallbacks).not.toHaveProperty(
    'summary',
  );
});

test('the shop’s texts and topics are, too', () => {
  expect(parseContentBlockId('fa_topic_sales')).toMatchObject({ language: 'fa', name: 'sales' });
  expect(contentBlockId({ language: PERSIAN, kind: 'home', name: '' })).toBe('fa_home');
  const words = chatWordsOf(catalogue.words, PERSIAN);
  expect(words.topics.map(({ name }) => name)).toEqual(['فروش', 'Other']);
  const said = ['سلام', 'Your address?', 'فروش', 'Other'];
  expect(said.map((text) => langOfChatText(words, text))).toEqual([
    undefined,
    'en',
    undefined,
    'en',
  ]);
});

test('a legal page fills each text in the language of that text', () => {
  const read = (language: Language) =>
    speaking(speechIn(language), () =>
      legalDocument(
        catalogue.words.legal(language, 'privacy'),
        readSettings({}),
        catalogue.services,
      ),
    );
  const document = read(PERSIAN);
  expect(document.title).toBe('حریم خصوصی');
  expect(langOf(document, 'heading')).toBeUndefined();
  expect(langOf(document, 'body')).toBe('en');
  expect(read('es').sections[0]?.html).toContain('<dt>Phone</dt>');
});

test('a shop that offers nothing else counts a text without any translation as written in it', () => {
  const { words } = catalogue.in(PERSIAN, [PERSIAN]);
  expect(words.topics(PERSIAN).map((topic) => langOf(topic, 'name'))).toEqual([
    undefined,
    undefined,
  ]);
});
