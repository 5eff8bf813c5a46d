import { inboxApi } from './inbox-api.ts';
import type { InboxScope } from '../protocol/views.ts';
import type { Command } from '../../ui/command/command.ts';

/** Nobody reads a longer list while typing. */
const SHOWN = 8;

let opener: ((visitorId: string) => void) | undefined;

/** Lets a mounted dashboard open visitors itself. Returns a function that unregisters it. */
export function openVisitorsWith(open: (visitorId: string) => void): () => void {
  opener = open;
  return () => {
    if (opener === open) opener = undefined;
  };
}

export async function findVisitors(
  text: string,
  scope: InboxScope,
  go: (path: string) => void,
  signal: AbortSignal,
): Promise<Command[]> {
  const query = { scope, search: text };
  const { entries } = await inboxApi.get('/agentchat/inbox', {}, { query, signal });
  return entries.slice(0, SHOWN).map(({ visitorId, email, agentName }) => ({
    id: `visitor-${visitorId}`,
    name: email,
    icon: 'chat-circle',
    ...(agentName && scope === 'all' && { note: agentName }),
    run: () => (opener ? opener(visitorId) : go(`/agentchat?visitor=${visitorId}`)),
  }));
}
