import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { CURRENCIES } from '../../platform/currencies.ts';
import { FindField } from '../../ui/find-field.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { AnswerNotice } from '../../ui/form/answer-notice.tsx';
import { CheckboxField, RadioField } from '../../ui/form/choice-field.tsx';
import { FieldMessage, SelectField, TextField } from '../../ui/form/field.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { COUPON_CODE_LENGTH } from '../pricing/coupon-rules.ts';
import { COUPON_TYPED_LENGTH } from '../protocol/offer.ts';
import type { TypedCoupon } from '../protocol/coupon-form.ts';
import './coupon-form.css';

export type CouponChoices = readonly {
  readonly id: string;
  readonly title: string;
  readonly isShown: boolean;
  readonly services: readonly { readonly id: string; readonly title: string }[];
}[];

interface CouponFormProps {
  readonly typed: TypedCoupon;
  readonly version: number;
  readonly choices: CouponChoices;
  readonly timeZone: string;
  readonly answer:
    | (FormAnswer & { readonly errors?: Readonly<Record<string, string>> })
    | undefined;
}

interface PartProps {
  readonly typed: TypedCoupon;
  readonly errorAt: (field: string) => string | undefined;
}

/** Values of the kind and the scope that are not chosen are ignored, so that changing the choice loses nothing. */
export function CouponForm({ typed: stored, version, choices, timeZone, answer }: CouponFormProps) {
  const refused = answer && !answer.isDone ? answer : undefined;
  const typed = refused ? { ...stored, ...CLEARED, ...refused.typed } : stored;
  const errorAt = (field: string) =>
    refused?.errors?.[field] ?? (refused?.field === field ? refused.message : undefined);
  return (
    <ActionForm className="mt-6 grid gap-6">
      <AnswerNotice answer={answer} />
      <input type="hidden" name="version" value={version} />
      <Part title={t('Code and discount')}>
        <TextField
          name="code"
          label={t('Code')}
          hint={t('{least} to {most} letters, digits or hyphens. Buyers can type it in any case.', {
            ...COUPON_CODE_LENGTH,
          })}
          error={errorAt('code')}
          defaultValue={typed.code ?? ''}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={COUPON_TYPED_LENGTH}
        />
        <DiscountFields typed={typed} errorAt={errorAt} />
      </Part>
      <Part title={t('Valid for')}>
        <ScopeFields typed={typed} errorAt={errorAt} choices={choices} />
        <TextField
          name="minimum"
          label={t('Minimum amount')}
          hint={t('What the matching services cost before the discount. Leave it empty for none.')}
          error={errorAt('minimum')}
          defaultValue={typed.minimum ?? ''}
          inputMode="decimal"
          autoComplete="off"
        />
        <CheckboxField
          name="isFirstOrderOnly"
          value="on"
          label={t('Only for the first order of an email address')}
          defaultChecked={(typed.isFirstOrderOnly ?? '') !== ''}
        />
        <SelectField
          name="periods"
          label={t('Periods of a subscription')}
          defaultValue={typed.periods ?? 'first'}
          options={[
            { value: 'first', name: t('First period') },
            { value: 'every', name: t('Every period') },
          ]}
        />
      </Part>
      <Part title={t('Days and limits')}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            name="validFrom"
            type="date"
            label={t('First day')}
            error={errorAt('validFrom')}
            defaultValue={typed.validFrom ?? ''}
          />
          <TextField
            name="validUntil"
            type="date"
            label={t('Last day')}
            hint={t('Until midnight, time zone {timeZone}.', { timeZone })}
            error={errorAt('validUntil')}
            defaultValue={typed.validUntil ?? ''}
          />
          <TextField
            name="totalLimit"
            label={t('Uses in total')}
            hint={t('Leave it empty for no limit.')}
            error={errorAt('totalLimit')}
            defaultValue={typed.totalLimit ?? ''}
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField
            name="addressLimit"
            label={t('Uses per email address')}
            hint={t('Leave it empty for no limit.')}
            error={errorAt('addressLimit')}
            defaultValue={typed.addressLimit ?? ''}
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
      </Part>
      <div>
        <SubmitButton name="intent" value="save">
          {t('Save coupon')}
        </SubmitButton>
      </div>
    </ActionForm>
  );
}

/** Unchecked boxes are not sent, so an answer without them means that they were cleared. */
const CLEARED: TypedCoupon = { isFirstOrderOnly: '', sections: '', services: '' };

function Part({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className="grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line">
      <h2 dir="auto" className="text-[22px]">
        {title}
      </h2>
      {children}
    </section>
  );
}

