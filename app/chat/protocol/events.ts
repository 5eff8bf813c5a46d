import type { MentionView } from './mentions.ts';
import type { ConversationView, InboxEntry, MessageView, NoteView } from './views.ts';

/**
 * Socket events from the server. Every event is only a hint: a client that misses an event asks over HTTP for
 * everything after its last number and loses nothing.
 */
export interface ServerEvents {
  message(event: MessageEvent): void;
  /** A message was unsent. The event does not contain its text. */
  removed(event: MessageEvent): void;
  /** To a visitor: the agent changed, or the conversation was completed or reopened. */
  conversation(event: ConversationView): void;
  /** To a visitor in the queue: the new position. */
  place(event: PlaceEvent): void;
  /** To an agent: the new state of an inbox entry of the agent's own visitor. */
  entry(event: InboxEntry): void;
  /** To an agent: the visitor was assigned to somebody else. */
  unassigned(event: UnassignedEvent): void;
  /** To viewers of the queue or of all visitors: the visitor was reassigned or waits. */
  changed(event: ChangedEvent): void;
  /** To the visitor's agent and to viewers of all visitors, but never to a visitor. */
  note(event: NoteEvent): void;
  mentioned(event: MentionView): void;
  /** To managers: a visitor waits and nobody is online to answer. */
  unattended(event: UnansweredEvent): void;
  /** Sent like `note`: the team's data about the visitor changed, such as a label. */
  person(event: { readonly visitorId: string }): void;
  /** To managers: the connection or availability of a member changed. */
  desk(): void;
  /** To the members who work on an order, and to managers: an order changed, or who may see it. */
  orders(): void;
  /** To an agent's other tabs and devices: the new read position. */
  read(event: ReadEvent): void;
  seen(event: SeenEvent): void;
  /** To an agent: the visitor opened or closed the conversation. */
  presence(event: PresenceEvent): void;
  /** The other side is typing. This is shown for a few seconds and never stored. */
  typing(event: TypingEvent): void;
  /** Sent to the team like `note`: a colleague started or stopped typing in this thread. */
  writing(event: WritingEvent): void;
  /** This process is shutting down. The client reconnects after a random delay within this time. */
  comeBack(event: { readonly withinMs: number }): void;
  /** Events may have been lost. The client fetches what it missed after a random delay within this time. */
  catchUp(event: { readonly withinMs: number }): void;
}

/** Socket events from clients. None of them are stored. */
export interface ClientEvents {
  typing(event: { readonly conversationId: string; readonly clientId?: string }): void;
  writing(event: {
    readonly conversationId: string;
    readonly isNote: boolean;
    readonly isOver: boolean;
  }): void;
  /**
   * From the team: tells if this tab is in the foreground, in which case the member needs no push
   * notification.
   */
  front(event: { readonly isInFront: boolean }): void;
}

export interface MessageEvent {
  readonly visitorId: string;
  readonly conversationId: string;
  readonly message: MessageView;
}

export interface UnassignedEvent {
  readonly visitorId: string;
  /** The visitor's current agent. Null means the queue; undefined means that the visitor no longer exists. */
  readonly holder?: string | null;
}

export interface WritingEvent {
  readonly visitorId: string;
  readonly conversationId: string;
  readonly by: { readonly id: string; readonly name: string };
  /** True for a private note. */
  readonly isNote: boolean;
  readonly isOver: boolean;
}

export interface UnansweredEvent {
  readonly visitorId: string;
  readonly conversationId: string;
  readonly email: string;
}

export interface PlaceEvent {
  readonly conversationId: string;
  readonly queuePosition: number | null;
}

export interface ChangedEvent {
  readonly visitorId: string;
  /** True if the visitor is in the queue. Otherwise viewers of the queue remove the entry. */
  readonly isWaiting: boolean;
}

export interface NoteEvent {
  readonly visitorId: string;
  readonly note: NoteView;
}

export interface ReadEvent {
  readonly visitorId: string;
  readonly conversationId: string;
  readonly number: number;
}

export interface SeenEvent {
  readonly conversationId: string;
  readonly number: number;
  /** True if the agent has seen the messages, false if the visitor has. */
  readonly isAgent: boolean;
}

export interface PresenceEvent {
  readonly conversationId: string;
  readonly isOnline: boolean;
}

export interface TypingEvent {
  readonly conversationId: string;
  /** The idempotency key that the message will have. */
  readonly clientId?: string | undefined;
  readonly isAgent: boolean;
}

/** Publishes events after a commit. `server/live-rooms.ts` implements this interface. */
export interface ChatPublisher {
  /** `committedAt` is a value of `performance.now()`, from which the publishing delay is measured. */
  messageSaved(event: MessageEvent, agentId: string | null, committedAt: number): void;
  messageRemoved(event: MessageEvent, agentId: string | null): void;
  conversationChanged(conversation: ConversationView): void;
  entryChanged(inboxEntry: InboxEntry, agentId: string): void;
  visitorUnassigned(visitorId: string, agentId: string, holder?: string | null): void;
  visitorWaits(visitorId: string): void;
  visitorUnattended(event: UnansweredEvent): void;
  noteSaved(event: NoteEvent, agentId: string | null): void;
  mentioned(mention: MentionView, memberId: string): void;
  personChanged(visitorId: string, agentId: string | null): void;
  deskChanged(): void;
  ordersChanged(memberIds: readonly string[]): void;
  /** A visitor entered or left the queue, or nobody accepts chats any more. */
  queueChanged(): void;
  readByAgent(event: ReadEvent, agentId: string): void;
  seenByAgent(conversationId: string, number: number): void;
  seenByVisitor(conversationId: string, number: number, agentId: string | null): void;
}
