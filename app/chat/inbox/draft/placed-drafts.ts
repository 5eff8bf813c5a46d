import { browserStorage, loadText, saveText } from '../../../ui/browser-storage.ts';

// Stores which model draft a text began as: with the composer's draft until it is sent, then with the message
// until the server has it. A reload loses neither.

const ofBox = (visitorId: string) => `agent_draft:${visitorId}:of`;
const ofMessage = (clientId: string) => `draft_of:${clientId}`;

/** The storage key of the text that a draft replaced. */
export const beforeKey = (visitorId: string): string => `agent_draft:${visitorId}:before`;

/** The conversations for which this page requested a draft, which continues while others are open. */
const asked = new Set<string>();

export function noteAsked(conversationId: string): void {
  asked.add(conversationId);
}

/** True if a draft was requested on this page or is left from before a reload. */
export const isDraftLeft = (visitorId: string, conversationId: string): boolean =>
  asked.has(conversationId) ||
  placedIn(visitorId) !== '' ||
  loadText(browserStorage(), beforeKey(visitorId)) !== '';

/** Returns the id of the draft in this visitor's composer, or ''. */
export const placedIn = (visitorId: string): string => loadText(browserStorage(), ofBox(visitorId));

export function place(visitorId: string, draftId: string): void {
  saveText(browserStorage(), ofBox(visitorId), draftId);
}

export function sendPlaced(visitorId: string, clientId: string | undefined): void {
  const draftId = placedIn(visitorId);
  if (draftId === '' || !clientId) return;
  saveText(browserStorage(), ofMessage(clientId), draftId);
  place(visitorId, '');
}

export const draftOfMessage = (clientId: string): string | undefined =>
  loadText(browserStorage(), ofMessage(clientId)) || undefined;

export function forgetMessage(clientId: string): void {
  saveText(browserStorage(), ofMessage(clientId), '');
}
