import { outboxPrefix } from '../../client/outbox.ts';
import { setBadge } from '../badge.ts';
import { withDatabase, type PersistedReply } from '../offline/offline-database.ts';
import { REPLY_TAG_PREFIX, SCOPE, SYNC_TAG, type WithSync } from './contract.ts';
import { ICON, notifyTab, type NoticeData } from './notifications.ts';
import { wordsIn } from './words.ts';

declare const self: ServiceWorkerGlobalScope;

/** A request that takes longer counts as failed. */
const GIVE_UP_MS = 20_000;

/** Saves the reply with an id before it is sent, so that every retry sends the same message. */
export async function answer(notice: NoticeData, text: string): Promise<void> {
  const { conversationId, memberId, path, number, language } = notice;
  if (conversationId === undefined || memberId === undefined) return;
  const reply: PersistedReply = {
    clientId: crypto.randomUUID(),
    conversationId,
    author: memberId,
    text,
    writtenAt: new Date().toISOString(),
    state: 'waiting',
    hasFiles: false,
    isFromNotice: true,
    path,
    number,
    language,
  };
  await withDatabase((database) => database.put('replies', reply));
  await notifyTabs();
  await sendReplies();
}

/**
 * Sends the replies of each conversation one by one in the order written. If some must wait and `mustFinish`
 * is set, it throws, so that background sync tries again.
 */
export async function sendReplies({ mustFinish = false } = {}): Promise<void> {
  const isLeft = await navigator.locks.request('agent_app', sendWaiting);
  await notifyTabs();
  if (!isLeft) return;
  if (mustFinish) throw new Error('Some replies wait for a connection');
  const { sync }: WithSync = self.registration;
  await sync?.register(SYNC_TAG).catch(() => {});
}

/** Returns true if some replies must wait. */
async function sendWaiting(): Promise<boolean> {
  const waiting = await withDatabase((database) => database.getAll('replies'));
  const stopped = new Set<string>();
  waiting.sort((one, other) => (one.writtenAt < other.writtenAt ? -1 : 1));
  for (const { clientId, conversationId, state, hasFiles } of waiting) {
    if (state !== 'waiting' || stopped.has(conversationId)) continue;
    // Only a page sends files, and later replies wait for them.
    const isDone =
      !hasFiles &&
      // Pages hold this lock while they send, so page and worker never send at the same time.
      (await navigator.locks.request(outboxPrefix(conversationId), () => send(clientId)));
    if (!isDone) stopped.add(conversationId);
  }
  return stopped.size > 0;
}

/** Returns false if this reply must wait, and with it the later ones of the conversation. */
async function send(clientId: string): Promise<boolean> {
  // A page may have sent or discarded the reply meanwhile.
  const reply = await withDatabase((database) => database.get('replies', clientId));
  if (!reply) return true;
  const { conversationId, author, text } = reply;
  const words = wordsIn(reply.language);
  const response = await post(`${SCOPE}/conversations/${conversationId}/messages`, {
    clientId,
    text,
    author,
  });
  if (!response || response.status === 429 || response.status >= 500) {
    await note(reply, words.isKept, words.isKeptUntil);
    return false;
  }
  if (response.status === 401) {
    await note(reply, words.signIn, words.signInUntil);
    return false;
  }
  if (response.ok) {
    await withDatabase((database) => database.delete('replies', clientId));
    if (reply.isFromNotice) await settle(reply);
    return true;
  }
  const { error } = (await response.json().catch(() => ({}))) as { error?: { message?: string } };
  const reason = error?.message ?? words.notTaken;
  const refused: PersistedReply = { ...reply, state: 'refused', reason };
  await withDatabase((database) => database.put('replies', refused));
  await note(reply, words.notSent, `${reason} ${words.findAgain}`);
  return true;
}

/** Marks the messages of a notification as read, because its reader has replied to them. */
async function settle({ clientId, conversationId, number }: PersistedReply): Promise<void> {
  const tag = REPLY_TAG_PREFIX + clientId;
  for (const shown of await self.registration.getNotifications({ tag })) shown.close();
  await post(`${SCOPE}/conversations/${conversationId}/read`, { number });
  const counts = await fetch(`${SCOPE}/counts`).catch(() => undefined);
  if (counts?.ok) await setBadge(((await counts.json()) as { unread: number }).unread);
}

/** Reports on a reply that was typed into a notification; the page reports on all others. */
async function note(reply: PersistedReply, title: string, body: string): Promise<void> {
  if (!reply.isFromNotice) return;
  await self.registration.showNotification(title, {
    body,
    tag: REPLY_TAG_PREFIX + reply.clientId,
    silent: true,
    icon: ICON,
    data: { path: reply.path },
  });
}

async function notifyTabs(): Promise<void> {
  for (const tab of await self.clients.matchAll({ type: 'window' }))
    notifyTab(tab, { replies: true });
}

/** Resolves to undefined without a connection. */
function post(path: string, body: object): Promise<Response | undefined> {
  return fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(GIVE_UP_MS),
  }).catch(() => undefined);
}
