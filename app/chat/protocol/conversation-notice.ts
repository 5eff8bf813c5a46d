/**
 * The tag makes sure that a conversation has only one notification, whether the page or the service worker
 * shows it.
 */
export function noticeTag(conversationId: string): string {
  return `conversation-${conversationId}`;
}

export function threadPath(visitorId: string): string {
  return `/agentchat?visitor=${visitorId}`;
}

/** The payload of a push, which the service worker shows as a notification. */
export interface PushPayload {
  readonly title: string;
  readonly body: string;
  /** A notification replaces an older one with the same tag. */
  readonly tag: string;
  readonly path: string;
  /** The number of the newest message. A push without a newer message is silent. */
  readonly number: number;
  /** The number on the app's icon, which counts all unread messages like the inbox does. */
  readonly unread?: number;
  /** Set if the message can be answered from the notification, on behalf of `memberId`. */
  readonly conversationId?: string;
  readonly memberId?: string;
  /** The language of the service worker's messages about a reply. English by default. */
  readonly language?: string;
}
