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
import type { DecimalSign } from '../../../platform/read-amount.ts';
import { readAmount, writeAmount } from '../../protocol/read-amount.ts';
import { readOrdering, writeOrderingTexts } from './ordering-texts.ts';
import { TextReader, type Faults, type Texts } from '../../protocol/read-texts.ts';

export type ServiceDraft = Omit<ServiceEntry, 'id' | 'art' | 'place'>;

const ADDRESS_FAULT = msg(
  'An address can contain letters from a to z, digits, “-”, “&” and parentheses. Enter a different one.',
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

/** Files have a point before decimals, whoever reads them; forms have the sign of the reader's formats. */
export function writeServiceTexts(catalogueEntry: ServiceDraft, sign: DecimalSign = '.'): Texts {
  const { currency } = catalogueEntry;
  const texts: Record<string, string> = {
    title: catalogueEntry.title,
    slug: catalogueEntry.slug,
    group: `${catalogueEntry.section}/${catalogueEntry.area}`,
    summary: catalogueEntry.summary,
    description: catalogueEntry.description,
    price: writeAmount(catalogueEntry.amount, currency, sign),
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
    ...writeOrderingTexts(catalogueEntry, currency, sign),
    ...writeMediaTexts(catalogueEntry.photos, catalogueEntry.videos),
  };
  for (const { name, amount, deliveryDays, revisions, contents } of catalogueEntry.packages) {
    texts[`${name}.price`] = writeAmount(amount, currency, sign);
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

export function readServiceTexts(
  texts: Texts,
  sign: DecimalSign = '.',
): { fields: ServiceDraft; faults: Faults } {
  const read = new TextReader(texts);
  const title = read.line('title', LIMITS.title, t('Enter a title for the service.'));
  const [section = '', area = ''] = read.text('group').trim().split('/');
  if (section === '' || area === '') read.fault('group', t('Choose a group.'));
  const typed = read.text('slug').trim();
  const slug = typed === '' ? slugOfTitle(title) : readSlug(typed);
  if (slug === '' && title !== '') read.fault('slug', t(ADDRESS_FAULT));
  else if (typed !== '' && slugOf(typed) !== slug) read.fault('slug', t(ADDRESS_FAULT));
  const currency = read.text('currency').trim().toUpperCase();
  if (!isCurrency(currency)) {
    read.fault('currency', t('Enter a three-letter currency code, such as USD.'));
  }
  const known = isCurrency(currency) ? currency : 'USD';
  const fields = {
    section,
    area,
    slug,
    title,
    summary: read.line('summary', LIMITS.summary, t('Enter a one-line summary of the service.')),
    description: read.lines('description', LIMITS.description, t('Describe the service.')),
    amount: amountAt(read, 'price', known, sign),
    currency: known,
    unit: read.oneOf('unit', PRICE_UNITS, t('Choose a price unit.')),
    note: read.line('note', LIMITS.note),
    cents: read.flag('cents'),
    deliveryDays: read.number('deliveryDays', 1, LIMITS.deliveryDays),
    revisions: read.number('revisions', 0, LIMITS.revisions),
    needs: read.lines('needs', LIMITS.needs),
    delivers: read.lines('delivers', LIMITS.delivers),
    packages: readPackages(read, known, sign),
    ...readOrdering(read, known, sign),
    questions: readQuestions(read),
    photos: readPhotos(read),
    videos: readVideos(read),
    popular: read.number('popular', 1, LIMITS.popular),
    isHidden: read.flag('isHidden'),
  };
  return { fields, faults: read.faults };
}

function amountAt(read: TextReader, name: string, currency: string, sign: DecimalSign): number {
  const amount = readAmount(read.text(name), currency, sign);
  if (typeof amount === 'number') return amount;
  read.fault(name, amount.fault);
  return 1;
}

/** A package without any value does not exist. */
function readPackages(read: TextReader, currency: string, sign: DecimalSign): ServicePackage[] {
  return PACKAGE_NAMES.flatMap((name) => {
    const parts = ['price', 'deliveryDays', 'revisions', 'contents'];
    if (parts.every((part) => read.text(`${name}.${part}`).trim() === '')) return [];
    return [
      {
        name,
        amount: amountAt(read, `${name}.price`, currency, sign),
        deliveryDays: read.number(`${name}.deliveryDays`, 1, LIMITS.deliveryDays),
        revisions: read.number(`${name}.revisions`, 0, LIMITS.revisions),
        contents: read.lines(
          `${name}.contents`,
          LIMITS.packageContents,
          t('Describe what the package includes.'),
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
        question: read.line(question, LIMITS.question, t('Enter the question for this answer.')),
        answer: read.lines(answer, LIMITS.answer, t('Enter an answer to the question.')),
      },
    ];
  });
}
