import type { Language } from '../../platform/languages.ts';
import type { Role } from '../../team/members/roles.ts';
import type { AgentState, DeskState } from './desk-state.ts';
import type { CameFrom } from './elsewhere.ts';
import type { EntryState } from './entry-state.ts';
import type { FileView } from './files.ts';
import type { LabelView } from './labels.ts';
import type { MessageCard, MessageKind } from './message-kind.ts';

/** Shapes that travel to browsers, over HTTP and in events alike. */

/** Who has the dashboard open, and what it offers to them alone. */
export interface DeskMember {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly role: string;
  /** As it is called where they read. */
  readonly roleName: string;
  /** Whether they may look a visitor up. */
  readonly seesVisitors: boolean;
  /** Whether a colleague's offer is theirs to withdraw. */
  readonly managesOrders: boolean;
  /** Whether a model drafts answers here. */
  readonly hasDrafts: boolean;
}

/** A colleague a visitor can be handed to. */
export interface Colleague {
  readonly id: string;
  readonly fullName: string;
  readonly isConnected: boolean;
}

/** Who a visitor can be handed to (DECISIONS 36). */
export interface HandOverTargets {
  readonly colleagues: readonly Colleague[];
  readonly teams: readonly TeamTarget[];
}

/** A team that somebody of can take a visitor. */
export interface TeamTarget {
  readonly id: string;
  readonly name: string;
  /** Of its members who accept chats, those who are connected. */
  readonly connectedCount: number;
}

/** A person, a team, or the queue. */
export type TransferTarget =
  | { readonly kind: 'agent'; readonly id: string }
  | { readonly kind: 'team'; readonly id: string }
  | { readonly kind: 'queue' };

export interface MessageView {
  readonly id: string;
  readonly clientId: string;
  readonly conversationId: string;
  /** Position in the conversation, from 1 without gaps. */
  readonly number: number;
  /** Of a card: the same in words, for whatever shows no cards. */
  readonly text: string;
  /** Left out of what was typed. */
  readonly kind?: Exclude<MessageKind, 'text'>;
  readonly card?: MessageCard;
  readonly isAgent: boolean;
  readonly agentId: string | null;
  /** Display name of the agent who wrote it, or of the program. */
  readonly agentName: string | null;
  /** The program that sent it, where one did: for the team. */
  readonly program?: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Its number among those taken back in the conversation, its text is '' then; absent while it stands. */
  readonly removalNumber?: number;
  /** In their order; left out where there are none. */
  readonly files?: readonly FileView[];
  /** What the team sees of one that came by mail. */
  readonly mail?: MessageMail;
}

/** A message that came by mail (DECISIONS 51). */
export interface MessageMail {
  /** Who sent it, where that is not the address of the conversation; '' where the mail does not say. */
  readonly sender?: string;
  /**
   * It came to no secret address but names an email of a conversation whose browser is confirmed:
   * anybody can write the visitor's address into From.
   */
  readonly isUnproven?: true;
  /** The subject of one that began another topic in the same thread. */
  readonly subject?: string;
  /** What did not fit into a message, and what was quoted or signed: shown when somebody asks. */
  readonly folded?: string;
  /** Sentences about what it carried and was not added. */
  readonly notAdded?: readonly string[];
}

/** What stands in the place of a message that was taken back (DECISIONS 34). */
export const MESSAGE_REMOVED = 'Message removed';

export function isRemoved({ removalNumber }: Pick<MessageView, 'removalNumber'>): boolean {
  return removalNumber !== undefined;
}

/**
 * A message as its visitor may see it: agents have a name there, not an account. Of a mail nothing but
 * what it says: whoever has the browser may be another than who has the mailbox.
 */
export function forVisitor({
  mail: _mail,
  program: _program,
  ...message
}: MessageView): MessageView {
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
  readonly topic: string;
  readonly service: ServiceContext | null;
  readonly agentName: string | null;
  /** Since when that agent has it; null while nobody does. */
  readonly agentSince: string | null;
  /** Whether anybody of the team has written yet. */
  readonly isAnswered: boolean;
  /** The name the visitor gave here. */
  readonly visitorName: string | null;
  /** This browser has proved that it reads the address's mail (DECISIONS 33). */
  readonly isConfirmed: boolean;
  readonly isCompleted: boolean;
  readonly startedAt: string;
  readonly lastNumber: number;
  /** How far the team has read: what is not above it was seen. */
  readonly agentReadNumber: number;
  readonly visitorReadNumber: number;
  /** 1 for whoever is next; null for those who do not wait in the queue. */
  readonly queuePosition: number | null;
  readonly rating: RatingView | null;
  /** Until when the visitor may rate it; null while it is open, or if nobody answered. */
  readonly ratableUntil: string | null;
}

