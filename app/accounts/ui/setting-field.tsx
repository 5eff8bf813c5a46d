import { say, sayAny, type Sentence } from '../../platform/say.ts';
import type { ReactNode } from 'react';
import type { SettingName, SettingTexts } from '../../platform/changeable-settings.ts';
import { sayLabel, sayValue, type TargetTopic } from '../protocol/setting-labels.ts';
import { Chip } from '../../ui/chip.tsx';
import { Moment } from '../../ui/moment.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { SettingsAnswer } from '../protocol/settings-answer.ts';

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
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

export function SettingsSection({ id, title, text, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mt-9 grid gap-x-10 gap-y-4 border-t border-line pt-8 lg:grid-cols-[minmax(0,240px)_minmax(0,1fr)]"
    >
      <div>
        <h2 dir="auto" id={`${id}-title`} className="text-[26px]">
          {title}
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
}

/** The meaning of an empty number, by unit. */
const WHEN_EMPTY = { days: 'Kept', chats: 'Any number', minutes: undefined } as const;

function sayWhenEmpty(unit: keyof typeof WHEN_EMPTY): string | undefined {
  const words = WHEN_EMPTY[unit];
  return words && say(words);
}

export const SET_AT_START = 'As set at start.';

/** Labels for options that are codes or contain names. */
const CHOICES_WITH_NAMES: Readonly<Record<string, Sentence>> = {
  'english and spanish': 'English and Spanish',
  language: 'As the language of the page',
  'en-CA': 'As in Canada',
  'fr-FR': 'As in France',
  'de-DE': 'As in Germany',
  'es-419': 'As in Latin America',
  'es-MX': 'As in Mexico',
  'es-ES': 'As in Spain',
  'en-GB': 'As in the United Kingdom',
  'en-US': 'As in the United States',
  'es-US': 'As in the United States, in Spanish',
};

/** Capitalises a single word, whether the catalogue contains its capitalised or its lower-case form. */
function sayOption(option: string): string {
  const words = CHOICES_WITH_NAMES[option] ?? option.replaceAll('_', ' ');
  if (!/^\p{Ll}+$/u.test(words)) return sayAny(words);
  const alone = capital(words);
  const said = sayAny(alone);
  return said === alone ? capital(sayAny(words)) : said;
}

function capital(word: string): string {
  return word.charAt(0).toLocaleUpperCase() + word.slice(1);
}

export function SettingField({
  page,
  name,
  hint,
  type = 'text',
  unit,
  options,
}: SettingFieldProps) {
  const { current, changedAt, answer } = page;
  const shown = answer?.shown[name] ?? current[name];
  const value = answer?.typed[name] ?? shown;
  const common = {
    label: sayLabel(name, page.topics),
    name,
    defaultValue: value,
    error: answer?.faults[name],
    hint: [hint, changedAt[name] === undefined && say(SET_AT_START)].filter(Boolean).join(' '),
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
            name: sayOption(option),
          }))}
        />
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
                {say(unit)}
              </span>
            )
          }
          placeholder={unit && shown === '' ? sayWhenEmpty(unit) : undefined}
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
  page: { atStart, changedAt, topics },
  name,
}: Pick<SettingFieldProps, 'page' | 'name'>) {
  const at = changedAt[name];
  if (at === undefined) return null;
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 text-[13.5px] text-ink-2">
      <Chip tone="amber">{say('Saved here')}</Chip>
      <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
        <Moment at={at} />
        {' · '}
        {say('at start:')} {sayValue(name, atStart[name])}
      </span>
      <SubmitButton
        name="intent"
        value={`reset ${name}`}
        className="button button-line button-small"
        aria-label={say('Reset to the value set at start: {name}', {
          name: sayLabel(name, topics),
        })}
      >
        {say('Reset to the value set at start')}
      </SubmitButton>
    </div>
  );
}
