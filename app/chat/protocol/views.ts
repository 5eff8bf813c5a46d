import { msg } from '../../i18n/translate.ts';
import type { Language } from '../../platform/languages.ts';
import type { Role } from '../../accounts/protocol/roles.ts';
import type { AgentState, DeskState } from './desk-state.ts';
import type { CameFrom } from './elsewhere.ts';
import type { EntryState } from './entry-state.ts';
import type { FileView } from './files.ts';
import type { LabelView } from './labels.ts';
import type { VisitorFields } from './visitor-fields.ts';

/**
 * Text, or a card that another module added to the thread. An offer counts as an answer of the team. Answers
 * to offers and order updates are announcements and do not affect waiting.
 */
export const MESSAGE_KINDS = ['text', 'offer', 'offer-answer', 'order'] as const;

export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** The content of a card is defined by its module and by the screens that render the card. */
export type MessageCard = Readonly<Record<string, unknown>>;

/** The types sent to browsers, over HTTP and in events alike. */

export interface DeskMember {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly role: string;
  readonly roleName: string;
  readonly seesVisitors: boolean;
  /** True if the member may withdraw offers of colleagues. */
  readonly managesOrders: boolean;
  readonly hasDrafts: boolean;
}

export interface Colleague {
  readonly id: string;
  readonly fullName: string;
  readonly isConnected: boolean;
}

/** The targets of a transfer (rule 137). */
export interface HandOverTargets {
  readonly colleagues: readonly Colleague[];
  readonly teams: readonly TeamTarget[];
}

/** A team with at least one member who can take a visitor. */
export interface TeamTarget {
  readonly id: string;
  readonly name: string;
  readonly connectedCount: number;
}

export type TransferTarget =
  | { readonly kind: 'agent'; readonly id: string }
  | { readonly kind: 'team'; readonly id: string }
  | { readonly kind: 'queue' };

export interface MessageView {
  readonly id: string;
  readonly clientId: string;
  readonly conversationId: string;
  /** The position in the conversation, from 1 without gaps. */
  readonly number: number;
  /** For a card, its content as plain text for clients that show no cards. */
  readonly text: string;
  readonly kind?: Exclude<MessageKind, 'text'>;
  readonly card?: MessageCard;
  readonly isAgent: boolean;
  readonly agentId: string | null;
  readonly agentName: string | null;
  /** The name of the program that sent the message. Only the team sees it. */
  readonly program?: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /**
   * The number among the conversation's removals. The text is then empty. Undefined for a message that was
   * not unsent.
   */
  readonly removalNumber?: number;
  readonly files?: readonly FileView[];
  /** Email data that only the team sees. */
  readonly mail?: MessageMail;
}

