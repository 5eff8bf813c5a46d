import { t, msg, type Sentence } from '../../i18n/translate.ts';
import type { ReactNode, Ref } from 'react';
import type { SettingName, SettingTexts } from '../../platform/changeable-settings.ts';
import {
  getSettingLabel,
  formatSettingValue,
  type TargetTopic,
  type Period,
} from '../protocol/setting-labels.ts';
import { Chip } from '../../ui/chip.tsx';
import { Moment } from '../../ui/date-time.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/form/field.tsx';
import type {
  SettingsAnswer,
  ExpiryQuestion as Question,
} from '../pages/settings-actions.server.ts';

export interface SettingsOnPage {
  readonly current: SettingTexts;
  readonly atStart: SettingTexts;
  /**
   * The time at which an admin changed a setting. Missing for settings that still have the value from the
   * environment.
   */
  readonly changedAt: Readonly<Partial<Record<SettingName, string>>>;
  readonly answer: SettingsAnswer | undefined;
  /** All topics of the chat, including hidden ones. */
  readonly topics: readonly TargetTopic[];
  /** The names of the settings that have just been saved. */
  readonly saved: readonly SettingName[];
  /** The setup guide leads to this field. */
  readonly focused?: SettingName | undefined;
}

/** In the order of the page. */
export const SETTINGS_SECTIONS = {
  brand: msg('Brand'),
  languages: msg('Languages and money'),
  contact: msg('Contact'),
  hours: msg('Hours'),
  assignment: msg('Assignment'),
  widget: msg('Chat on other sites'),
  search: msg('Search'),
  drafts: msg('Drafts'),
  'answer-targets': msg('Answer targets'),
  payment: msg('Payment'),
  'signing-in': msg('Sign-in'),
  orders: msg('Orders'),
  tax: msg('Tax'),
  retention: msg('Retention'),
  mail: msg('Email'),
  'incoming-answers': msg('Email replies'),
  replies: msg('Canned replies'),
} as const satisfies Readonly<Record<string, Sentence>>;

interface SectionProps {
  readonly id: keyof typeof SETTINGS_SECTIONS;
  readonly text: string;
  readonly children: ReactNode;
}

export function SettingsSection({ id, text, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mt-9 scroll-mt-24 grid gap-x-10 gap-y-4 border-t border-line pt-8 lg:grid-cols-[minmax(0,240px)_minmax(0,1fr)]"
    >
      <div>
        <h2 dir="auto" id={`${id}-title`} className="text-[26px]">
          {t(SETTINGS_SECTIONS[id])}
        </h2>
        <p dir="auto" className="mt-2.5 max-w-[40em] text-[15px] text-ink-2">
          {text}
        </p>
      </div>
      <div className="grid min-w-0 gap-6 rounded-card bg-surface p-5 ring-1 ring-line md:p-6">
        {children}
      </div>
    </section>
  );
}

export interface SettingFieldProps {
  readonly page: SettingsOnPage;
  readonly name: SettingName;
  readonly hint?: string | undefined;
  readonly type?: 'text' | 'email' | 'tel' | 'url';
  readonly unit?: keyof typeof WHEN_EMPTY;
  readonly options?: readonly string[];
  readonly nameOf?: (option: string) => string;
  /** Set for a text of several lines. */
  readonly rows?: number;
}

const UNIT_NAMES = { days: msg('days'), chats: msg('chats'), minutes: msg('minutes') } as const;

/** The meaning of an empty number, by unit. */
const WHEN_EMPTY = {
  days: msg('Never deleted'),
  chats: msg('No limit'),
  minutes: undefined,
} as const;

function describeEmptyValue(unit: keyof typeof WHEN_EMPTY): string | undefined {
  const words = WHEN_EMPTY[unit];
  return words && t(words);
}

export const SET_AT_START = msg('Default.');

/** Options without a name here, such as currencies and time zones, are shown as they are. */
const OPTION_NAMES: Readonly<Record<string, Sentence>> = {
  automatic: msg('Automatic'),
  nobody: msg('No one'),
  admins: msg('Admins'),
  managers: msg('Managers'),
  support: msg('Support'),
  everybody: msg('Everyone'),
  invited: msg('Invited'),
  exclusive: msg('Without tax'),
  inclusive: msg('Including tax'),
  off: msg('Off'),
  on: msg('On'),
  arabic: msg('Arabic'),
  armenian: msg('Armenian'),
  basque: msg('Basque'),
  catalan: msg('Catalan'),
  danish: msg('Danish'),
  dutch: msg('Dutch'),
  finnish: msg('Finnish'),
  french: msg('French'),
  german: msg('German'),
  greek: msg('Greek'),
  hindi: msg('Hindi'),
  hungarian: msg('Hungarian'),
  indonesian: msg('Indonesian'),
  irish: msg('Irish'),
  italian: msg('Italian'),
  lithuanian: msg('Lithuanian'),
  nepali: msg('Nepali'),
  norwegian: msg('Norwegian'),
  portuguese: msg('Portuguese'),
  romanian: msg('Romanian'),
  russian: msg('Russian'),
  serbian: msg('Serbian'),
  simple: msg('Simple'),
  swedish: msg('Swedish'),
  tamil: msg('Tamil'),
  turkish: msg('Turkish'),
  yiddish: msg('Yiddish'),
  language: msg('Same as the page language'),
  'en-CA': msg('As in Canada'),
  'fr-FR': msg('As in France'),
  'de-AT': msg('As in Austria'),
  'ar-EG': msg('As in Egypt'),
  'de-DE': msg('As in Germany'),
  'es-419': msg('As in Latin America'),
  'es-MX': msg('As in Mexico'),
  'es-ES': msg('As in Spain'),
  'en-GB': msg('As in the United Kingdom'),
  'en-US': msg('As in the United States'),
  'es-US': msg('As in the United States, in Spanish'),
};

