import { t } from '../../i18n/translate.ts';
import { HOURS_FIELD, toHoursForm, WEEK, type DayId, type Times } from '../protocol/hours-form.ts';
import { SETTING_LABELS } from '../protocol/setting-labels.ts';
import { RadioField } from '../../ui/form/choice-field.tsx';
import { FieldMessage } from '../../ui/form/field.tsx';
import { SET_AT_START, SettingSource, ShownValue, type SettingsOnPage } from './setting-field.tsx';

const NAME = 'CHAT_HOURS';

/** Uses plain fields, so that it works with a keyboard, on phones and without JavaScript. */
export function HoursEditor({ page }: { readonly page: SettingsOnPage }) {
  const { current, answer } = page;
  const shown = answer?.shown[NAME] ?? current[NAME];
  const { isAlways, days } = answer?.hours ?? toHoursForm(shown);
  const fault = answer?.faults[NAME];
  return (
    <fieldset
      key={shown}
      // Hides the times while 'always' is selected. Browsers without :has() show them.
      className="min-w-0 [&:has([value=always]:checked)>.times]:hidden"
      aria-describedby={fault === undefined ? undefined : 'hours-fault'}
    >
      <legend className="text-[15px] font-semibold">{t(SETTING_LABELS[NAME])}</legend>
      <ShownValue name={NAME} value={shown} />
      <div className="mt-2 grid gap-1">
        <RadioField
          name={HOURS_FIELD.mode}
          value="always"
          label={t('Always open')}
          defaultChecked={isAlways}
        />
        <RadioField
          name={HOURS_FIELD.mode}
          value="weekly"
          label={t('Only at these times')}
          defaultChecked={!isAlways}
        />
      </div>
      <div className="times">
        <p className="mt-2 text-[13.5px] text-ink-3">
          {t(
            'A day without times is closed. If the closing time is earlier than the opening time, it is on the next day. Midnight to midnight is the whole day.',
          )}
        </p>
        <div className="mt-2 divide-y divide-line">
          {WEEK.map(({ id, name }) => (
            <Day
              key={id}
              id={id}
              name={t(name)}
              times={days[id]}
              isWrong={answer?.hoursDay === id}
            />
          ))}
        </div>
      </div>
      <FieldMessage
        id="hours-fault"
        error={fault}
        {...(page.changedAt[NAME] === undefined ? { hint: t(SET_AT_START) } : {})}
      />
      <SettingSource page={page} name={NAME} />
    </fieldset>
  );
}

interface DayProps {
  readonly id: DayId;
  readonly name: string;
  readonly times: readonly Times[];
  readonly isWrong: boolean;
}

function Day({ id, name, times, isWrong }: DayProps) {
  return (
    <div
      role="group"
      aria-label={name}
      className="grid gap-x-3 gap-y-2 py-3 sm:grid-cols-[6rem_minmax(0,1fr)]"
    >
      <span dir="auto" className="font-semibold sm:pt-2.5">
        {name}
      </span>
      <div className="flex min-w-0 flex-wrap gap-x-5 gap-y-2">
        {times.map(({ from, to }, at) => (
          <div
            // The index is the only key that the times of a day have.
            key={at}
            className="flex flex-wrap items-center gap-x-2 gap-y-1"
          >
            <Time
              name={HOURS_FIELD.from(id)}
              label={
                at === 0
                  ? t('{day}, opening time', { day: name })
                  : t('{day}, opening time, {number}', { day: name, number: at + 1 })
              }
              value={from}
              isWrong={isWrong}
            />
            <span aria-hidden="true">–</span>
            <Time
              name={HOURS_FIELD.to(id)}
              label={
                at === 0
                  ? t('{day}, closing time', { day: name })
                  : t('{day}, closing time, {number}', { day: name, number: at + 1 })
              }
              value={to}
              isWrong={isWrong}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

interface TimeProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly isWrong: boolean;
}

function Time({ name, label, value, isWrong }: TimeProps) {
  return (
    <input
      type="time"
      name={name}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? 'hours-fault' : undefined}
      defaultValue={value}
      className="field w-[130px] px-2.5 text-[15px] tabular-nums"
    />
  );
}
