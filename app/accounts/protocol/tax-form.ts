import { t } from '../../i18n/translate.ts';
import { toLatinDigits } from '../../platform/latin-digits.ts';
import {
  MAX_RATES,
  RATE_NAME_MAX_LENGTH,
  isCountry,
  readCountries,
  readTaxRates,
  writePercentage,
} from '../../platform/tax-settings.ts';

// Rates and countries as plain form fields, of which unused ones are empty.

export interface RateText {
  readonly country: string;
  readonly percentage: string;
  readonly name: string;
  readonly from: string;
}

export const RATE_PARTS = ['country', 'percentage', 'name', 'from'] as const;

export const TAX_FIELD = {
  rate: (part: keyof RateText) => `TAX_RATES.${part}`,
  country: 'REVERSE_CHARGE_COUNTRIES.country',
  others: 'REVERSE_CHARGE_COUNTRIES.others',
} as const;

/** The European Union and Northern Ireland, whose businesses usually have a reverse charge. */
export const USUAL_COUNTRIES =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' ');

const SPARE_ROWS = 2;
const NOTHING: RateText = { country: '', percentage: '', name: '', from: '' };
const PERCENTAGE = /^\d{1,3}(?:\.\d{1,3})?$/;

/** Converts the setting to rows, with some rows to spare. */
export function toRateTexts(text: string): readonly RateText[] {
  return withSpare(
    (readTaxRates(text) ?? []).map(({ country, rate, name, from }) => {
      return { country, percentage: writePercentage(rate), name, from };
    }),
  );
}

/** Returns undefined if the form has no such fields. */
export function readRatesForm(form: FormData): readonly RateText[] | undefined {
  if (!form.has(TAX_FIELD.rate('country'))) return undefined;
  const columns = RATE_PARTS.map((part) =>
    form
      .getAll(TAX_FIELD.rate(part))
      .map((value) => (typeof value === 'string' ? value.trim().slice(0, 200) : '')),
  );
  const length = Math.min(Math.max(...columns.map((column) => column.length)), 2 * MAX_RATES);
  const rows = Array.from({ length }, (_, at): RateText => {
    const [country = '', percentage = '', name = '', from = ''] = columns.map(
      (column) => column[at] ?? '',
    );
    return { country, percentage, name, from };
  });
  return withSpare(rows.filter((row) => RATE_PARTS.some((part) => row[part] !== '')));
}

export interface RateFault {
  /** The index of the row. */
  readonly row: number;
  readonly part: keyof RateText;
  readonly text: string;
}

export type RatesReading = { readonly text: string } | { readonly fault: RateFault };

/** Validates the rows and converts them to the setting. */
export function readRates(rows: readonly RateText[]): RatesReading {
  const texts: string[] = [];
  for (const [row, typed] of rows.entries()) {
    if (RATE_PARTS.every((part) => typed[part] === '')) continue;
    const country = typed.country.toUpperCase();
    const percentage = toLatinDigits(typed.percentage)
      .replace(/[%٪]$/u, '')
      .trim()
      .replace(/[,٫]/, '.');
    const fault = (part: keyof RateText, text: string) => ({ fault: { row, part, text } });
    if (!isCountry(country)) {
      return fault('country', t('Enter the two-letter code of a country, such as DE.'));
    }
    if (!PERCENTAGE.test(percentage)) {
      return fault('percentage', t('Enter a percentage, such as 19 or 8.25.'));
    }
    const text = [`${country} ${percentage}% ${typed.name}`, typed.from && `from ${typed.from}`]
      .filter(Boolean)
      .join(' ');
    const [rate, ...more] = readTaxRates(text) ?? [];
    // A semicolon would begin another rate, and a name could look as if a first day followed it.
    const isName = rate?.name === typed.name && more.length === 0;
    if (
      typed.name === '' ||
      (!isName && readTaxRates(`${country} 1% ${typed.name}`)?.[0]?.name !== typed.name)
    ) {
      return fault(
        'name',
        t('Enter a name such as VAT, of at most {count} characters and without a semicolon.', {
          count: RATE_NAME_MAX_LENGTH,
        }),
      );
    }
    if (!isName || rate.from !== typed.from) return fault('from', t('Choose a day.'));
    if (readTaxRates([...texts, text].join('; ')) === undefined) {
      return fault(
        'name',
        texts.length < MAX_RATES
          ? t('This rate is listed twice.')
          : t('There can be at most {count} rates.', { count: MAX_RATES }),
      );
    }
    texts.push(text);
  }
  return { text: texts.join('; ') };
}

/** Returns the setting as text, or undefined if the form has no such fields. Unknown codes stay, to be refused. */
export function readCountriesForm(form: FormData): string | undefined {
  const others = form.get(TAX_FIELD.others);
  if (typeof others !== 'string') return undefined;
  const chosen = form.getAll(TAX_FIELD.country).filter((code) => typeof code === 'string');
  const text = [...chosen.slice(0, USUAL_COUNTRIES.length), others.trim()]
    .filter((each) => each !== '')
    .join(', ');
  return readCountries(text)?.join(', ') ?? text;
}

/** Splits the setting into the usual countries and the others. */
export function toCountryTexts(text: string): {
  readonly usual: readonly string[];
  readonly others: string;
} {
  const codes = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== '');
  return {
    usual: codes.filter((code) => USUAL_COUNTRIES.includes(code)),
    others: codes.filter((code) => !USUAL_COUNTRIES.includes(code)).join(', '),
  };
}

function withSpare(rows: readonly RateText[]): readonly RateText[] {
  return [...rows, ...Array.from({ length: SPARE_ROWS }, () => NOTHING)];
}