/** How a visitor found the chat: 1 to 5, and why. */
export interface RatingView {
  readonly score: number;
  readonly comment: string | null;
}

/** What a visitor is told about the team before and while waiting (DECISIONS 17). */
export interface Availability {
  readonly state: DeskState;
  /** How long an answer has taken lately; null when too little is known. */
  readonly expectedMinutes: number | null;
  /** The median of a month's answers, in minutes; null when too few were measured. */
  readonly usualMinutes: number | null;
  /** When a closed desk opens again. */
  readonly opensAt: string | null;
}

/** Who a conversation's visitor is, as far as that is known (DECISIONS 33). */
export interface VisitorIdentity {
  /** What they are called: as the team has it, or else as they gave it there; null where nobody has said. */
  readonly name: string | null;
  /** Its browser has proved that it reads the address's mail. */
  readonly isConfirmed: boolean;
  /** Not proved, and the address came first with another browser. */
  readonly isNewBrowser: boolean;
  /** The site of somebody else on which it was begun; nothing where that was ours. */
  readonly cameFrom?: CameFrom;
}

/** Whose visitors a list shows: one's own, those whom nobody has, everybody's. */
export const INBOX_SCOPES = ['mine', 'queue', 'all'] as const;

export type InboxScope = (typeof INBOX_SCOPES)[number];

/** One line of an agent's list. */
export interface InboxEntry {
  readonly visitorId: string;
  readonly email: string;
  /** Those of the visitor, then those of the conversation that an answer goes to. */
  readonly labels: readonly LabelView[];
  /** Who has the visitor; null while they wait in the queue. */
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly topic: string | null;
  /** By it targets and short names are found. */
  readonly topicId: string | null;
  /** In which the visitor reads the shop, and is written to. */
  readonly language: Language;
  /** Who wrote in that conversation. */
  readonly identity: VisitorIdentity;
  /** The most urgent conversation, the current one of several: an answer goes there. */
  readonly conversationId: string | null;
  readonly service: ServiceContext | null;
  /** As that conversation stands. */
  readonly state: EntryState;
  /** Since when it waits for an answer; null while it does not. */
  readonly waitingSince: string | null;
  /** Until when it is snoozed; null unless that is its state. */
  readonly snoozedUntil: string | null;
  /** The last message's number in that conversation. */
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
  /** How the visitor rated the current conversation. */
  readonly rating: RatingView | null;
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
  readonly notes: readonly NoteView[];
}

/** What the team wrote to itself. No visitor's answer, event, transcript or mail holds one. */
export interface NoteView {
  readonly id: string;
  readonly conversationId: string;
  readonly authorId: string | null;
  /** Of whoever wrote it, or of the program. */
  readonly authorName: string | null;
  /** The program that wrote it, where one did. */
  readonly program?: string;
  readonly text: string;
  readonly createdAt: string;
  /** The names of those it names, who are told of it; absent where it names nobody. */
  readonly mentions?: readonly string[];
}

/** Somebody who answers visitors, as managers see them. */
export interface AgentView {
  readonly id: string;
  readonly fullName: string;
  readonly role: Role;
  readonly state: AgentState;
  readonly isConnected: boolean;
  readonly acceptsChats: boolean;
  readonly activeChats: number;
  readonly openChats: number;
  /** Null for any number. */
  readonly capacity: number | null;
  /** Null when the capacity is that of the setting. */
  readonly ownCapacity: number | null;
}

export interface CannedReply {
  readonly id: string;
  readonly shortcut: string;
  readonly text: string;
  /** For visitors who write in Spanish; null where there is none. */
  readonly spanish: string | null;
  readonly isShared: boolean;
}

/** A message that a search found. */
export interface MessageHit {
  readonly messageId: string;
  readonly conversationId: string;
  readonly number: number;
  readonly visitorId: string;
  readonly email: string;
  readonly isAgent: boolean;
  readonly createdAt: string;
  /** Part of the message, what was found between {@link HIT_START} and {@link HIT_END}. */
  readonly excerpt: string;
}

/** Letters nobody types: they are for private use, and mark what was found. */
export const HIT_START = '\uE000';
export const HIT_END = '\uE001';

export interface ThreadConversation {
  readonly id: string;
  /** How many of its messages were taken back. */
  readonly removalCount: number;
  /** How far whoever looks has read, and the visitor knows it where they are the agent. */
  readonly readNumber: number;
}

/** The name agents are shown by (SPEC §3): the full name, else the part before the at sign. */
export function displayName(fullName: string | null, email: string): string {
  return fullName?.trim() || (email.split('@')[0] ?? email);
}
