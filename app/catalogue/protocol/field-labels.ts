import { getPackageLabel } from '../../shop/package-label.ts';
import { languageNow, t, msg, type Sentence, msgIn } from '../../i18n/translate.ts';
import type { ServiceEntry } from '../../shop/catalogue.ts';
import { CONTENT_BLOCK_LABELS } from './content-blocks.ts';
import { describeUnit, formatAmount, type PriceUnit } from '../../shop/price.ts';
import type { ServicePhoto, ServiceVideo } from './photo.ts';
import { formatDeliveryDays, formatRevisions } from '../../shop/format-terms.ts';
import type { IntakeForm, IntakeQuestion } from '../../orders/intake/intake-form.ts';
import type { QuantityRule } from '../../orders/pricing/quantity.ts';
import { formatOptionDays, formatOptionPrice } from '../../shop/format-option.ts';
import type { ServiceOption, ServicePackage, ServiceQuestion } from '../../shop/service.ts';
import type { EntryFields } from './entry.ts';
import { parsePhoto } from './media-texts.ts';
import { SOURCE_LANGUAGE } from '../../platform/languages.ts';

const FIELD_LABELS: Readonly<Record<string, Sentence>> = {
  id: msg('URL name'),
  title: msg('Title'),
  tagline: msg('Tagline'),
  look: msg('Appearance'),
  section: msg('Section'),
  area: msg('Group'),
  slug: msg('Address'),
  summary: msg('Summary'),
  description: msg('Description'),
  amount: msg('Price'),
  currency: msg('Currency'),
  unit: msg('Price unit'),
  note: msg('Price note'),
  cents: msg('Always show cents'),
  deliveryDays: msg('Delivery in days'),
  revisions: msg('Revisions included'),
  needs: msg('What we need from the buyer'),
  delivers: msg('What is delivered'),
  packages: msg('Packages'),
  options: msg('Additional options'),
  intake: msg('Questions to the buyer'),
  quantity: msg('Quantity'),
  isOrderable: msg('Can be ordered directly'),
  taxRate: msg('Tax rate'),
  questions: msg('Questions and answers'),
  photos: msg('Photos'),
  videos: msg('Sample videos'),
  popular: msg('Position among popular services'),
  place: msg('Position'),
  isHidden: msg('Visibility'),
  translations: msg('Translations'),
};

/** For names that exist in both, `FIELD_LABELS` wins. The spread comes twice to keep its labels first. */
const ALL_LABELS: Readonly<Record<string, Sentence>> = {
  ...FIELD_LABELS,
  ...CONTENT_BLOCK_LABELS,
  ...FIELD_LABELS,
};

export const LABELLED = Object.keys(ALL_LABELS);

/** Maps a field of an entry to the form field that shows its errors. */
export const FORM_FIELDS: Readonly<Record<string, string>> = {
  amount: 'price',
  section: 'group',
  area: 'group',
  packages: 'basic.price',
  options: 'option.0.title',
  intake: 'intake.0.label',
  quantity: 'quantity.minimum',
  questions: 'question.0',
};

/**
 * English says "Order", the word that also means a purchase. Other languages have no single word for both, so they
 * translate "Position".
 */
export function getPositionLabel(): string {
  return languageNow() === SOURCE_LANGUAGE ? t('Order') : t('Position');
}

export function labelOf(field: string): string {
  if (field === 'place') return getPositionLabel();
  const label = ALL_LABELS[field];
  return label ? t(label) : field;
}

/** Examples are 'Title', 'Question 2' and 'Package basic'. */
export function getTextLabel(name: string): string {
  const [what = '', ...parts] = name.split('.');
  const which = parts.join('.');
  switch (what) {
    case 'question':
      return t('Question {number}', { number: Number(which) + 1 });
    case 'answer':
      return t('Answer {number}', { number: Number(which) + 1 });
    case 'package':
      return t('Package {name}', { name: getPackageLabel(which as ServicePackage['name']) });
    case 'option':
      return which.endsWith('.description')
        ? t('Description of the option {name}', { name: which.slice(0, -'.description'.length) })
        : t('Option {name}', { name: which });
    case 'intake':
      return t('Question to the buyer: {name}', { name: which.replaceAll(/[.-]/g, ' ') });
    default:
      return labelOf(what);
  }
}

