import { inboxApi } from './inbox-api.ts';
import type { InboxEntry, TransferTarget, NoteView } from '../protocol/views.ts';
import type { Sent } from '../client/conversation-channel.ts';
import { OwnTyping } from '../client/typing.ts';
import type { ColleaguesWriting, Held } from './colleagues.ts';
import { sendPlaced } from './draft/placed-drafts.ts';
import type { InboxActions } from './inbox-actions.ts';
import type { InboxLists } from './inbox-lists.ts';
import type { InboxGround } from './inbox-state.ts';
import { personApi } from './panel/person.ts';
import type { ThreadOnScreen } from './thread-on-screen.ts';

/** Saves private notes exactly once, even if a response is lost. */
export class NoteWriter {
  /** The note whose save has an unknown result, with its idempotency key. */
  #unsure: { conversationId: string; text: string; clientId: string } | null = null;

  /** Throws ApiError. Writing the same text again reuses the idempotency key. */
  async write(conversationId: string, text: string): Promise<NoteView> {
    const unsure = this.#unsure;
    const isRepeat = unsure?.conversationId === conversationId && unsure.text === text;
    const clientId = isRepeat ? unsure.clientId : crypto.randomUUID();
    this.#unsure = { conversationId, text, clientId };
    const { note } = await inboxApi.post(
      '/agentchat/conversations/:id/notes',
      { id: conversationId },
      { clientId, text },
    );
    this.#unsure = null;
    return note;
  }
}

interface Parts {
  readonly lists: InboxLists;
  readonly thread: ThreadOnScreen;
  readonly writing: ColleaguesWriting;
  readonly actions: InboxActions;
  /** Asks before visitors are taken from agents who are writing; false where nobody is. */
  asksToTakeOver(entries: readonly Held[], confirm: () => Promise<void>): boolean;
  notifyTyping(conversationId: string, clientId: string): void;
}

export class OpenVisitor {
  readonly #ground: InboxGround;
  readonly #parts: Parts;
  readonly #notes = new NoteWriter();
  readonly #ownTyping = new OwnTyping();

  constructor(ground: InboxGround, parts: Parts) {
    this.#ground = ground;
    this.#parts = parts;
  }

  /**
   * Sends to the visitor's current conversation. Returns false if there is none or if it is still loading:
   * nothing is sent then (rule 160), and the text stays in the composer.
   */
  send(text: string, sent: Sent = {}): boolean {
    const { lists, thread } = this.#parts;
    const inboxEntry = thread.inboxEntry();
    const conversationId = inboxEntry?.conversationId;
    if (!inboxEntry || !conversationId || !thread.current?.has(conversationId)) return false;
    if (!sent.isWelcome) {
      sendPlaced(inboxEntry.visitorId, thread.current.nextClientId(conversationId));
    }
    thread.current.send(conversationId, text, this.#ground.options.clock.now(), sent);
    lists.put({ ...inboxEntry, needsWelcome: false });
    return true;
  }

  /** Saves a note in the current conversation; resolves to false when the note was not saved. */
  async writeNote(text: string): Promise<boolean> {
    const { thread } = this.#parts;
    const conversationId = thread.inboxEntry()?.conversationId;
    if (!conversationId) return false;
    return this.#ground.attempt(
      this.#notes.write(conversationId, text).then((note) => thread.current?.addNote(note)),
    );
  }

  typing(): void {
    const { thread } = this.#parts;
    const conversationId = thread.inboxEntry()?.conversationId;
    const clientId = conversationId && thread.current?.nextClientId(conversationId);
    if (!clientId || !this.#ownTyping.isDue(clientId, this.#ground.options.clock.now())) return;
    this.#parts.notifyTyping(conversationId, clientId);
  }

  async unsend(conversationId: string, number: number): Promise<void> {
    const { lists, thread } = this.#parts;
    const visitorId = this.#ground.state.openVisitorId;
    if (!visitorId || !thread.current) return;
    await this.#ground.attempt(thread.current.unsend(conversationId, number));
    await lists.refresh(visitorId);
  }

  /**
   * Assigns the visitor to this agent, from the queue or from another agent. If that agent is writing an
   * answer, a confirmation is needed first (rule 139).
   */
  async take(): Promise<void> {
    await this.#take(false);
  }

  /** Assigns a resolved conversation to this agent and reopens it, for agents who may reassign. */
  async takeAndReopen(): Promise<void> {
    await this.#take(true);
  }

  /** Resolves the conversation, or reopens a resolved conversation. */
  async toggleResolved(): Promise<void> {
    const inboxEntry = this.#own();
    if (inboxEntry) await this.#parts.actions.toggleResolved(inboxEntry);
  }

  /** Snoozes the conversation until `until` or until the visitor writes; null ends the snooze. */
  async snooze(until: Date | null): Promise<void> {
    const inboxEntry = this.#own();
    if (inboxEntry) await this.#parts.actions.snooze(inboxEntry, until);
  }

  async needNoAnswer(): Promise<void> {
    const inboxEntry = this.#own();
    if (inboxEntry) await this.#parts.actions.needNoAnswer(inboxEntry);
  }

  /** The label belongs to the visitor, not to the conversation. A server hint updates the panel. */
  async putLabel(labelId: string, isOn: boolean): Promise<void> {
    const visitorId = this.#ground.state.openVisitorId;
    if (!visitorId) return;
    await this.#ground.attempt(personApi.putLabel(visitorId, { labelId, isOn }));
    await this.#parts.lists.refresh(visitorId);
  }

  async transfer(to: TransferTarget, note: string, draftId?: string): Promise<boolean> {
    const visitorId = this.#ground.state.openVisitorId;
    if (!visitorId) return false;
    return this.#ground.attempt(
      inboxApi.post('/agentchat/visitors/:id/transfer', { id: visitorId }, { to, note, draftId }),
    );
  }

  async #take(reopens: boolean): Promise<void> {
    const { thread } = this.#parts;
    const inboxEntry = thread.inboxEntry();
    if (!inboxEntry) return;
    const take = () => this.#takeFrom(inboxEntry, reopens);
    if (!this.#parts.asksToTakeOver([inboxEntry], take)) await take();
  }

  async #takeFrom(inboxEntry: InboxEntry, reopens: boolean): Promise<void> {
    const { actions, lists, writing } = this.#parts;
    const { visitorId, agentId: fromAgentId, conversationId } = inboxEntry;
    const isTaken = await this.#ground.attempt(
      inboxApi.post('/agentchat/visitors/:id/take', { id: visitorId }, { fromAgentId }),
    );
    if (isTaken && fromAgentId) writing.over(visitorId, fromAgentId);
    if (isTaken && reopens && conversationId) await actions.reopen(conversationId);
    await lists.refresh(visitorId);
  }

  #own(): InboxEntry | undefined {
    const isReadOnly = this.#ground.state.thread?.isReadOnly ?? true;
    return isReadOnly ? undefined : this.#parts.thread.inboxEntry();
  }
}
