import { t } from '../../i18n/translate.ts';
import { useState, type Ref } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { readPreferences, storePreferences } from './preferences.tsx';
import { listShortcuts } from './desk-commands.ts';

/** The dialog opens with '?'. */
export function ShortcutSheet({ ref }: { ref: Ref<HTMLDialogElement> }) {
  const [isOn, setOn] = useState(() => readPreferences().hasShortcuts);
  return (
    <dialog
      ref={ref}
      aria-labelledby="shortcuts-title"
      closedby="any"
      className="m-auto w-[min(420px,calc(100vw-32px))] rounded-panel bg-surface p-6 text-ink shadow-overlay backdrop:bg-night/50"
    >
      <form method="dialog" className="flex items-center justify-between">
        <h2 id="shortcuts-title" className="text-[22px]">
          {t('Keyboard shortcuts')}
        </h2>
        <button type="submit" className="icon-button" aria-label={t('Close')}>
          <Icon name="x" />
        </button>
      </form>
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2.5">
        {listShortcuts().map(({ keys, does }) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded-[7px] bg-sunken px-2 py-1 font-sans text-[13.5px] font-semibold">
                {keys}
              </kbd>
            </dt>
            <dd className="text-ink-2">{does}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-5 flex min-h-11 items-center gap-3 border-t border-line pt-4">
        <input
          type="checkbox"
          className="size-5"
          checked={isOn}
          onChange={(event) => {
            setOn(event.target.checked);
            storePreferences({ ...readPreferences(), hasShortcuts: event.target.checked });
          }}
        />
        {t('Use single keys as shortcuts')}
      </label>
    </dialog>
  );
}
