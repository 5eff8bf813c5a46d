import { getPackageLabel } from '../../shop/package-label.ts';
import { t, msg, type Sentence, msgIn } from '../../i18n/translate.ts';
import type { ServiceEntry } from '../../shop/catalogue.ts';
import { CONTENT_BLOCK_LABELS } from './content-blocks.ts';
import { describeUnit, formatAmount, type PriceUnit } from '../../shop/price.ts';
import type { ServicePhoto, ServiceVideo } from './photo.ts';
import { formatDeliveryDays, formatRevisions } from '../../shop/format-terms.ts';
import type { IntakeForm, IntakeQuestion } from '../../orders/intake/intake-form.ts';
import type { QuantityRule } from '../../orders/pricing/quantity.ts';
import { formatOptionDays, formatOptionPrice } from '../../shop/format-option.ts';
import type { ServiceChecklistItem, StaffMember } from '../../shop/checklist.ts';
import { formatRequestCount, type IncludedRequests } from '../../shop/included-requests.ts';
import type { ServiceOption, ServicePackage, ServiceQuestion } from '../../shop/service.ts';
import type { EntryFields } from './entry.ts';
import { parsePhoto } from './media-texts.ts';

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
  allowsOnce: msgIn('catalogue', 'Order once'),
  allowsSubscription: msgIn('catalogue', 'Subscribe'),
  requests: msg('Included requests'),
  taxRate: msg('Tax rate'),
  deposit: msg('Deposit in percent'),
  checklist: msg('Checklist'),
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
  requests: 'requests.perPeriod',
  checklist: 'checklist.0.title',
  questions: 'question.0',
};

/** English says "Order", the word that also means a purchase. With the context, other languages say "Position". */
export const POSITION_LABEL = msgIn('catalogue', 'Order');

export function labelOf(field: string): string {
  if (field === 'place') return t(POSITION_LABEL);
  const label = ALL_LABELS[field];
  return label ? t(label) : field;
}

/** The numbers of options, steps, intake questions and their choices, by the names of their texts. */
export type ItemNumbers = ReadonlyMap<string, number>;

const NUMBERED: ReadonlySet<string> = new Set(['option', 'intake', 'checklist']);

/** Numbers the items in the order in which their texts are named, as the editor does. Ids mean nothing to people. */
export function numberItems(names: Iterable<string>): ItemNumbers {
  const numbers = new Map<string, number>();
  const counts = new Map<string, number>();
  const add = (list: string, item: string) => {
    if (numbers.has(item)) return;
    counts.set(list, (counts.get(list) ?? 0) + 1);
    numbers.set(item, counts.get(list) ?? 1);
  };
  for (const name of names) {
    const [what, id, part] = name.split('.');
    if (what === undefined || !NUMBERED.has(what) || id === undefined) continue;
    add(what, `${what}.${id}`);
    if (what === 'intake' && part !== undefined && part !== 'help') add(`intake.${id}`, name);
  }
  return numbers;
}

/** Names the items of {@link numberItems} in the order of the editor. */
export function namesOfItems({ options, intake, checklist }: EntryFields): string[] {
  return [
    ...((options ?? []) as readonly ServiceOption[]).map(({ id }) => `option.${id}`),
    ...((intake ?? []) as IntakeForm).flatMap(({ id, choices }) => [
      `intake.${id}`,
      ...choices.map((choice) => `intake.${id}.${choice.id}`),
    ]),
    ...((checklist ?? []) as readonly ServiceChecklistItem[]).map(({ id }) => `checklist.${id}`),
  ];
}

/** Examples are 'Title', 'Question 2' and 'Package basic'. */
export function getTextLabel(name: string, numbers: ItemNumbers = new Map()): string {
  const [what = '', ...parts] = name.split('.');
  const which = parts.join('.');
  const number = numbers.get(`${what}.${parts[0]}`) ?? 1;
  switch (what) {
    case 'question':
      return t('Question {number}', { number: Number(which) + 1 });
    case 'answer':
      return t('Answer {number}', { number: Number(which) + 1 });
    case 'package':
      return t('Package {name}', { name: getPackageLabel(which as ServicePackage['name']) });
    case 'option':
      return parts[1] === 'description'
        ? t('Description of option {number}', { number })
        : t('Option {number}', { number });
    case 'checklist':
      return t('Step {number} of the checklist', { number });
    case 'intake':
      if (parts[1] === undefined) return t('Question {number} to the buyer', { number });
      return parts[1] === 'help'
        ? t('Help text of question {number}', { number })
        : t('Choice {choice} of question {number}', { choice: numbers.get(name) ?? 1, number });
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

function formatDays(days: number | null): string {
  if (days === null) return '';
  if (days === 0) return t('on the first day');
  return t(
    '{days, plural, one {# day after the start of work} other {# days after the start of work}}',
    { days },
  );
}

/** An example is 'Draft (2 days after the start of work, shown to the buyer)'. A member that `staff` lacks is named by the id. */
export function formatChecklistItem(
  { title, days, isShown, assigneeId }: ServiceChecklistItem,
  staff: readonly StaffMember[] = [],
): string {
  const member = staff.find(({ id }) => id === assigneeId)?.name ?? assigneeId;
  const terms = [
    formatDays(days),
    isShown ? t('shown to the buyer') : '',
    member === undefined ? '' : t('assigned to {member}', { member }),
  ].filter(Boolean);
  return terms.length > 0 ? t('{title} ({terms})', { title, terms: terms.join(', ') }) : title;
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

/** An example is '5 articles per period, 2 open at once'. */
function formatRequests(requests: IncludedRequests): string {
  const { perPeriod, concurrent } = requests;
  if (perPeriod === 0) return '–';
  return t('{requests} per period, {concurrent} open at once', {
    requests: formatRequestCount(perPeriod, requests),
    concurrent,
  });
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
export function formatField(
  name: string,
  fields: EntryFields,
  staff: readonly StaffMember[] = [],
): string {
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
    case 'allowsOnce':
    case 'allowsSubscription':
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
    case 'checklist':
      return (
        (value as readonly ServiceChecklistItem[])
          .map((item) => formatChecklistItem(item, staff))
          .join('\n') || '–'
      );
    case 'quantity':
      return formatQuantity(value as QuantityRule);
    case 'requests':
      return formatRequests(value as IncludedRequests);
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
