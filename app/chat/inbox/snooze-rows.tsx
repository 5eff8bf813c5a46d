import { say } from '../../platform/say.ts';
import { useState } from 'react';
import type { InboxEntry } from '../protocol/views.ts';
import { Icon } from '../../ui/icon.tsx';
import type { InboxStore } from './inbox-store.ts';
import { fromFieldTime, sayPreset, sayUntil, snoozeTimes, toFieldTime } from './snooze-times.ts';

const ROW = 'flex min-h-11 w-full items-center gap-3 rounded-[10px] px-3 text-left hover:bg-sunken';

/** The id of the menu that the key `S` opens. */
export const SNOOZE_MENU = 'snooze-menu';

/** Selects the snooze rows, which are in different menus depending on the width. */
export const SNOOZE_ROW = '[data-snooze-rows] button';

/** The id of the menu's button, which is hidden on narrow screens. */
export const SNOOZE_BUTTON = 'snooze-button';

interface SnoozeRowsProps {
  readonly entry: InboxEntry;
  readonly store: InboxStore;
  readonly menuId: string;
}

/** Offers presets and a custom time to snooze a visitor. A message from the visitor also ends the snooze. */
export function SnoozeRows({ entry, store, menuId }: SnoozeRowsProps) {
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
        {say('Snooze until then, or until the visitor writes')}
      </p>
      {entry.snoozedUntil && (
        <button type="button" className={ROW} onClick={() => choose(null)}>
          {say('Back to open now')}
        </button>
      )}
      {snoozeTimes(now).map((time) => (
        <button key={time.name} type="button" className={ROW} onClick={() => choose(time.until)}>
          <span dir="auto" className="min-w-0 flex-1">
            {time.name}
          </span>
          <span className="shrink-0 text-[13px] text-ink-3 tabular-nums">{sayPreset(time)}</span>
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
          <span className="text-[13.5px] font-semibold text-ink-2">{say('Another time')}</span>
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
            {pickedTime && sayUntil(pickedTime)}
          </p>
          <button type="submit" className="button button-line button-small shrink-0">
            {say('Snooze')}
          </button>
        </div>
      </form>
    </div>
  );
}

export function SnoozeButton({ entry, store }: Omit<SnoozeRowsProps, 'menuId'>) {
  return (
    <>
      <button
        id={SNOOZE_BUTTON}
        type="button"
        className="icon-button shrink-0 [anchor-name:--snooze-menu] @max-lg:hidden"
        aria-label={say('Snooze')}
        title={say('Snooze')}
        popoverTarget={SNOOZE_MENU}
      >
        <Icon name="moon-stars" />
      </button>
      <div
        id={SNOOZE_MENU}
        popover="auto"
        className="fixed inset-auto mt-1 w-[320px] rounded-[16px] max-h-[80dvh] overflow-y-auto bg-surface p-2 text-ink shadow-overlay ring-1 ring-line [position-anchor:--snooze-menu] [position-area:bottom_span-left]"
      >
        <SnoozeRows entry={entry} store={store} menuId={SNOOZE_MENU} />
      </div>
    </>
  );
}
