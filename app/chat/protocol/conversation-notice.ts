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
