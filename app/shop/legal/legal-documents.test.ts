import { describe, expect, test } from 'vitest';
import { type LegalFacts, legalDocument } from './legal-documents.server.ts';
import { CATALOGUE } from '../../../tests/support/catalogue.ts';
import type { LegalKind } from '../../catalogue/protocol/content.ts';
import { speechIn } from '../../i18n/translate.ts';
import { LANGUAGES, type Language } from '../../platform/languages.ts';
import { speaking } from '../../platform/speech.server.ts';
import type { Service } from '../service.ts';

const first = (kind: LegalKind) => (facts: LegalFacts) =>
  legalDocument(CATALOGUE.words.legal('en', kind), facts, []);
const refundPolicy = first('refunds');
const privacyPolicy = first('privacy');
const termsOfService = first('terms');

const FACTS: LegalFacts = {
  brandName: 'Quayside',
  supportEmail: 'help@quay.example',
  supportPhone: '+44 20 7946 0000',
  postalAddress: '2 Pier Road',
  supportHours: '9am-5pm GMT',
  supportTimezone: 'Europe/London',
  governingState: 'Germany',
  currency: 'USD',
};

describe.each([
  ['the refund policy', refundPolicy],
  ['the privacy policy', privacyPolicy],
  ['the terms', termsOfService],
])('%s', (_, write) => {
  const document = write(FACTS);
  const text = JSON.stringify(document);

  test('names the operator and how to reach them', () => {
    for (const fact of ['Quayside', 'help@quay.example', '+44 20 7946 0000', '2 Pier Road']) {
      expect(text).toContain(fact);
    }
    expect(text).not.toMatch(/Embarka|undefined|\{\{|\{\w/);
  });

  test('has sections that can be linked to, each with something in it', () => {
    const ids = document.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z-]+$/);
    for (const { html } of document.sections) expect(html).toMatch(/<(p|ul|dl)>/);
  });
});

test.each([
  [
    'the refund policy',
    refundPolicy,
    [
      'January 1, 2025',
      'discretionary',
      'deadline',
      'description',
      '7 days',
      'double payment',
      'changed your mind',
      'unclear',
      'Completed',
      'used or downloaded',
      'you caused',
      'order dashboard',
      'Request Refund',
      '3-5 business days',
      'original payment method',
      'wallet balance',
      'suspension',
      'ban',
      '9am-5pm GMT',
    ],
  ],
  [
    'the privacy policy',
    privacyPolicy,
    [
      'name',
      'email',
      'phone',
      'shipping address',
      'payment information',
      'browser',
      'IP address',
      'pages you visit',
      'referrer',
      'Cookies',
      'billing details',
      'Access',
      'Correction',
      'Deletion',
      'Opt-out',
    ],
  ],
  [
    'the terms',
    termsOfService,
    [
      '18 or older',
      'Account registration',
      'Availability',
      'proceed',
      'cancel',
      'Payment',
      'not guaranteed',
      'No returns or exchanges',
      'Intellectual property',
      'liability',
      'Indemnification',
      'governed by the law of Germany, without',
      'Changes',
    ],
  ],
] as const)('%s says everything it has to', (_, write, points) => {
  const text = JSON.stringify(write(FACTS)).toLowerCase();
  for (const point of points) expect(text).toContain(point.toLowerCase());
});

test('the privacy policy says for how long, as it is set', () => {
  const unset = JSON.stringify(privacyPolicy(FACTS));
  expect(unset).toContain('are kept until you ask us to delete them');
  const set = JSON.stringify(
    privacyPolicy({ ...FACTS, chatsExpireAfterDays: 90, reviewEmailsExpireAfterDays: 1 }),
  );
  expect(set).toContain('Chat conversations are deleted 90 days after they end.');
  expect(set).toContain('is deleted 1 day after you wrote the review.');
});

test.each(LANGUAGES)(
  'the privacy policy names the lifetime of every cookie, and the invoices that an erasure leaves: %s',
  (language) => {
    const { sections } = legalDocument(CATALOGUE.words.legal(language, 'privacy'), FACTS, []);
    const read = (id: string) => sections.find((section) => section.id === id)?.html ?? '';
    // Minutes of OpenID Connect; days of sessions, visitor, widget and device, order form, and client account.
    const lifetimes = ['10', '14', '180', '180', '180', '7', '90'];
    expect(read('cookies').match(/\d+/g)?.toSorted()).toEqual(lifetimes);
    const invoices = { en: 'Invoices', es: 'facturas', de: 'Rechnungen', ar: 'الفواتير' }[language];
    expect(read('how-long-we-keep-it')).toContain(invoices);
    expect(read('your-rights').toLowerCase()).toContain(invoices.toLowerCase());
  },
);

describe('what an operator writes', () => {
  const write = (body: string) =>
    legalDocument({ ...CATALOGUE.words.legal('en', 'terms'), body }, FACTS, []);

  test('is parted by its headings, whose addresses are theirs', () => {
    const { opening, sections } = write(
      'Before.\n\n# First *part* {#first}\n\nOne\n\n## Below\n\n# Second & last\n\nTwo',
    );
    expect(opening).toContain('Before.');
    expect(sections.map(({ id, title }) => [id, title])).toEqual([
      ['first', 'First part'],
      ['second-last', 'Second & last'],
    ]);
    expect(sections[0]?.html).toContain('<h3>Below</h3>');
  });

  test('is never HTML, whether typed or filled in', () => {
    const { sections } = legalDocument(
      {
        ...CATALOGUE.words.legal('en', 'terms'),
        body: '## A\n\n<img src=x onerror=alert(1)> {brandName} [go](javascript:alert(1)) ![p](/x)',
      },
      { ...FACTS, brandName: '<script>1</script>' },
      [],
    );
    const html = sections[0]?.html ?? '';
    expect(html).not.toMatch(/<(img|script)|javascript:/);
    expect(html).toContain('&lt;img');
    expect(html).toContain('&lt;script&gt;');
  });
});

test('the terms name the currencies of the visible services, in the language of the page', () => {
  const service = CATALOGUE.services[0]!;
  const inEuros = { ...service, price: { ...service.price, currency: 'EUR' } };
  const terms = (language: Language, services: readonly Service[], currency = 'USD') =>
    speaking(speechIn(language), () =>
      JSON.stringify(
        legalDocument(CATALOGUE.words.legal(language, 'terms'), { ...FACTS, currency }, services),
      ),
    );
  expect(terms('en', [service, service])).toContain(
    'Prices on this site are in US dollars and may',
  );
  expect(terms('en', [service, inEuros])).toContain('are in US dollars and euros and may');
  expect(terms('es', [inEuros])).toContain('están en euros y');
  expect(terms('de', [inEuros, service])).toContain('in Euro und US-Dollar angegeben');
  expect(terms('en', [], 'EUR')).toContain('are in euros and');
});
