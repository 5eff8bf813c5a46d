import { postJson } from '../../platform/api-client.ts';
import type { InboxEntry, TransferTarget } from '../../conversation/wire/views.ts';
import type { Sent } from '../conversation-channel.ts';
import { OwnTyping } from '../typing.ts';
import type { ColleaguesWriting } from './colleagues-writing.ts';
import { sendPlaced } from './draft/placed-drafts.ts';
import type { InboxActions } from './inbox-actions.ts';
import type { InboxLists } from './inbox-lists.ts';
import type { InboxGround } from './inbox-state.ts';
import { NoteWriter } from './note-writer.ts';
import { personApi } from './panel/person.ts';
import type { ThreadOnScreen } from './thread-on-screen.ts';

interface Parts {
  readonly lists: InboxLists;
  readonly thread: ThreadOnScreen;
  readonly writing: ColleaguesWriting;
  readonly actions: InboxActions;
  /** Tells the visitor of the message that is being written. */
  tellTyping(conversationId: string, clientId: string): void;
}

/** What is said to the visitor whose thread is open, and what is done with them. */
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
   * Sends to the visitor's current conversation. False when there is none, or the thread is not
   * loaded yet: nothing is sent then (SPEC §5), and what was written stays in the box.
   */
  send(text: string, sent: Sent = {}): boolean {
    const { lists, thread } = this.#parts;
    const entry = thread.entry();
    const conversationId = entry?.conversationId;
    if (!entry || !conversationId || !thread.current?.has(conversationId)) return false;
    if (!sent.isWelcome) {
      sendPlaced(entry.visitorId, thread.current.nextClientId(conversationId));
    }
    thread.current.send(conversationId, text, this.#ground.options.clock.now(), sent);
    lists.put({ ...entry, needsWelcome: false });
    return true;
  }

  /** Keeps a note beside the current conversation; false when it was not saved. */
  async writeNote(text: string): Promise<boolean> {
    const { thread } = this.#parts;
    const conversationId = thread.entry()?.conversationId;
    if (!conversationId) return false;
    return this.#ground.attempt(
      this.#notes.write(conversationId, text).then((note) => thread.current?.addNote(note)),
    );
  }

  typing(): void {
    const { thread } = this.#parts;
    const conversationId = thread.entry()?.conversationId;
    const clientId = conversationId && thread.current?.nextClientId(conversationId);
    if (!clientId || !this.#ownTyping.isDue(clientId, this.#ground.options.clock.now())) return;
    this.#parts.tellTyping(conversationId, clientId);
  }

  /** Takes one's own message back. */
  async takeBack(conversationId: string, number: number): Promise<void> {
    const { lists, thread } = this.#parts;
    const visitorId = this.#ground.state.openVisitorId;
    if (!visitorId || !thread.current) return;
    await this.#ground.attempt(thread.current.takeBack(conversationId, number));
    await lists.refresh(visitorId);
  }

  /**
   * Takes the visitor out of the queue, or over from whoever is seen to have them. From somebody who
   * is answering only once it was asked about (DECISIONS 36).
   */
  async take({ isSure = false } = {}): Promise<void> {
    const { lists, thread, writing } = this.#parts;
    const entry = thread.entry();
    if (!entry) return;
    const writer = writing.of(entry.visitorId).find(({ id }) => id === entry.agentId);
    this.#ground.change({ takingFrom: isSure ? null : (writer ?? null) });
    if (writer && !isSure) return;
    const { visitorId, agentId: fromAgentId } = entry;
    const isTaken = await this.#ground.attempt(
      postJson(`/agentchat/visitors/${visitorId}/take`, { fromAgentId }),
    );
    if (isTaken && fromAgentId) writing.over(visitorId, fromAgentId);
    await lists.refresh(visitorId);
  }

  /** The other one goes on. */
  dropTaking(): void {
    this.#ground.change({ takingFrom: null });
  }

  /** For those who may reassign: a resolved conversation becomes theirs, and open. */
  async takeAndReopen(): Promise<void> {
    const { actions, lists, thread } = this.#parts;
    const entry = thread.entry();
    await this.take();
    if (!entry?.conversationId || this.#ground.state.problem) return;
    await actions.reopen(entry.conversationId);
    await lists.refresh(entry.visitorId);
  }

  /** Resolves the visitor, or opens their conversation again. */
  async toggleResolved(): Promise<void> {
    const entry = this.#own();
    if (entry) await this.#parts.actions.toggleResolved(entry);
  }

  /** Out of the open ones until then or until the visitor writes; null brings them back. */
  async snooze(until: Date | null): Promise<void> {
    const entry = this.#own();
    if (entry) await this.#parts.actions.snooze(entry, until);
  }

  async needNoAnswer(): Promise<void> {
    const entry = this.#own();
    if (entry) await this.#parts.actions.needNoAnswer(entry);
  }

  /** On the visitor, with whom it stays; the server's hint shows it. */
  async putLabel(labelId: string, isOn: boolean): Promise<void> {
    const visitorId = this.#ground.state.openVisitorId;
    if (!visitorId) return;
    await this.#ground.attempt(personApi.putLabel(visitorId, { labelId, isOn }));
    await this.#parts.lists.refresh(visitorId);
  }

  /** Hands them over, with a note for whoever has them next. */
  async transfer(to: TransferTarget, note: string, draftId?: string): Promise<boolean> {
    const visitorId = this.#ground.state.openVisitorId;
    if (!visitorId) return false;
    return this.#ground.attempt(
      postJson(`/agentchat/visitors/${visitorId}/transfer`, { to, note, draftId }),
    );
  }

  /** The entry, where one may act on it. */
  #own(): InboxEntry | undefined {
    const isReadOnly = this.#ground.state.thread?.isReadOnly ?? true;
    return isReadOnly ? undefined : this.#parts.thread.entry();
  }
}