/** An example is 'Express delivery: + 50%, 3 days faster'. */
export function formatOption(option: ServiceOption, currency: string): string {
  const { title, description, price, days, maximum } = option;
  const terms = [
    formatOptionPrice(price, currency),
    formatOptionDays(days),
    maximum > 1 ? t('up to {maximum}', { maximum }) : '',
  ].filter(Boolean);
  return [`${title}: ${terms.join(', ')}`, description].filter(Boolean).join('\n');
}

export function formatIntakeQuestion(question: IntakeQuestion): string {
  const { label, help, isRequired, choices } = question;
  const title = isRequired ? t('{label} (required)', { label }) : label;
  return [title, help, ...choices.map((choice) => `– ${choice.label}`)].filter(Boolean).join('\n');
}

function formatQuantity({ minimum, step, maximum }: QuantityRule): string {
  return [
    t('from {minimum}', { minimum }),
    maximum === null ? '' : t('up to {maximum}', { maximum }),
    step === 1 ? '' : t('in steps of {step}', { step }),
  ]
    .filter(Boolean)
    .join(', ');
}

/** An example is '$120, Delivered in 5 days, 2 revisions included: two drafts'. */
export function formatPackage(
  { amount, deliveryDays, revisions, contents }: ServicePackage,
  currency: string,
): string {
  const terms = [
    formatAmount({ amount, currency }),
    formatDeliveryDays(deliveryDays),
    formatRevisions(revisions),
  ].filter(Boolean);
  return `${terms.join(', ')}: ${contents}`;
}

/** Formats a field's value for people, '–' for an empty one. `fields` gives the currency of an amount. */
export function formatField(name: string, fields: EntryFields): string {
  const value = fields[name];
  if (value === null || value === undefined || value === '') return '–';
  const { currency = 'USD' } = fields as Partial<ServiceEntry>;
  switch (name) {
    case 'amount':
      return formatAmount({ amount: value as number, currency });
    case 'logo':
    case 'logoDark':
      return formatLogo(value as string);
    case 'isNamed':
    case 'isOrderable':
    case 'cents':
      return value ? t('Yes') : t('No');
    case 'isHidden':
      return value ? t(msgIn('catalogue', 'Hidden')) : t('Shown');
    case 'unit':
      return describeUnit(value as PriceUnit) || t('whole service');
    case 'packages':
      return (
        (value as readonly ServicePackage[])
          .map((each) => `${getPackageLabel(each.name)} ${formatPackage(each, currency)}`)
          .join('\n') || '–'
      );
    case 'options':
      return (
        (value as readonly ServiceOption[])
          .map((each) => formatOption(each, currency))
          .join('\n') || '–'
      );
    case 'intake':
      return (value as IntakeForm).map(formatIntakeQuestion).join('\n') || '–';
    case 'quantity':
      return formatQuantity(value as QuantityRule);
    case 'translations':
      return Object.keys(value).join(', ') || '–';
    case 'questions':
      return (
        (value as readonly ServiceQuestion[])
          .map(({ question, answer }) => `${question} ${answer}`)
          .join('\n') || '–'
      );
    case 'photos':
      return formatMedia(
        (value as readonly ServicePhoto[]).map(({ alt, width, height }) => ({
          words: alt || t('no alternative text'),
          size: `${width} × ${height}`,
        })),
      );
    case 'videos':
      return formatMedia(
        (value as readonly ServiceVideo[]).map(({ title, format }) => ({
          words: title || t('no description'),
          size: format.toUpperCase(),
        })),
      );
    default:
      return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '–';
  }
}

function formatLogo(text: string): string {
  const picture = parsePhoto(text);
  return picture ? t('Picture, {size}', { size: `${picture.width} × ${picture.height}` }) : '–';
}

/** The items are numbered, so that a changed order is visible: '1. A sail (1600 × 1200)'. */
function formatMedia(all: readonly { readonly words: string; readonly size: string }[]): string {
  return all.map(({ words, size }, index) => `${index + 1}. ${words} (${size})`).join(', ') || '–';
}
