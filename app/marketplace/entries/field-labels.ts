import type { ServiceEntry } from '../catalogue.ts';
import { formatAmount, UNIT_TEXT, type PriceUnit } from '../price.ts';
import type { ServicePackage, ServiceQuestion } from '../service.ts';
import type { EntryFields } from './entry.ts';

/** What the fields of entries are called. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  id: 'Name in addresses',
  title: 'Title',
  tagline: 'Tagline',
  look: 'Look',
  section: 'Section',
  area: 'Group',
  slug: 'Address',
  summary: 'Summary',
  description: 'Description',
  amount: 'Price',
  currency: 'Currency',
  unit: 'Price for',
  note: 'Price note',
  cents: 'Always with cents',
  deliveryDays: 'Delivery in days',
  revisions: 'Revisions included',
  needs: 'What we need from the buyer',
  delivers: 'What is delivered',
  packages: 'Packages',
  questions: 'Questions and answers',
  popular: 'Place among the popular',
  place: 'Order',
  isHidden: 'Hidden or shown',
};

/** The field of the form at which something about a field of an entry is said. */
export const FORM_FIELDS: Readonly<Record<string, string>> = {
  amount: 'price',
  section: 'group',
  area: 'group',
  packages: 'basic.price',
  questions: 'question.0',
};

export function labelOf(field: string): string {
  return FIELD_LABELS[field] ?? field;
}

/** A field's value as a person reads it; '–' for nothing. `fields` says what currency an amount is in. */
export function sayField(name: string, fields: EntryFields): string {
  const value = fields[name];
  if (value === null || value === undefined || value === '') return '–';
  const { currency = 'USD' } = fields as Partial<ServiceEntry>;
  switch (name) {
    case 'amount':
      return formatAmount({ amount: value as number, currency });
    case 'isHidden':
      return value ? 'Hidden' : 'Shown';
    case 'cents':
      return value ? 'Yes' : 'No';
    case 'unit':
      return UNIT_TEXT[value as PriceUnit] || 'the whole';
    case 'packages':
      return (
        (value as readonly ServicePackage[])
          .map((each) => `${each.name} ${formatAmount({ amount: each.amount, currency })}`)
          .join(', ') || '–'
      );
    case 'questions':
      return (value as readonly ServiceQuestion[]).map(({ question }) => question).join(' ') || '–';
    default:
      return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '–';
  }
}
