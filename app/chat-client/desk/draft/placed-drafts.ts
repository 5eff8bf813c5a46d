import { browserStorage, loadText, saveText } from '../../../ui/browser-storage.ts';

// Which draft of a model a text began as, kept beside the text itself: in a visitor's box until it
// is sent, then with the message until the server has it. A reload loses neither.

const ofBox = (visitorId: string) => `agent_draft:${visitorId}:of`;
const ofMessage = (clientId: string) => `draft_of:${clientId}`;

/** What somebody had written before a draft took its place. */
export const beforeKey = (visitorId: string): string => `agent_draft:${visitorId}:before`;

/** Conversations in which a draft was asked for on this page: it goes on while others are looked at. */
const asked = new Set<string>();

export function noteAsked(conversationId: string): void {
  asked.add(conversationId);
}

/** Whether there may be something of a draft: asked for before, or left from before a reload. */
export const isDraftLeft = (visitorId: string, conversationId: string): boolean =>
  asked.has(conversationId) ||
  placedIn(visitorId) !== '' ||
  loadText(browserStorage(), beforeKey(visitorId)) !== '';

/** The draft in this visitor's box; '' where there is none. */
export const placedIn = (visitorId: string): string => loadText(browserStorage(), ofBox(visitorId));

export function place(visitorId: string, draftId: string): void {
  saveText(browserStorage(), ofBox(visitorId), draftId);
}

/** What stands in the box goes out as this message. */
export function sendPlaced(visitorId: string, clientId: string | undefined): void {
  const draftId = placedIn(visitorId);
  if (draftId === '' || !clientId) return;
  saveText(browserStorage(), ofMessage(clientId), draftId);
  place(visitorId, '');
}

/** The draft that a message began as. */
export const draftOfMessage = (clientId: string): string | undefined =>
  loadText(browserStorage(), ofMessage(clientId)) || undefined;

export function forgetMessage(clientId: string): void {
  saveText(browserStorage(), ofMessage(clientId), '');
}