function DiscountFields({ typed, errorAt }: PartProps) {
  const currencies = CURRENCIES.map((currency) => ({ value: currency, name: currency }));
  return (
    <>
      <Choice
        name="kind"
        label={t('Discount')}
        value={typed.kind ?? 'percentage'}
        choices={[
          { value: 'percentage', name: t('A percentage') },
          { value: 'amount', name: t('A fixed amount') },
        ]}
      />
      <div className="grid gap-5 sm:grid-cols-3">
        <div data-for="percentage">
          <TextField
            name="percentage"
            label={t('Percent')}
            hint={t('From 1 to 100.')}
            error={errorAt('percentage')}
            defaultValue={typed.percentage ?? ''}
            inputMode="decimal"
            autoComplete="off"
          />
        </div>
        <div data-for="amount">
          <TextField
            name="amount"
            label={t('Amount')}
            error={errorAt('amount')}
            defaultValue={typed.amount ?? ''}
            inputMode="decimal"
            autoComplete="off"
          />
        </div>
        <SelectField
          name="currency"
          label={t('Currency')}
          hint={t('For the amount and the minimum.')}
          error={errorAt('currency')}
          defaultValue={typed.currency ?? ''}
          options={currencies}
        />
      </div>
    </>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly name: string }[];
}

function Choice({ name, label, value, choices }: ChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-[15px] font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-x-6">
        {choices.map((choice) => (
          <RadioField
            key={choice.value}
            name={name}
            value={choice.value}
            label={<bdi>{choice.name}</bdi>}
            defaultChecked={choice.value === value}
          />
        ))}
      </div>
    </fieldset>
  );
}

function ScopeFields({ typed, errorAt, choices }: PartProps & Pick<CouponFormProps, 'choices'>) {
  return (
    <>
      <Choice
        name="scope"
        label={t('Services')}
        value={typed.scope ?? 'everything'}
        choices={[
          { value: 'everything', name: t('Everything') },
          { value: 'sections', name: t('Chosen sections') },
          { value: 'services', name: t('Chosen services') },
        ]}
      />
      <Boxes
        name="sections"
        label={t('Sections')}
        typed={typed}
        error={errorAt('sections')}
        groups={[{ id: '', title: '', boxes: choices.filter(({ isShown }) => isShown) }]}
      />
      <Boxes
        name="services"
        label={t('Services')}
        typed={typed}
        error={errorAt('services')}
        groups={choices.map(({ id, title, services }) => ({ id, title, boxes: services }))}
      />
    </>
  );
}

interface BoxesProps {
  readonly name: 'sections' | 'services';
  readonly label: string;
  readonly typed: TypedCoupon;
  readonly error: string | undefined;
  readonly groups: readonly {
    readonly id: string;
    readonly title: string;
    readonly boxes: readonly { readonly id: string; readonly title: string }[];
  }[];
}

function Boxes({ name, label, typed, error, groups }: BoxesProps) {
  const [search, setSearch] = useState('');
  const chosen = new Set((typed[name] ?? '').split('\n').filter(Boolean));
  const messageId = `${name}-message`;
  const isFound = (title: string) => title.toLowerCase().includes(search.trim().toLowerCase());
  const count = groups.reduce((sum, { boxes }) => sum + boxes.length, 0);
  return (
    <div data-for={name}>
      <fieldset aria-describedby={messageId} aria-invalid={error === undefined ? undefined : true}>
        <legend className="mb-1 text-[15px] font-semibold">{label}</legend>
        {count > 12 && <FindField title={label} value={search} onChange={setSearch} />}
        {/* The frame shows that a long list is scrolled. */}
        <div
          className={`grid gap-3 ${count > 12 ? 'mt-3 max-h-96 overflow-y-auto rounded-card p-4 ring-1 ring-line' : ''}`}
        >
          {groups.map(({ id, title, boxes }) => (
            <div key={id} hidden={!boxes.some((box) => isFound(box.title))}>
              {title !== '' && (
                <p dir="auto" className="text-[14px] font-semibold text-ink-2">
                  {title}
                </p>
              )}
              {boxes.map((box) => (
                <CheckboxField
                  key={box.id}
                  name={name}
                  value={box.id}
                  label={<bdi>{box.title}</bdi>}
                  defaultChecked={chosen.has(box.id)}
                  hidden={!isFound(box.title)}
                />
              ))}
            </div>
          ))}
        </div>
      </fieldset>
      <FieldMessage id={messageId} error={error} />
    </div>
  );
}
