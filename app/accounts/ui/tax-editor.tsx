import { t } from '../../i18n/translate.ts';
import { RATE_NAME_MAX_LENGTH } from '../../platform/tax-settings.ts';
import { CheckboxField } from '../../ui/form/choice-field.tsx';
import { FieldMessage, SelectField, TextField } from '../../ui/form/field.tsx';
import { SETTING_LABELS } from '../protocol/setting-labels.ts';
import {
  TAX_FIELD,
  toCountryTexts,
  toRateTexts,
  USUAL_COUNTRIES,
  type RateFault,
  type RateText,
} from '../protocol/tax-form.ts';
import { SET_AT_START, SettingSource, ShownValue, type SettingsOnPage } from './setting-field.tsx';

export interface Country {
  readonly value: string;
  readonly name: string;
}

/** Codes that are no country keep their text, so that the error about it makes sense. */
export function nameOfCountry(code: string, countries: readonly Country[]): string {
  if (code === '') return t('Choose a country');
  return countries.find(({ value }) => value === code)?.name ?? code;
}

const RATES = 'TAX_RATES';
const COUNTRIES = 'REVERSE_CHARGE_COUNTRIES';

/** Uses plain fields, so that it works with a keyboard, on phones and without JavaScript. */
export function TaxRatesEditor({
  page,
  countries,
}: {
  readonly page: SettingsOnPage;
  /** The names come from the server, because a browser may know others. */
  readonly countries: readonly Country[];
}) {
  const { current, answer } = page;
  const shown = answer?.shown[RATES] ?? current[RATES];
  const rows = answer?.rates ?? toRateTexts(shown);
  const fault = answer?.faults[RATES];
  return (
    <fieldset key={shown} className="min-w-0" aria-describedby="rates-hint">
      <legend className="text-[15px] font-semibold">{t(SETTING_LABELS[RATES])}</legend>
      <ShownValue name={RATES} value={shown} />
      <FieldMessage
        id="rates-hint"
        error={fault}
        hint={[
          t(
            'The first rate of a country is its default; a service can use another one by its name. A rate with the same name and a first day follows the earlier one from that day on. Countries without a rate pay no tax. Empty rows are ignored, and saving adds new ones.',
          ),
          page.changedAt[RATES] === undefined && t(SET_AT_START),
        ]
          .filter(Boolean)
          .join(' ')}
      />
      <div className="mt-2 divide-y divide-line">
        {rows.map((row, at) => (
          <Rate
            // The index is the only key that a row has.
            key={at}
            number={at + 1}
            row={row}
            countries={countries}
            fault={answer?.rateFault?.row === at ? answer.rateFault : undefined}
          />
        ))}
      </div>
      <SettingSource page={page} name={RATES} />
    </fieldset>
  );
}

interface RateProps {
  readonly number: number;
  readonly row: RateText;
  readonly countries: readonly Country[];
  readonly fault: RateFault | undefined;
}

function Rate({ number, row, countries, fault }: RateProps) {
  const errorAt = (part: keyof RateText) => (fault?.part === part ? fault.text : undefined);
  const common = (part: keyof RateText) => ({
    name: TAX_FIELD.rate(part),
    defaultValue: row[part],
    error: errorAt(part),
    autoComplete: 'off',
  });
  const codes = new Set(['', row.country.toUpperCase(), ...countries.map(({ value }) => value)]);
  return (
    <div
      role="group"
      aria-label={t('Rate {number}', { number })}
      className="grid grid-cols-2 gap-3 py-4 lg:grid-cols-[minmax(0,1.2fr)_7rem_minmax(0,1fr)_11rem]"
    >
      <div className="max-lg:col-span-2">
        <SelectField
          {...common('country')}
          defaultValue={row.country.toUpperCase()}
          label={t('Country')}
          options={[...codes].map((value) => ({ value, name: nameOfCountry(value, countries) }))}
        />
      </div>
      <TextField {...common('percentage')} label={t('Percentage')} inputMode="decimal" />
      <TextField {...common('name')} label={t('Rate name')} maxLength={RATE_NAME_MAX_LENGTH} />
      <TextField {...common('from')} label={t('Valid from')} type="date" />
    </div>
  );
}

/** One setting as two questions: the countries of the European Union, and the codes of others. */
export function ReverseChargeEditor({
  page,
  countries,
}: {
  readonly page: SettingsOnPage;
  readonly countries: readonly Country[];
}) {
  const { current, answer } = page;
  const shown = answer?.shown[COUNTRIES] ?? current[COUNTRIES];
  const { usual, others } = toCountryTexts(answer?.typed[COUNTRIES] ?? shown);
  const listed = countries.filter(({ value }) => USUAL_COUNTRIES.includes(value));
  return (
    <div key={shown} className="grid min-w-0 gap-4">
      <fieldset className="min-w-0" aria-describedby="reverse-charge-hint">
        <legend className="text-[15px] font-semibold">{t(SETTING_LABELS[COUNTRIES])}</legend>
        <ShownValue name={COUNTRIES} value={shown} />
        <FieldMessage
          id="reverse-charge-hint"
          hint={[
            t(
              "Businesses with a tax number in these countries pay no tax and owe it themselves. The seller's country never has a reverse charge.",
            ),
            page.changedAt[COUNTRIES] === undefined && t(SET_AT_START),
          ]
            .filter(Boolean)
            .join(' ')}
        />
        <div className="mt-2 grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
          {listed.map(({ value, name }) => (
            <CheckboxField
              key={value}
              name={TAX_FIELD.country}
              value={value}
              label={<bdi>{name}</bdi>}
              defaultChecked={usual.includes(value)}
            />
          ))}
        </div>
      </fieldset>
      <TextField
        name={TAX_FIELD.others}
        label={t('Other countries with reverse charge')}
        hint={t('Two-letter codes, such as CH, NO.')}
        error={answer?.faults[COUNTRIES]}
        defaultValue={others}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <SettingSource page={page} name={COUNTRIES} />
    </div>
  );
}
