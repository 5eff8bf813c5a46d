import type { PushPayload } from '../../protocol/conversation-notice.ts';
import { setBadge } from '../badge.ts';
import { SCOPE, SUBSCRIPTION_PATH, type MessageToPage } from './contract.ts';
import { wordsIn } from './words.ts';

declare const self: ServiceWorkerGlobalScope;

/** The values of the push that a click on its notification needs. */
export type NoticeData = Partial<
  Pick<PushPayload, 'path' | 'number' | 'conversationId' | 'memberId' | 'language'>
>;

/** TypeScript's library lacks what only some browsers have. */
interface AllNotificationOptions extends NotificationOptions {
  readonly renotify?: boolean;
  readonly actions?: readonly {
    readonly action: string;
    readonly type: 'text';
    readonly title: string;
    readonly placeholder: string;
  }[];
}

export const ICON = '/icon-192.png';

export async function show(message: PushMessageData | null): Promise<void> {
  if (!message) return;
  const push = message.json() as PushPayload;
  const { title, body, tag, path, number, unread, conversationId, memberId, language } = push;
  // A push without a newer message silently replaces the notification.
  const shown = await self.registration.getNotifications({ tag });
  const isNews = !shown.some((notification) => numberOf(notification) >= number);
  if (unread !== undefined) await setBadge(unread);
  const words = wordsIn(language);
  const canReply = conversationId !== undefined && memberId !== undefined;
  const data: NoticeData = { path, number, ...(canReply ? { conversationId, memberId } : {}) };
  const options: AllNotificationOptions = {
    body,
    tag,
    renotify: isNews,
    silent: !isNews,
    icon: ICON,
    data: canReply && language !== undefined ? { ...data, language } : data,
    ...(canReply
      ? {
          actions: [
            { action: 'reply', type: 'text', title: words.reply, placeholder: words.writeReply },
          ],
        }
      : {}),
  };
  await self.registration.showNotification(title, options);
}

/** Notifications without a number count as older. */
function numberOf(notification: Notification): number {
  return (notification.data as NoticeData | null)?.number ?? -1;
}

/** Shows the path in an open tab of the dashboard, or in a new one. */
export async function open(path: string | undefined): Promise<void> {
  const url = new URL(path ?? SCOPE, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const fitting = tabs.filter((tab) => new URL(tab.url).pathname === url.pathname);
  const tab = fitting.find((one) => one.visibilityState === 'visible') ?? fitting[0];
  if (!tab) {
    await self.clients.openWindow(url.href);
    return;
  }
  // The message is sent first, because the browser may refuse the focus.
  notifyTab(tab, { path });
  await tab.focus();
}

export function notifyTab(tab: WindowClient, message: MessageToPage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's tabs are of its origin
  tab.postMessage(message);
}

/** The push service changed the browser's address; it answers pushes to the old one with 410. */
export async function renewSubscription(event: PushSubscriptionChangeEvent): Promise<void> {
  const subscription =
    event.newSubscription ??
    (await self.registration.pushManager.subscribe(event.oldSubscription?.options));
  await fetch(SUBSCRIPTION_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(subscription),
  });
}
