import { say } from '../../platform/say.ts';
import { findWorker, startWorker, SUBSCRIPTION_PATH } from '../../chat-client/desk/worker.ts';
import { postJson } from '../../platform/api-client.ts';

// The side of the browser: what it can do, and turning pushes on and off.

/** 'blocked': the browser's owner said no, and only their browser's settings undo that. */
export type BrowserState = 'unsupported' | 'insecure' | 'blocked' | 'off' | 'on';

/** How this browser stands. `isKnown`: the server has it among the devices. */
export async function readBrowserState(isKnown: boolean): Promise<BrowserState> {
  if (!globalThis.isSecureContext) return 'insecure';
  const isAble = 'serviceWorker' in navigator && 'PushManager' in globalThis;
  if (!isAble || !('Notification' in globalThis)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await (await findWorker())?.pushManager.getSubscription();
  return subscription && isKnown && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Why this browser could not be turned on, in words for whoever sits there. */
export class PushUnavailableError extends Error {
  override readonly name = 'PushUnavailableError';
}

/**
 * Asks for the permission, subscribes and tells the server. Only upon a click: browsers refuse a
 * page that asks by itself, and so do people.
 */
export async function turnPushOn(publicKey: string): Promise<BrowserState> {
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return 'blocked';
  if (permission === 'default') return 'off';
  const registration = await startWorker();
  // One made with another key, of a server that was set up anew, could not be sent to.
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

/** Tells the server first: a browser that keeps its subscription is sent nothing any more. */
export async function turnPushOff(): Promise<BrowserState> {
  await postJson(SUBSCRIPTION_PATH, { endpoint: null });
  const subscription = await (await findWorker())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  return 'off';
}
