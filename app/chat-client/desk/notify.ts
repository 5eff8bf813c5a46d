import { say } from '../../platform/say.ts';
import { noticeTag, threadPath } from '../../conversation/wire/conversation-notice.ts';
import type { NewMessageToast } from './toast.ts';
import { soundForMessage } from './message-sound.ts';
import { readPreferences } from './preferences.ts';
import { findWorker } from './worker.ts';

/** How long the tab that notifies keeps the others from doing it too. */
const ONE_TAB_MS = 3000;

/**
 * A sound, and a desktop notification when the tab is out of sight and the agent allowed them.
 * Of ten open tabs one does it: whoever gets the lock named after the message.
 */
export async function notify(toast: NewMessageToast, onOpen: () => void): Promise<void> {
  await navigator.locks.request(`notify:${toast.id}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    if (readPreferences().hasSound) soundForMessage();
    if (document.visibilityState === 'hidden' && mayShow()) {
      await show(toast, onOpen);
    }
    await new Promise((resolve) => setTimeout(resolve, ONE_TAB_MS));
  });
}

/** Not every browser has notifications for pages. */
function mayShow(): boolean {
  return (globalThis as Partial<typeof globalThis>).Notification?.permission === 'granted';
}

/**
 * Through the service worker where there is one: the push about the same conversation, which comes
 * if the message stays unread, then takes this one's place instead of standing beside it.
 */
async function show(toast: NewMessageToast, onOpen: () => void): Promise<void> {
  const title = say('New message from {email}', { email: toast.email });
  const options = { body: toast.text, tag: noticeTag(toast.conversationId) };
  const worker = await readWorker();
  if (worker) {
    const data = { path: threadPath(toast.visitorId), number: toast.number };
    await worker.showNotification(title, { ...options, data });
    return;
  }
  const notification = new Notification(title, options);
  notification.addEventListener('click', () => {
    window.focus();
    onOpen();
  });
}

/** Takes back what this device shows about a visitor whose thread is read now. */
export async function clearNotices(visitorId: string): Promise<void> {
  const shown = (await (await readWorker())?.getNotifications()) ?? [];
  const path = threadPath(visitorId);
  for (const notification of shown) {
    if ((notification.data as { path?: unknown } | null)?.path === path) notification.close();
  }
}

/** Takes back what this device shows of a message that was taken back. */
export async function clearNotice(conversationId: string, number: number): Promise<void> {
  const tag = noticeTag(conversationId);
  const shown = (await (await readWorker())?.getNotifications({ tag })) ?? [];
  for (const notification of shown) {
    const data = notification.data as { number?: unknown } | null;
    if (data?.number === number) notification.close();
  }
}

/** Calls `open` when somebody clicked a notification and this tab is to show its visitor. */
export function onNoticeClicked(open: (visitorId: string) => void): () => void {
  const workers = (navigator as Partial<Navigator>).serviceWorker;
  const hear = ({ data }: MessageEvent<{ path?: unknown } | null>) => {
    const visitorId = readThreadPath(data?.path);
    if (visitorId) open(visitorId);
  };
  workers?.addEventListener('message', hear);
  return () => workers?.removeEventListener('message', hear);
}

const THREAD_PATH = /^\/agentchat\?visitor=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The visitor of such a path; undefined for anything else. */
function readThreadPath(path: unknown): string | undefined {
  return typeof path === 'string' ? THREAD_PATH.exec(path)?.[1] : undefined;
}

/** Undefined until the worker has started, and where the browser knows none. */
async function readWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await findWorker();
  return registration?.active ? registration : undefined;
}
