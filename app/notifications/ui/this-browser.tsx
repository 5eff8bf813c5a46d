import { t, type Sentence, msg } from '../../i18n/translate.ts';
import { useEffect, useState } from 'react';
import { SoundSwitch } from '../../chat/inbox/preferences.tsx';
import { ApiError, postJson } from '../../platform/api-client.ts';
import { Chip } from '../../ui/chip.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { SUBSCRIPTION_PATH } from '../../chat/inbox/service-worker/contract.ts';
import { findWorker, startWorker } from '../../chat/inbox/worker.ts';

// The browser side: detecting support, and turning push notifications on and off.

/** 'blocked' means that the user denied the permission. Only the browser's settings can undo that. */
type BrowserState = 'unsupported' | 'insecure' | 'blocked' | 'off' | 'on';

/** The message is shown to the user. */
class PushUnavailableError extends Error {
  override readonly name = 'PushUnavailableError';
}

interface ThisBrowserProps {
  readonly publicKey: string;
  readonly isKnown: boolean;
  /** Called when the list of devices has changed. */
  readonly onChanged: () => void;
}

export function ThisBrowser({ publicKey, isKnown, onChanged }: ThisBrowserProps) {
  const { state, isBusy, problem, change } = useBrowserState(isKnown, onChanged);
  return (
    <div className="rounded-card bg-surface p-5 ring-1 ring-line">
      <div className="needs-script flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-4 max-md:min-h-[150px]">
        <div className="min-w-0 flex-1 basis-72" role="status">
          <State state={state} />
        </div>
        {(state === 'off' || state === 'on') && (
          <button
            type="button"
            className={`button button-small ${state === 'off' ? 'button-primary' : 'button-line'}`}
            aria-busy={isBusy}
            onClick={() => {
              if (isBusy) return;
              void change(state === 'off' ? () => turnPushOn(publicKey) : turnPushOff);
            }}
          >
            {isBusy && <Icon name="spinner-gap" size={18} className="animate-spin" />}
            {state === 'off' ? t('Turn on notifications') : t('Turn off notifications')}
          </button>
        )}
      </div>
      <noscript>
        <p>{t('Notifications on this device need JavaScript. Mails do not.')}</p>
      </noscript>
      {problem && (
        <div className="mt-4">
          <Notice kind="error">{problem}</Notice>
        </div>
      )}
      <div className="needs-script mt-4 border-t border-line pt-2">
        <SoundSwitch className="flex min-h-11 w-fit cursor-pointer items-center gap-3" />
        <p className="text-[14px] text-ink-2">
          {t('In this browser, while the dashboard is open.')}
        </p>
      </div>
    </div>
  );
}

function useBrowserState(isKnown: boolean, onChanged: () => void) {
  const [state, setState] = useState<BrowserState | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let isOver = false;
    const look = () =>
      void readBrowserState(isKnown).then((next) => (isOver ? undefined : setState(next)));
    look();
    // The permission is changed in the browser's settings, so the state is read again on focus.
    window.addEventListener('focus', look);
    return () => {
      isOver = true;
      window.removeEventListener('focus', look);
    };
  }, [isKnown]);

  async function change(work: () => Promise<BrowserState>): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      setState(await work());
      onChanged();
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof PushUnavailableError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  }

  return { state, isBusy, problem, change };
}

interface Shown {
  readonly tone: 'success' | 'plain' | 'amber';
  readonly name: Sentence;
  readonly text: Sentence;
}

const SHOWN: Readonly<Record<BrowserState, Shown>> = {
  on: {
    tone: 'success',
    name: msg('On'),
    text: msg('This browser shows what stays unread, also while no page of ours is open.'),
  },
  off: {
    tone: 'plain',
    name: msg('Off'),
    text: msg(
      'This browser is quiet. When you turn notifications on, it asks for your permission.',
    ),
  },
  blocked: {
    tone: 'amber',
    name: msg('Blocked'),
    text: msg(
      'Notifications of this site are blocked in your browser. Open its settings for this site (the icon left of the address), allow notifications, and come back.',
    ),
  },
  insecure: {
    tone: 'amber',
    name: msg('Not possible'),
    text: msg(
      'Browsers allow notifications over a secure connection alone. Open the portal at its address that starts with https://, or ask your operator for one.',
    ),
  },
  unsupported: {
    tone: 'amber',
    name: msg('Not possible'),
    text: msg(
      'This browser has no notifications for sites. On an iPhone or iPad, add the portal to the home screen and open it from there; anywhere else, try another browser.',
    ),
  },
};

function State({ state }: { readonly state: BrowserState | null }) {
  if (state === null) return <p className="text-ink-2">{t('Looking at this browser…')}</p>;
  const { tone, name, text } = SHOWN[state];
  return (
    <>
      <Chip tone={tone}>{t(name)}</Chip>
      <p className="mt-2 max-w-[41em] text-[15px] text-ink-2">{t(text)}</p>
    </>
  );
}

/** `isKnown` is true if the server lists this browser among the devices. */
async function readBrowserState(isKnown: boolean): Promise<BrowserState> {
  if (!globalThis.isSecureContext) return 'insecure';
  const isAble = 'serviceWorker' in navigator && 'PushManager' in globalThis;
  if (!isAble || !('Notification' in globalThis)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await (await findWorker())?.pushManager.getSubscription();
  return subscription && isKnown && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Must be called from a click handler, because browsers refuse permission requests without a user gesture. */
async function turnPushOn(publicKey: string): Promise<BrowserState> {
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return 'blocked';
  if (permission === 'default') return 'off';
  const registration = await startWorker();
  // A subscription with the key of an earlier installation would not work, so it is replaced.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((error: unknown) => {
      throw new PushUnavailableError(
        t(
          'The push service of this browser could not be reached. Some browsers have it switched off in their settings, and private windows have none.',
        ),
        { cause: error },
      );
    });
  await postJson(SUBSCRIPTION_PATH, subscription.toJSON());
  return 'on';
}

/** The server is told first, so that it stops sending even if the browser keeps its subscription. */
async function turnPushOff(): Promise<BrowserState> {
  await postJson(SUBSCRIPTION_PATH, { endpoint: null });
  const subscription = await (await findWorker())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  return 'off';
}
