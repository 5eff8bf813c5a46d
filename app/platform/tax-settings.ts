import { isDay } from './day.ts';

/** A rate of one country. Rates with the same name follow each other in time. */
export interface TaxRate {
  /** ISO 3166-1, such as 'DE'. */
  readonly country: string;
  readonly name: string;
  /** In thousandths of a percent. */
  readonly rate: number;
  /** The first day in the shop's time zone. '' means that the rate has no first day. */
  readonly from: string;
}

export interface TaxSettings {
  readonly sellerCountry: string;
  readonly pricesIncludeTax: boolean;
  /** The first name of a country is its default. */
  readonly rates: readonly TaxRate[];
  readonly reverseChargeCountries: readonly string[];
}

/** For receipts and invoices. '' means that the operator has not entered it. */
export interface Seller {
  readonly name: string;
  readonly address: string;
  readonly country: string;
  readonly taxNumber: string;
}

export const MAX_RATES = 60;
export const RATE_NAME_MAX_LENGTH = 30;

/** ISO 3166-1, Kosovo, and Northern Ireland, whose businesses have numbers of their own. */
export const COUNTRIES: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO ' +
  'FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE ' +
  'JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO ' +
  'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW ' +
  'PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM ' +
  'TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XI XK YE YT ZA ZM ZW'
).split(' ');

const KNOWN = new Set(COUNTRIES);

export function isCountry(code: string): boolean {
  return KNOWN.has(code);
}

const RATE = /^([A-Za-z]{2})\s+(\d{1,3})(?:\.(\d{1,3}))?\s?%\s+(\S.*)$/u;
const FROM = /^(.*\S)\s+from\s+(\d{4}-\d{2}-\d{2})$/u;

/** Parses for example 'DE 19% VAT; DE 16% VAT from 2020-07-01'. Returns undefined if a rate is invalid. */
export function readTaxRates(text: string): readonly TaxRate[] | undefined {
  const texts = text
    .split(/[;\n]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const rates = texts.map(readRate);
  if (rates.length > MAX_RATES || rates.includes(undefined)) return undefined;
  const known = rates as TaxRate[];
  const keys = new Set(known.map(({ country, name, from }) => [country, name, from].join('\n')));
  return keys.size === known.length ? known : undefined;
}

function readRate(text: string): TaxRate | undefined {
  const [, code = '', whole = '', fraction = '', rest = ''] = RATE.exec(text) ?? [];
  const [, name = rest, from = ''] = FROM.exec(rest) ?? [];
  const country = code.toUpperCase();
  const isNamed = name.length <= RATE_NAME_MAX_LENGTH && name !== '' && !/\p{Cc}/u.test(name);
  if (!isCountry(country) || !isNamed || (from !== '' && !isDay(from))) return undefined;
  return { country, name, rate: Number(whole) * 1000 + Number(fraction.padEnd(3, '0')), from };
}

/** Writes thousandths of a percent for people and settings, for example 8875 as '8.875'. */
export function writePercentage(rate: number): string {
  return String(rate / 1000);
}

export function writeTaxRates(rates: readonly TaxRate[]): string {
  return rates
    .map(({ country, name, rate, from }) =>
      [`${country} ${writePercentage(rate)}% ${name}`, from && `from ${from}`]
        .filter(Boolean)
        .join(' '),
    )
    .join('; ');
}

/** Parses codes separated by spaces or commas. Returns undefined if a country is unknown. */
export function readCountries(text: string): readonly string[] | undefined {
  const codes = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== '');
  return codes.every(isCountry) ? [...new Set(codes)] : undefined;
}
