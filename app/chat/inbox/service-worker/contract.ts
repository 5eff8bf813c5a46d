// The names and messages that the page and the service worker share.

/** The scope covers only the dashboard: no visitor page passes through the worker. */
export const SCOPE = '/agentchat';

export const SUBSCRIPTION_PATH = '/notifications/subscription';

/** The prefix of the caches; the rest of a cache's name is the build. */
export const CACHE_PREFIX = 'desk-';

/** The prefix of the tags of notifications about a reply that was typed into a notification. */
export const REPLY_TAG_PREFIX = 'reply-';

export const SYNC_TAG = 'replies';

/** Some browsers have no background sync. */
export interface WithSync extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** The page and files that the worker must cache. */
export interface Keep {
  readonly build: string;
  /** The signed-in agent. */
  readonly owner: string;
  readonly paths: readonly string[];
}

export type MessageToWorker = ({ readonly kind: 'keep' } & Keep) | { readonly kind: 'send' };

/** `path` asks the page to open a conversation; `replies` reports that the stored replies have changed. */
export type MessageToPage = { readonly path: string | undefined } | { readonly replies: true };
