import type { MentionView } from './mentions.ts';
import type { ConversationView, InboxEntry, MessageView, NoteView } from './views.ts';

/**
 * What the server says over sockets. Every event is a hint: a client that misses one asks over
 * HTTP what came after the last number it holds and loses nothing.
 */
export interface ServerEvents {
  /** A message was committed. */
  message(event: MessageEvent): void;
  /** A message was taken back; it comes without its text. */
  removed(event: MessageEvent): void;
  /** To a visitor: who answers, or that the conversation was completed or reopened. */
  conversation(event: ConversationView): void;
  /** To a visitor in the queue: this is your place now. */
  place(event: PlaceEvent): void;
  /** To an agent: this visitor is in your list, and this is the entry now. */
  entry(event: InboxEntry): void;
  /** To an agent: this visitor is no longer yours. */
  unassigned(event: UnassignedEvent): void;
  /** To those who watch the queue or everybody: this visitor changed hands, or waits. */
  changed(event: ChangedEvent): void;
  /** To the visitor's agent and those who see everybody; never to a visitor. */
  note(event: NoteEvent): void;
  /** To whoever a note names: it is there to be read. */
  mentioned(event: MentionView): void;
  /** To managers: this visitor waits, and nobody is there for them. */
  unattended(event: UnattendedEvent): void;
  /** Like `note`: what the team knows about this visitor is another now, such as a label. */
  person(event: { readonly visitorId: string }): void;
  /** To managers: somebody of the team came, went, or accepts chats or not. */
  desk(): void;
  /** To an agent's other tabs and devices: read up to here. */
  read(event: ReadEvent): void;
  /** The other side has seen everything up to this number. */
  seen(event: SeenEvent): void;
  /** To an agent: the visitor has this conversation open, or has it no longer. */
  presence(event: PresenceEvent): void;
  /** The other side is typing; shown for a few seconds and never stored. */
  typing(event: TypingEvent): void;
  /** To the team, like `note`: a colleague has begun a text beside this thread, or it is over. */
  writing(event: WritingEvent): void;
  /** This process is about to end: connect anew, at a moment of your own within this time. */
  comeBack(event: { readonly withinMs: number }): void;
  /** Something may have been missed: ask for it, at a moment of your own within this time. */
  catchUp(event: { readonly withinMs: number }): void;
}

/** What clients may say. Nothing here is stored. */
export interface ClientEvents {
  typing(event: { readonly conversationId: string; readonly clientId?: string }): void;
  /** Of the team: a text is begun in the box of this thread, or no longer. */
  writing(event: {
    readonly conversationId: string;
    readonly isNote: boolean;
    readonly isOver: boolean;
  }): void;
  /** Of the team: whether this tab is in front of somebody, who then needs no push. */
  front(event: { readonly isInFront: boolean }): void;
}

export interface MessageEvent {
  readonly visitorId: string;
  readonly conversationId: string;
  readonly message: MessageView;
}

export interface UnassignedEvent {
  readonly visitorId: string;
  /** Who has them now; null for the queue, absent where there is nobody to have. */
  readonly holder?: string | null;
}

export interface WritingEvent {
  readonly visitorId: string;
  readonly conversationId: string;
  readonly by: { readonly id: string; readonly name: string };
  /** For the team alone. */
  readonly isNote: boolean;
  readonly isOver: boolean;
}

export interface UnattendedEvent {
  readonly visitorId: string;
  readonly conversationId: string;
  readonly email: string;
}

export interface PlaceEvent {
  readonly conversationId: string;
  /** As `queuePosition` of a conversation. */
  readonly queuePosition: number | null;
}

export interface ChangedEvent {
  readonly visitorId: string;
  /** In the queue now; otherwise whoever watches only the queue lets go of it. */
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
  /** Who has seen it. */
  readonly isAgent: boolean;
}

export interface PresenceEvent {
  readonly conversationId: string;
  readonly isOnline: boolean;
}

export interface TypingEvent {
  readonly conversationId: string;
  /** The name that the message being written will have. */
  readonly clientId?: string | undefined;
  readonly isAgent: boolean;
}

/** Where the chat sends its hints after a commit. `server/publish-chat.ts` implements it. */
export interface ChatPublisher {
  /** `committedAt` is of `performance.now()`: how long publishing takes is measured. */
  messageSaved(event: MessageEvent, agentId: string | null, committedAt: number): void;
  messageRemoved(event: MessageEvent, agentId: string | null): void;
  conversationChanged(conversation: ConversationView): void;
  entryChanged(entry: InboxEntry, agentId: string): void;
  /** `holder` is the name of whoever has them now; null for the queue. */
  visitorUnassigned(visitorId: string, agentId: string, holder?: string | null): void;
  /** The visitor waits in the queue. */
  visitorWaits(visitorId: string): void;
  /** Nobody is there for a visitor who waits. */
  visitorUnattended(event: UnattendedEvent): void;
  noteSaved(event: NoteEvent, agentId: string | null): void;
  mentioned(mention: MentionView, memberId: string): void;
  personChanged(visitorId: string, agentId: string | null): void;
  deskChanged(): void;
  /** Somebody came into the queue or left it, or nobody accepts chats any more. */
  queueChanged(): void;
  readByAgent(event: ReadEvent, agentId: string): void;
  seenByAgent(conversationId: string, number: number): void;
  seenByVisitor(conversationId: string, number: number, agentId: string | null): void;
}
