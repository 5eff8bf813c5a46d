import { t, msg } from '../../../i18n/translate.ts';
import { isCurrency } from '../../../platform/currencies.ts';
import type { ServiceEntry } from '../../../shop/catalogue.ts';
import { inAscii } from '../../../shop/name-of-title.ts';
import { PRICE_UNITS } from '../../../shop/price.ts';
import {
  PACKAGE_NAMES,
  slugOf,
  type ServicePackage,
  type ServiceQuestion,
} from '../../../shop/service.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { readPhotos, readVideos, writeMediaTexts } from '../../protocol/media-texts.ts';
import { readAmount, writeAmount } from '../../protocol/read-amount.ts';
import { TextReader, type Faults, type Texts } from '../../protocol/read-texts.ts';

export type ServiceDraft = Omit<ServiceEntry, 'id' | 'art' | 'place'>;

const ADDRESS_FAULT = msg(
  'An address may have letters from a to z, digits, “-”, “&” and brackets. Please write another.',
);

/**
 * Derives the address from a title by the slug rule. Letters of other alphabets are transliterated to a to z.
 * Separators of words or numbers become one hyphen, so that '1946–2016' does not become a single number.
 */
export function slugOfTitle(title: string): string {
  const slug = inAscii(title)
    .replaceAll(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '')
    .replaceAll(/(?<=\d)\.(?=\d)/g, '-')
    .replaceAll(/['".]/g, '')
    .replaceAll(/[^a-z0-9&()]+/g, '-');
  const trimmed = trimHyphens(trimHyphens(slug).slice(0, LIMITS.slug));
  // A title without a letter or digit, such as '★★★', becomes its code points, so that different titles get
  // different addresses.
  return title === '' || /[a-z0-9]/.test(trimmed)
    ? trimmed
    : `service-${Array.from(title)
        .map((letter) => letter.codePointAt(0)?.toString(36))
        .join('')}`.slice(0, 40);
}

/** Normalizes a typed address without `slugOfTitle`, so that addresses made from older titles stay unchanged. */
function readSlug(typed: string): string {
  return trimHyphens(slugOf(typed.normalize('NFKD')).replaceAll(/[^a-z0-9&()-]/g, '')).slice(
    0,
    LIMITS.slug,
  );
}

function trimHyphens(text: string): string {
  return text.replaceAll(/^-+|(?<!-)-+$/g, '');
}

export function writeServiceTexts(catalogueEntry: ServiceDraft): Texts {
  const { currency } = catalogueEntry;
  const texts: Record<string, string> = {
    title: catalogueEntry.title,
    slug: catalogueEntry.slug,
    group: `${catalogueEntry.section}/${catalogueEntry.area}`,
    summary: catalogueEntry.summary,
    description: catalogueEntry.description,
    price: writeAmount(catalogueEntry.amount, currency),
    currency,
    unit: catalogueEntry.unit,
    note: catalogueEntry.note,
    cents: catalogueEntry.cents ? 'yes' : '',
    deliveryDays: catalogueEntry.deliveryDays === null ? '' : String(catalogueEntry.deliveryDays),
    revisions: catalogueEntry.revisions === null ? '' : String(catalogueEntry.revisions),
    needs: catalogueEntry.needs,
    delivers: catalogueEntry.delivers,
    popular: catalogueEntry.popular === null ? '' : String(catalogueEntry.popular),
    isHidden: catalogueEntry.isHidden ? 'yes' : '',
    ...writeMediaTexts(catalogueEntry.photos, catalogueEntry.videos),
  };
  for (const { name, amount, deliveryDays, revisions, contents } of catalogueEntry.packages) {
    texts[`${name}.price`] = writeAmount(amount, currency);
    texts[`${name}.deliveryDays`] = deliveryDays === null ? '' : String(deliveryDays);
    texts[`${name}.revisions`] = revisions === null ? '' : String(revisions);
    texts[`${name}.contents`] = contents;
  }
  for (const [index, { question, answer }] of catalogueEntry.questions.entries()) {
    texts[`question.${index}`] = question;
    texts[`answer.${index}`] = answer;
  }
  return texts;
}

export function readServiceTexts(texts: Texts): { fields: ServiceDraft; faults: Faults } {
  const read = new TextReader(texts);
  const title = read.line('title', LIMITS.title, t('Please give the service a title.'));
  const [section = '', area = ''] = read.text('group').trim().split('/');
  if (section === '' || area === '') read.fault('group', t('Please choose a group.'));
  const typed = read.text('slug').trim();
  const slug = typed === '' ? slugOfTitle(title) : readSlug(typed);
  if (slug === '' && title !== '') read.fault('slug', t(ADDRESS_FAULT));
  else if (typed !== '' && slugOf(typed) !== slug) read.fault('slug', t(ADDRESS_FAULT));
  const currency = read.text('currency').trim().toUpperCase();
  if (!isCurrency(currency)) {
    read.fault('currency', t('Please enter a currency by its three letters, such as USD.'));
  }
  const known = isCurrency(currency) ? currency : 'USD';
  const fields = {
    section,
    area,
    slug,
    title,
    summary: read.line('summary', LIMITS.summary, t('Please say in one line what it is.')),
    description: read.lines('description', LIMITS.description, t('Please describe the service.')),
    amount: amountAt(read, 'price', known),
    currency: known,
    unit: read.oneOf('unit', PRICE_UNITS, t('Please choose what the price is for.')),
    note: read.line('note', LIMITS.note),
    cents: read.flag('cents'),
    deliveryDays: read.number('deliveryDays', 1, LIMITS.deliveryDays),
    revisions: read.number('revisions', 0, LIMITS.revisions),
    needs: read.lines('needs', LIMITS.needs),
    delivers: read.lines('delivers', LIMITS.delivers),
    packages: readPackages(read, known),
    questions: readQuestions(read),
    photos: readPhotos(read),
    videos: readVideos(read),
    popular: read.number('popular', 1, LIMITS.popular),
    isHidden: read.flag('isHidden'),
  };
  return { fields, faults: read.faults };
}

function amountAt(read: TextReader, name: string, currency: string): number {
  const amount = readAmount(read.text(name), currency);
  if (typeof amount === 'number') return amount;
  read.fault(name, amount.fault);
  return 1;
}

/** A package without any value does not exist. */
function readPackages(read: TextReader, currency: string): ServicePackage[] {
  return PACKAGE_NAMES.flatMap((name) => {
    const parts = ['price', 'deliveryDays', 'revisions', 'contents'];
    if (parts.every((part) => read.text(`${name}.${part}`).trim() === '')) return [];
    return [
      {
        name,
        amount: amountAt(read, `${name}.price`, currency),
        deliveryDays: read.number(`${name}.deliveryDays`, 1, LIMITS.deliveryDays),
        revisions: read.number(`${name}.revisions`, 0, LIMITS.revisions),
        contents: read.lines(
          `${name}.contents`,
          LIMITS.packageContents,
          t('Please say what the package holds.'),
        ),
      },
    ];
  });
}

function readQuestions(read: TextReader): ServiceQuestion[] {
  return Array.from({ length: LIMITS.questions }, (_, index) => index).flatMap((index) => {
    const [question, answer] = [`question.${index}`, `answer.${index}`];
    if (read.text(question).trim() === '' && read.text(answer).trim() === '') return [];
    return [
      {
        question: read.line(question, LIMITS.question, t('Please write the question, too.')),
        answer: read.lines(answer, LIMITS.answer, t('Please write an answer, too.')),
      },
    ];
  });
}
