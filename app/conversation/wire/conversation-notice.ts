/** One notification a conversation, whoever shows it: the dashboard's tab or the service worker. */
export function noticeTag(conversationId: string): string {
  return `conversation-${conversationId}`;
}

/** Where the dashboard has this visitor's thread open. */
export function threadPath(visitorId: string): string {
  return `/agentchat?visitor=${visitorId}`;
}
