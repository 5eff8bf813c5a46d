import { t } from '../../i18n/translate.ts';
import { noticeTag, threadPath } from '../protocol/conversation-notice.ts';
import type { NewMessageToast } from './toast.ts';
import { readPreferences } from './preferences.tsx';
import { findWorker } from './worker.ts';
import { playChime } from '../client/chime.ts';

const CHIME_MS = 440;
let soundsUntil = 0;

/** The notifying tab holds the lock this long, so that the other tabs do not notify too. */
const ONE_TAB_MS = 3000;

/**
 * Plays a sound, and shows a desktop notification if the tab is hidden and the agent has allowed it. A lock
 * named after the message picks one of several open tabs.
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

/** Some browsers offer no notifications to pages. */
function mayShow(): boolean {
  return (globalThis as Partial<typeof globalThis>).Notification?.permission === 'granted';
}

/**
 * Uses the service worker if there is one: a later push about the same conversation then replaces this
 * notification instead of adding a second.
 */
async function show(toast: NewMessageToast, onOpen: () => void): Promise<void> {
  const title = t('New message from {email}', { email: toast.email });
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

export async function clearNotices(visitorId: string): Promise<void> {
  const shown = (await (await readWorker())?.getNotifications()) ?? [];
  const path = threadPath(visitorId);
  for (const notification of shown) {
    if ((notification.data as { path?: unknown } | null)?.path === path) notification.close();
  }
}

export async function clearNotice(conversationId: string, number: number): Promise<void> {
  const tag = noticeTag(conversationId);
  const shown = (await (await readWorker())?.getNotifications({ tag })) ?? [];
  for (const notification of shown) {
    const data = notification.data as { number?: unknown } | null;
    if (data?.number === number) notification.close();
  }
}

/** Calls `open` when a notification was clicked and this tab should show its visitor. */
export function onNoticeClicked(open: (visitorId: string) => void): () => void {
  const workers = (navigator as Partial<Navigator>).serviceWorker;
  const receive = ({ data }: MessageEvent<{ path?: unknown } | null>) => {
    const visitorId = readThreadPath(data?.path);
    if (visitorId) open(visitorId);
  };
  workers?.addEventListener('message', receive);
  return () => workers?.removeEventListener('message', receive);
}

const THREAD_PATH = /^\/agentchat\?visitor=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function readThreadPath(path: unknown): string | undefined {
  return typeof path === 'string' ? THREAD_PATH.exec(path)?.[1] : undefined;
}

/** Returns undefined until the worker has started, and in browsers without service workers. */
async function readWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await findWorker();
  return registration?.active ? registration : undefined;
}

/** Plays only the first sound of simultaneous messages: twenty chimes together are loud. */
export function soundForMessage(): void {
  if (performance.now() < soundsUntil) return;
  soundsUntil = performance.now() + CHIME_MS;
  playChime();
}
