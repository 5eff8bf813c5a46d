import { languageNow, t, speechIn } from '../../i18n/translate.ts';
import { speaking } from '../../platform/speech.server.ts';
import { telephoneHref } from '../../platform/telephone.ts';
import type { ImprintWords, LegalWords } from '../../catalogue/protocol/content.ts';
import { langOf, marksOf, type Translated } from '../../platform/lang-of.ts';
import { escapeHtml, renderMarkdown } from '../../catalogue/server/content/markdown.server.ts';
import { nameOfTitle } from '../name-of-title.ts';
import type { Service } from '../service.ts';
import { CONTACT_HOLDER, type LEGAL_HOLDERS } from '../../catalogue/protocol/content-blocks.ts';

/** The settings fill the placeholders of legal pages. */
export interface LegalFacts {
  readonly brandName: string;
  readonly supportEmail: string;
  readonly supportPhone: string;
  readonly postalAddress: string;
  readonly supportHours: string;
  readonly supportTimezone: string;
  readonly governingState: string;
  /** The terms name this currency only while no service is visible. */
  readonly currency: string;
  /** The data is deleted automatically after this many days. Undefined means deletion on request only. */
  readonly chatsExpireAfterDays?: number | undefined;
  readonly reviewEmailsExpireAfterDays?: number | undefined;
}

interface LegalSection {
  /** The id is the anchor of the section: /refunds#chargebacks. */
  readonly id: string;
  readonly title: string;
  readonly html: string;
}

/** The names in `fallbacks` are those of the legal texts: 'heading', 'introduction', 'effectiveDate', 'body'. */
export interface LegalDocument extends Translated {
  readonly title: string;
  readonly description: string;
  /** The date is written out, such as 'January 1, 2025'. An imprint has ''. */
  readonly effectiveDate: string;
  readonly introduction: string;
  /** This HTML comes before the first heading. */
  readonly opening: string;
  readonly sections: readonly LegalSection[];
}

type Facts = Readonly<Record<(typeof LEGAL_HOLDERS)[number], string>>;

type Priced = readonly Pick<Service, 'price'>[];

/**
 * The operator's text must state what the product really stores. The settings and the prices of the visible services fill
 * its placeholders.
 */
export function legalDocument(
  words: LegalWords,
  settings: LegalFacts,
  services: Priced,
): LegalDocument {
  // Dates, names and sentences that fill a text are in the language of that text.
  const inLanguageOf = <T>(text: keyof LegalWords, read: () => T): T => {
    const language = langOf(words, text);
    return language === undefined ? read() : speaking(speechIn(language), read);
  };
  const fill = (text: 'heading' | 'summary' | 'introduction') =>
    fillIn(
      words[text],
      inLanguageOf(text, () => factsOf(settings, services)),
    );
  const facts = inLanguageOf('body', () => factsOf(settings, services));
  const html = renderMarkdown(words.body, 2)
    .replaceAll(`<p>{${CONTACT_HOLDER}}</p>`, () =>
      inLanguageOf('body', () => contactList(settings)),
    )
    .replaceAll(/\{(\w+)\}/g, (held, name: string) =>
      Object.hasOwn(facts, name) ? escapeHtml(facts[name as keyof Facts]) : held,
    );
  const [opening = '', ...parts] = html.split(/(?=<h2>)/);
  const hasOpening = !opening.startsWith('<h2>');
  return {
    title: fill('heading'),
    description: fill('summary'),
    effectiveDate: words.effectiveDate,
    introduction: fill('introduction'),
    opening: hasOpening ? opening : '',
    sections: withIds(hasOpening ? parts : [opening, ...parts]),
    ...marksOf(words, 'heading', 'introduction', 'effectiveDate', 'body'),
  };
}

/** An imprint has neither a date nor an introduction. */
export function imprintDocument(
  words: ImprintWords,
  settings: LegalFacts,
  services: Priced,
): LegalDocument {
  const title = t('Imprint');
  const none = { effectiveDate: '', introduction: '' };
  return legalDocument({ ...words, ...none, heading: title, summary: title }, settings, services);
}

function fillIn(text: string, facts: Facts): string {
  return text.replaceAll(/\{(\w+)\}/g, (held, name: string) =>
    Object.hasOwn(facts, name) ? facts[name as keyof Facts] : held,
  );
}

function factsOf(settings: LegalFacts, services: Priced): Facts {
  return {
    brandName: settings.brandName,
    supportEmail: settings.supportEmail,
    supportPhone: settings.supportPhone,
    postalAddress: settings.postalAddress,
    supportHours: settings.supportHours,
    supportTimezone: settings.supportTimezone,
    governingState: settings.governingState,
    currency: nameCurrencies(settings, services),
    chatRetention: describeChatExpiry(settings.chatsExpireAfterDays),
    reviewEmailRetention: describeReviewEmailExpiry(settings.reviewEmailsExpireAfterDays),
  };
}

/** A heading may name its anchor as `{#name}`. Otherwise the anchor is derived from the heading's text. */
function withIds(parts: readonly string[]): LegalSection[] {
  const taken = new Set<string>();
  return parts.map((part, index) => {
    const [, heading = '', html = ''] = /^<h2>(.*?)<\/h2>(.*)$/s.exec(part) ?? [];
    const mark = /\{#([a-z][a-z0-9-]*)\}$/.exec(heading);
    const named = mark?.[1];
    const title = toPlainText(heading.slice(0, mark?.index).trimEnd());
    const wanted = named ?? nameOfTitle(title, 60);
    const id = wanted === '' || taken.has(wanted) ? `part-${index + 1}` : wanted;
    taken.add(id);
    return { id, title, html };
  });
}

function toPlainText(html: string): string {
  return html
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** An example is 'US dollars and euros'. */
function nameCurrencies({ currency }: LegalFacts, services: Priced): string {
  const shown = new Set(services.map(({ price }) => price.currency));
  const all = shown.size === 0 ? [currency] : [...shown];
  return new Intl.ListFormat(languageNow()).format(all.map(nameCurrency));
}

/** Examples are 'US dollars' and 'euros'. */
function nameCurrency(currency: string): string {
  const parts = new Intl.NumberFormat(languageNow(), {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
  }).formatToParts(2);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

function describeChatExpiry(days: number | undefined): string {
  if (days === undefined) return t('Chat conversations are kept until you ask us to delete them.');
  return t(
    'Chat conversations are deleted {count, plural, one {# day} other {# days}} after they end.',
    { count: days },
  );
}

function describeReviewEmailExpiry(days: number | undefined): string {
  if (days === undefined)
    return t('The email address you entered with a review is kept until you ask us to delete it.');
  return t(
    'The email address you entered with a review is deleted {count, plural, one {# day} other {# days}} after you wrote the review.',
    { count: days },
  );
}

function contactList(facts: LegalFacts): string {
  const link = (href: string, text: string) =>
    `<a class="link" href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
  const lines = [
    [t('Phone'), link(telephoneHref(facts.supportPhone), facts.supportPhone)],
    [t('Email'), link(`mailto:${facts.supportEmail}`, facts.supportEmail)],
    [t('Postal address'), escapeHtml(`${facts.brandName}, ${facts.postalAddress}`)],
  ];
  const rows = lines.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return `<dl>${rows.join('')}</dl>`;
}
