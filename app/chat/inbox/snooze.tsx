import { t } from '../../i18n/translate.ts';
import { useState } from 'react';
import type { InboxEntry } from '../protocol/views.ts';
import { Icon } from '../../ui/icon.tsx';
import type { InboxStore } from './inbox-store.ts';
import { dateFormat, formatClock } from '../../platform/formats.ts';

interface SnoozeTime {
  readonly name: string;
  readonly until: Date;
}

const HOUR_MS = 60 * 60 * 1000;
const MORNING = 9;

/** The same hour in the name of a preset, so that no second time is shown beside it. */
const MORNING_CALLED = '9:00';

const MONDAY = 1;
const WEEK_DAYS = 7;
const DAY = dateFormat({ weekday: 'short', month: 'short', day: 'numeric' });

/** Returns a text such as 'Mon, Jun 15, 9:00'. */
export const formatUntil = (until: Date): string => `${DAY.format(until)}, ${formatClock(until)}`;

/** Returns only 'Mon, Jun 15' if the preset's name already contains the time of day. */
export const formatSnoozeTime = ({ name, until }: SnoozeTime): string =>
  name.includes(MORNING_CALLED) ? DAY.format(until) : formatUntil(until);

const ROW = 'flex min-h-11 w-full items-center gap-3 rounded-[10px] px-3 text-left hover:bg-sunken';

/** The id of the menu that the key `S` opens. */
export const SNOOZE_MENU = 'snooze-menu';

/** Selects the snooze rows, which are in different menus depending on the width. */
export const SNOOZE_ROW = '[data-snooze-rows] button';

/** The id of the menu's button, which is hidden on narrow screens. */
export const SNOOZE_BUTTON = 'snooze-button';

interface SnoozeRowsProps {
  readonly inboxEntry: InboxEntry;
  readonly store: InboxStore;
  readonly menuId: string;
}

/** Offers presets and a custom time to snooze a visitor. A message from the visitor also ends the snooze. */
export function SnoozeRows({ inboxEntry, store, menuId }: SnoozeRowsProps) {
  const [picked, setPicked] = useState('');
  const close = () => document.getElementById(menuId)?.hidePopover();
  const choose = (until: Date | null) => {
    close();
    setPicked('');
    void store.visitor.snooze(until);
  };
  const pickedTime = fromFieldTime(picked);
  const now = new Date();
  return (
    <div data-snooze-rows>
      <p className="px-3 pt-2 pb-1 text-[13.5px] font-semibold text-ink-3">
        {t('Snooze until one of these times, or until the visitor writes')}
      </p>
      {inboxEntry.snoozedUntil && (
        <button type="button" className={ROW} onClick={() => choose(null)}>
          {t('Unsnooze now')}
        </button>
      )}
      {snoozeTimes(now).map((time) => (
        <button key={time.name} type="button" className={ROW} onClick={() => choose(time.until)}>
          <span dir="auto" className="min-w-0 flex-1">
            {time.name}
          </span>
          <span className="shrink-0 text-[13px] text-ink-3 tabular-nums">
            {formatSnoozeTime(time)}
          </span>
        </button>
      ))}
      <form
        className="grid gap-2 px-3 pt-1 pb-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (pickedTime) choose(pickedTime);
        }}
      >
        <label className="min-w-0">
          <span className="text-[13.5px] font-semibold text-ink-2">{t('Custom time')}</span>
          <input
            type="datetime-local"
            required
            value={picked}
            min={toFieldTime(now)}
            onChange={(event) => setPicked(event.target.value)}
            className="field mt-1 min-h-11 px-2.5 py-1.5 text-[15px]"
          />
        </label>
        <div className="flex items-center gap-3">
          <p aria-live="polite" className="min-w-0 flex-1 text-[13px] text-ink-3 tabular-nums">
            {pickedTime && formatUntil(pickedTime)}
          </p>
          <button type="submit" className="button button-line button-small shrink-0">
            {t('Snooze')}
          </button>
        </div>
      </form>
    </div>
  );
}

export function SnoozeButton({ inboxEntry, store }: Omit<SnoozeRowsProps, 'menuId'>) {
  return (
    <>
      <button
        id={SNOOZE_BUTTON}
        type="button"
        className="icon-button shrink-0 [anchor-name:--snooze-menu] @max-lg:hidden"
        aria-label={t('Snooze')}
        title={t('Snooze')}
        popoverTarget={SNOOZE_MENU}
      >
        <Icon name="moon-stars" />
      </button>
      <div
        id={SNOOZE_MENU}
        popover="auto"
        className="fixed inset-auto mt-1 w-[320px] rounded-[16px] max-h-[80dvh] overflow-y-auto bg-surface p-2 text-ink shadow-overlay ring-1 ring-line [position-anchor:--snooze-menu] [position-area:bottom_span-left]"
      >
        <SnoozeRows inboxEntry={inboxEntry} store={store} menuId={SNOOZE_MENU} />
      </div>
    </>
  );
}

export function snoozeTimes(now: Date): readonly SnoozeTime[] {
  const tomorrow = morningIn(now, 1);
  // On a Sunday, 'Monday' would equal 'Tomorrow', so it is a week later.
  const toMonday = (MONDAY - now.getDay() + WEEK_DAYS) % WEEK_DAYS || WEEK_DAYS;
  const monday = morningIn(now, toMonday === 1 ? toMonday + WEEK_DAYS : toMonday);
  return [
    { name: t('In an hour'), until: new Date(now.getTime() + HOUR_MS) },
    { name: t('In three hours'), until: new Date(now.getTime() + 3 * HOUR_MS) },
    { name: t('Tomorrow, {time}', { time: MORNING_CALLED }), until: tomorrow },
    {
      name:
        toMonday === 1
          ? t('A week from Monday, {time}', { time: MORNING_CALLED })
          : t('Monday, {time}', { time: MORNING_CALLED }),
      until: monday,
    },
  ];
}

/** Formats a time for a `datetime-local` input, such as '2026-06-12T09:00', in the browser's time zone. */
export function toFieldTime(time: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  const day = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  return `${day}T${pad(time.getHours())}:${pad(time.getMinutes())}`;
}

/** Parses the value of such an input; returns undefined if the value is no valid time. */
export function fromFieldTime(text: string): Date | undefined {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

function morningIn(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
}