/** A message of `mail-notices.ts`. */
interface FileNotice {
  readonly key: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The email data of a message (rule 170). */
export interface MessageMail {
  /** The sender, if it differs from the conversation's address. Empty if the email names no sender. */
  readonly sender?: string;
  /**
   * True if the email was sent to no secret address but references an email of a conversation with a
   * confirmed browser. Anybody can forge the visitor's address in From.
   */
  readonly isUnproven?: true;
  readonly subject?: string;
  /** Text beyond the limit of a message, quotations and signatures, which are shown on demand. */
  readonly folded?: string;
  /** Files that were not added, with the reason. */
  readonly notices?: readonly FileNotice[];
  /** The same in emails that a version before `notices` received. */
  readonly notAdded?: readonly string[];
}

/** The placeholder for an unsent message (rule 118). */
export const MESSAGE_REMOVED = msg('Message removed');

export function isRemoved({ removalNumber }: Pick<MessageView, 'removalNumber'>): boolean {
  return removalNumber !== undefined;
}

/**
 * Removes data that visitors must not see: account ids, programs, and email data, because the person at the
 * browser may not be the owner of the mailbox.
 */
export function forVisitor({
  mail: _mail,
  program: _program,
  ...message
}: MessageView): MessageView {
  return { ...message, agentId: null };
}

/** The service page on which the chat was opened (rule 95). */
export interface ServiceContext {
  readonly section: string;
  readonly slug: string;
  readonly title: string;
}

export interface ConversationView {
  readonly id: string;
  readonly topic: string;
  readonly service: ServiceContext | null;
  readonly agentName: string | null;
  readonly agentSince: string | null;
  readonly isAnswered: boolean;
  readonly visitorName: string | null;
  /** True if this browser has proved that it receives email for the address (rule 168). */
  readonly isConfirmed: boolean;
  readonly isCompleted: boolean;
  readonly startedAt: string;
  readonly lastNumber: number;
  readonly agentReadNumber: number;
  readonly visitorReadNumber: number;
  /** The next visitor has position 1. Null outside the queue. */
  readonly queuePosition: number | null;
  readonly rating: RatingView | null;
  /** The end of the rating period. Null while the conversation is open, or if nobody answered. */
  readonly ratableUntil: string | null;
}

/** `score` is from 1 to 5. */
export interface RatingView {
  readonly score: number;
  readonly comment: string | null;
}

/** The availability shown to visitors before and while they wait (rule 129). */
export interface Availability {
  readonly state: DeskState;
  /** The expected wait from recent answers. Null for too small a sample. */
  readonly expectedMinutes: number | null;
  /** The median wait of a month in minutes. Null for too small a sample. */
  readonly usualMinutes: number | null;
  /** The next opening time of a closed chat. */
  readonly opensAt: string | null;
}

/** The identity of a conversation's visitor, as far as known (rule 167). */
export interface VisitorIdentity extends VisitorFields {
  /** True if the browser has proved that it receives email for the address. */
  readonly isConfirmed: boolean;
  /** True for an unconfirmed browser that was not the first with this address. */
  readonly isNewBrowser: boolean;
  /** The host site on which the conversation began. Undefined for the shop's own site. */
  readonly cameFrom?: CameFrom;
}

/** The visitors in a list: one's own, unassigned ones, or all. */
export const INBOX_SCOPES = ['mine', 'queue', 'all'] as const;

export type InboxScope = (typeof INBOX_SCOPES)[number];

export interface InboxEntry {
  readonly visitorId: string;
  /** The entry with the higher version shows the later state of the database. */
  readonly version: number;
  readonly email: string;
  /** Labels of the visitor, then those of the conversation that receives answers. */
  readonly labels: readonly LabelView[];
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly topic: string | null;
  /** The key for answer targets and short names. */
  readonly topicId: string | null;
  /** The language in which the visitor uses the shop and receives emails. */
  readonly language: Language;
  readonly identity: VisitorIdentity;
  /** The most urgent conversation, the current one among equals. Answers go to this conversation (rule 314). */
  readonly conversationId: string | null;
  readonly service: ServiceContext | null;
  readonly state: EntryState;
  readonly waitingSince: string | null;
  readonly snoozedUntil: string | null;
  /** The number of the last message in that conversation. */
  readonly lastNumber: number;
  readonly visitorReadNumber: number;
  readonly lastMessageAt: string | null;
  readonly lastMessageText: string | null;
  readonly visitorMessageCount: number;
  readonly messageCount: number;
  readonly conversationCount: number;
  readonly unreadCount: number;
  /** True if the visitor has written and the current agent has not. */
  readonly needsWelcome: boolean;
  readonly rating: RatingView | null;
  /** The time of the last activity, which is the sort key and the cursor of the inbox. */
  readonly updatedAt: string;
}

/** All conversations of a visitor, oldest first. Long conversations begin at a later number. */
export interface ThreadView {
  readonly entry: InboxEntry;
  readonly access: 'read' | 'write';
  readonly isVisitorOnline: boolean;
  readonly conversations: readonly ThreadConversation[];
  readonly messages: readonly MessageView[];
  readonly notes: readonly NoteView[];
}

/** A private note. No response, event, transcript or email to a visitor contains notes. */
export interface NoteView {
  readonly id: string;
  readonly conversationId: string;
  readonly authorId: string | null;
  readonly authorName: string | null;
  readonly program?: string;
  readonly text: string;
  readonly createdAt: string;
  /** The names of mentioned members. Undefined without mentions. */
  readonly mentions?: readonly string[];
}

export interface AgentView {
  readonly id: string;
  readonly fullName: string;
  readonly role: Role;
  readonly state: AgentState;
  readonly isConnected: boolean;
  readonly acceptsChats: boolean;
  readonly activeChats: number;
  readonly openChats: number;
  /** Null means no limit. */
  readonly capacity: number | null;
  /** Null if the default capacity applies. */
  readonly ownCapacity: number | null;
}

/** A language without a text is missing. */
export type TextsByLanguage = Readonly<Partial<Record<Language, string>>>;

export interface CannedReply {
  readonly id: string;
  readonly shortcut: string;
  readonly text: string;
  /** The texts for visitors who write in another language. */
  readonly texts: TextsByLanguage;
  readonly isShared: boolean;
}

export interface MessageHit {
  readonly messageId: string;
  readonly conversationId: string;
  readonly number: number;
  readonly visitorId: string;
  readonly email: string;
  readonly isAgent: boolean;
  readonly createdAt: string;
  /** An excerpt with hits between {@link HIT_START} and {@link HIT_END}. */
  readonly excerpt: string;
}

/** Characters of the private use area, which nobody types. */
export const HIT_START = '\uE000';
export const HIT_END = '\uE001';

export interface ThreadConversation {
  readonly id: string;
  readonly removalCount: number;
  /**
   * The read position of the member. For the visitor's agent, only messages that the visitor was told are
   * seen.
   */
  readonly readNumber: number;
}
