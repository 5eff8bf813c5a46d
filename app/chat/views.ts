import type { Topic } from './rules.ts';

/** Shapes that travel to browsers, over HTTP and in events alike. */

export interface MessageView {
  readonly id: string;
  readonly clientId: string;
  readonly conversationId: string;
  /** Position in the conversation, from 1 without gaps. */
  readonly number: number;
  readonly text: string;
  readonly isAgent: boolean;
  readonly agentId: string | null;
  /** Display name of the agent who wrote it. */
  readonly agentName: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** A message as its visitor may see it: agents have a name there, not an account. */
export function forVisitor(message: MessageView): MessageView {
  return { ...message, agentId: null };
}

/** The service a chat was opened from (DECISIONS 19). */
export interface ServiceContext {
  readonly section: string;
  readonly slug: string;
  readonly title: string;
}

/** What a visitor may know of their own conversation. */
export interface ConversationView {
  readonly id: string;
  readonly topic: Topic;
  readonly service: ServiceContext | null;
  readonly agentName: string | null;
  readonly isCompleted: boolean;
  readonly startedAt: string;
  readonly lastNumber: number;
  /** How far the team has read: what is not above it was seen. */
  readonly agentReadNumber: number;
  readonly visitorReadNumber: number;
}

/** What a visitor is told about the team before and while waiting (DECISIONS 17). */
export interface Availability {
  /** An approved agent who accepts chats exists. */
  readonly isOpen: boolean;
  /** One of them is connected, or was a moment ago. */
  readonly isConnected: boolean;
}

/** One line of an agent's list. */
export interface InboxEntry {
  readonly visitorId: string;
  readonly email: string;
  readonly topic: Topic | null;
  /** The conversation that an answer goes to. */
  readonly conversationId: string | null;
  readonly service: ServiceContext | null;
  readonly isCompleted: boolean;
  /** The last message's number in the current conversation. */
  readonly lastNumber: number;
  /** How far the visitor has read the current conversation. */
  readonly visitorReadNumber: number;
  readonly lastMessageAt: string | null;
  readonly lastMessageText: string | null;
  readonly visitorMessageCount: number;
  readonly messageCount: number;
  readonly conversationCount: number;
  readonly unreadCount: number;
  /** Visitor messages, and none yet from the agent who has the visitor now. */
  readonly needsWelcome: boolean;
  /** When anything last happened: the list's order, and the cursor of its pages. */
  readonly updatedAt: string;
}

/** Everything said with one visitor, oldest first; long conversations begin at a later number. */
export interface ThreadView {
  readonly entry: InboxEntry;
  readonly access: 'read' | 'write';
  /** The visitor has one of these conversations open right now. */
  readonly isVisitorOnline: boolean;
  readonly conversations: readonly ThreadConversation[];
  readonly messages: readonly MessageView[];
}

export interface ThreadConversation {
  readonly id: string;
  readonly topic: Topic;
  readonly startedAt: string;
  readonly service: ServiceContext | null;
}

/** The name agents are shown by (SPEC §3): the full name, else the part before the at sign. */
export function displayName(fullName: string | null, email: string): string {
  return fullName?.trim() || (email.split('@')[0] ?? email);
}
