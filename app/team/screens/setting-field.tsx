import { say, sayAny, type Sentence } from '../../platform/say.ts';
import type { ReactNode } from 'react';
import type { SettingName, SettingTexts } from '../../platform/changeable-settings.ts';
import { sayLabel, sayValue, type TargetTopic } from '../settings/setting-labels.ts';
import { Chip } from '../../ui/chip.tsx';
import { Moment } from '../../ui/moment.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { SettingsAnswer } from '../settings/settings-answer.ts';

/** What the fields of the page are filled with. */
export interface SettingsOnPage {
  readonly current: SettingTexts;
  readonly atStart: SettingTexts;
  /** When an admin set it; the others have the value set at start. */
  readonly changedAt: Readonly<Partial<Record<SettingName, string>>>;
  readonly answer: SettingsAnswer | undefined;
  /** Those of the chat, offered or not. */
  readonly topics: readonly TargetTopic[];
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** What it is about on the left, its fields on the right. */
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
  /** A whole number of these. */
  readonly unit?: keyof typeof WHEN_EMPTY;
  /** Chosen from these instead of typed. */
  readonly options?: readonly string[];
}

/** What a number that is left empty means, by its unit. */
const WHEN_EMPTY = { days: 'Kept', chats: 'Any number', minutes: undefined } as const;

function sayWhenEmpty(unit: keyof typeof WHEN_EMPTY): string | undefined {
  const words = WHEN_EMPTY[unit];
  return words && say(words);
}

export const SET_AT_START = 'As set at start.';

/** Where a choice has names in it, or is kept as a code. */
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

/** A choice as it stands by itself: one word begins with a capital, in whichever way it is known. */
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

/** One setting with where its value comes from. */
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
    // Another value underneath is another field: what the browser holds of the old one goes.
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

/** Tells the server what was typed over, so that it knows what was touched. */
export function ShownValue({
  name,
  value,
}: {
  readonly name: SettingName;
  readonly value: string;
}) {
  return <input type="hidden" name={`shown.${name}`} value={value} />;
}

/** Which value counts, and the way back to the one set at start. */
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
