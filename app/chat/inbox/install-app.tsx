import { t } from '../../i18n/translate.ts';
import { useSyncExternalStore } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { neverChanges } from '../../ui/use-hydrated.ts';

/** The event that Chromium sends when the page can be installed. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let offered: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function set(next: InstallPrompt | null): void {
  offered = next;
  for (const listener of listeners) listener();
}

// The browser sends the event once, perhaps before this component is mounted.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The browser's banner would cover the composer.
    event.preventDefault();
    set(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => set(null));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const useOffered = () =>
  useSyncExternalStore(
    subscribe,
    () => offered,
    () => null,
  );

async function install(): Promise<void> {
  const asked = offered;
  // A prompt can be used only once.
  set(null);
  await asked?.prompt();
}

export function InstallRow({ menuId }: { menuId: string }) {
  const isOffered = useOffered() !== null;
  if (!isOffered) return null;
  return (
    <button
      type="button"
      className="account-menu-row"
      popoverTarget={menuId}
      popoverTargetAction="hide"
      onClick={() => void install()}
    >
      <Icon name="download-simple" /> {t('Install the app')}
    </button>
  );
}

function useInstalled(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => matchMedia('(display-mode: standalone)').matches,
    () => false,
  );
}

/** Explains how to install the dashboard; some systems offer this only in the browser's own menu. */
export function InstallHint() {
  const isOffered = useOffered() !== null;
  const isInstalled = useInstalled();
  return (
    <div className="needs-script rounded-card bg-surface p-5 ring-1 ring-line">
      <p className="max-w-[41em] text-[15px] text-ink-2">
        {isInstalled
          ? t('You are in the app. Its icon counts what you have not read.')
          : t(
              'Installed, the dashboard has an icon that counts what you have not read, takes replies on notifications where your system has a field for them, and shows what you saw last without a network.',
            )}
      </p>
      {!isInstalled && !isOffered && (
        <p className="mt-2 max-w-[41em] text-[15px] text-ink-2">
          {t(
            'Open the Inbox and choose Install in your browser’s menu; on an iPhone or iPad, Share and then Add to Home Screen.',
          )}
        </p>
      )}
      {isOffered && (
        <button
          type="button"
          className="button button-line button-small mt-4"
          onClick={() => void install()}
        >
          {t('Install the app')}
        </button>
      )}
    </div>
  );
}