function formatOption(option: string): string {
  const name = Object.hasOwn(OPTION_NAMES, option) ? OPTION_NAMES[option] : undefined;
  return name ? t(name) : option.replaceAll('_', ' ');
}

export function SettingField({
  page,
  name,
  hint,
  type = 'text',
  unit,
  options,
  nameOf = formatOption,
  rows,
}: SettingFieldProps) {
  const { current, changedAt, answer } = page;
  const shown = answer?.shown[name] ?? current[name];
  const value = answer?.typed[name] ?? shown;
  const common = {
    label: getSettingLabel(name, page.topics),
    name,
    defaultValue: value,
    autoFocus: page.focused === name,
    error: answer?.faults[name],
    hint: [hint, changedAt[name] === undefined && t(SET_AT_START)].filter(Boolean).join(' '),
  };
  return (
    // The key resets the field when the saved value changes, because the browser would keep the old text.
    <div key={shown} className="min-w-0">
      <ShownValue name={name} value={shown} />
      {options ? (
        <SelectField
          {...common}
          options={[...new Set([value, ...options])].map((option) => ({
            value: option,
            name: nameOf(option),
          }))}
        />
      ) : rows ? (
        <TextAreaField {...common} rows={rows} autoComplete="off" spellCheck={false} />
      ) : (
        <TextField
          {...common}
          type={type}
          inputMode={unit && 'numeric'}
          autoComplete="off"
          spellCheck={false}
          aside={
            unit && (
              <span aria-hidden="true" className="text-[13.5px] text-ink-3">
                {t(UNIT_NAMES[unit])}
              </span>
            )
          }
          placeholder={unit && shown === '' ? describeEmptyValue(unit) : undefined}
        />
      )}
      <SettingSource page={page} name={name} />
    </div>
  );
}

/** Submits the original value, so that the server knows which settings were changed. */
export function ShownValue({
  name,
  value,
}: {
  readonly name: SettingName;
  readonly value: string;
}) {
  return <input type="hidden" name={`shown.${name}`} value={value} />;
}

/** Shows where the value comes from, and a button that resets it to the value from the environment. */
export function SettingSource({
  page: { atStart, changedAt, topics, saved },
  name,
}: Pick<SettingFieldProps, 'page' | 'name'>) {
  const at = changedAt[name];
  if (at === undefined) return null;
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 text-[13.5px] text-ink-2">
      {saved.includes(name) ? (
        <Chip tone="success">{t('Saved')}</Chip>
      ) : (
        <Chip tone="amber">{t('Saved here')}</Chip>
      )}
      <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
        <Moment at={at} />
        {' · '}
        {t('Default: {value}', { value: formatSettingValue(name, atStart[name]) })}
      </span>
      <SubmitButton
        name="intent"
        value={`reset ${name}`}
        className="button button-line button-small"
        aria-label={t('Reset to default: {name}', {
          name: getSettingLabel(name, topics),
        })}
      >
        {t('Reset to default')}
      </SubmitButton>
    </div>
  );
}

const WHAT: Readonly<Record<Period, (days: string, count: number) => string>> = {
  RETENTION_CHAT_DAYS: (days, count) =>
    t(
      'Conversations that ended more than {days} ago are deleted, including messages, notes and ratings: currently {count}.',
      { days, count },
    ),
  RETENTION_REVIEW_EMAIL_DAYS: (days, count) =>
    t('Reviews written more than {days} ago lose their email address: currently {count}.', {
      days,
      count,
    }),
  RETENTION_AUDIT_DAYS: (days, count) =>
    t('Audit log entries older than {days} are deleted: currently {count}.', {
      days,
      count,
    }),
  RETENTION_INVOICE_DAYS: (days, count) =>
    t('Invoices of erased buyers older than {days} are deleted: currently {count}.', {
      days,
      count,
    }),
};

interface ExpiryQuestionProps {
  readonly question: Question;
  readonly ref: Ref<HTMLDivElement>;
}

/** The question is part of the form, so that it needs no JavaScript and keeps typed values. */
export function ExpiryQuestion({ question, ref }: ExpiryQuestionProps) {
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className="rounded-field bg-amber-tint p-4 text-amber outline-offset-4"
    >
      <p className="font-semibold">
        {t('Not saved yet. A shorter period permanently deletes data:')}
      </p>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-[15px]">
        {question.periods.map(({ name, days, count }) => (
          <li key={name}>
            {WHAT[name](t('{count, plural, one {# day} other {# days}}', { count: days }), count)}
          </li>
        ))}
      </ul>
      <SubmitButton
        name="intent"
        value={question.intent}
        className="button button-danger button-small mt-4"
      >
        {t('Save and delete')}
      </SubmitButton>
    </div>
  );
}
