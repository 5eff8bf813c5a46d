import { say } from '../../platform/say.ts';
import { SUBSCRIPTION_PATH } from '../../chat/inbox/service-worker/contract.ts';
import { findWorker, startWorker } from '../../chat/inbox/worker.ts';
import { postJson } from '../../platform/api-client.ts';

// The browser side: detecting support, and turning push notifications on and off.

/** 'blocked' means that the user denied the permission. Only the browser's settings can undo that. */
export type BrowserState = 'unsupported' | 'insecure' | 'blocked' | 'off' | 'on';

/** `isKnown` is true if the server lists this browser among the devices. */
export async function readBrowserState(isKnown: boolean): Promise<BrowserState> {
  if (!globalThis.isSecureContext) return 'insecure';
  const isAble = 'serviceWorker' in navigator && 'PushManager' in globalThis;
  if (!isAble || !('Notification' in globalThis)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await (await findWorker())?.pushManager.getSubscription();
  return subscription && isKnown && Notification.permission === 'granted' ? 'on' : 'off';
}

/** The message is shown to the user. */
export class PushUnavailableError extends Error {
  override readonly name = 'PushUnavailableError';
}

/** Must be called from a click handler, because browsers refuse permission requests without a user gesture. */
export async function turnPushOn(publicKey: string): Promise<BrowserState> {
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
        say(
          'The push service of this browser could not be reached. Some browsers have it switched off in their settings, and private windows have none.',
        ),
        { cause: error },
      );
    });
  await postJson(SUBSCRIPTION_PATH, subscription.toJSON());
  return 'on';
}

/** The server is told first, so that it stops sending even if the browser keeps its subscription. */
export async function turnPushOff(): Promise<BrowserState> {
  await postJson(SUBSCRIPTION_PATH, { endpoint: null });
  const subscription = await (await findWorker())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  return 'off';
}
