import { postJson } from '../../platform/api-client.ts';
import type { InboxEntry, TransferTarget } from '../protocol/views.ts';
import type { Sent } from '../client/conversation-channel.ts';
import { OwnTyping } from '../client/typing.ts';
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
  tellTyping(conversationId: string, clientId: string): void;
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

  /** Saves a note in the current conversation; resolves to false when the note was not saved. */
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

  async takeBack(conversationId: string, number: number): Promise<void> {
    const { lists, thread } = this.#parts;
    const visitorId = this.#ground.state.openVisitorId;
    if (!visitorId || !thread.current) return;
    await this.#ground.attempt(thread.current.takeBack(conversationId, number));
    await lists.refresh(visitorId);
  }

  /**
   * Assigns the visitor to this agent, from the queue or from another agent. If that agent is writing an
   * answer, a confirmation is needed first (rule 139).
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

  dropTaking(): void {
    this.#ground.change({ takingFrom: null });
  }

  /** Assigns a resolved conversation to this agent and reopens it, for agents who may reassign. */
  async takeAndReopen(): Promise<void> {
    const { actions, lists, thread } = this.#parts;
    const entry = thread.entry();
    await this.take();
    if (!entry?.conversationId || this.#ground.state.problem) return;
    await actions.reopen(entry.conversationId);
    await lists.refresh(entry.visitorId);
  }

  /** Resolves the conversation, or reopens a resolved conversation. */
  async toggleResolved(): Promise<void> {
    const entry = this.#own();
    if (entry) await this.#parts.actions.toggleResolved(entry);
  }

  /** Snoozes the conversation until `until` or until the visitor writes; null ends the snooze. */
  async snooze(until: Date | null): Promise<void> {
    const entry = this.#own();
    if (entry) await this.#parts.actions.snooze(entry, until);
  }

  async needNoAnswer(): Promise<void> {
    const entry = this.#own();
    if (entry) await this.#parts.actions.needNoAnswer(entry);
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
      postJson(`/agentchat/visitors/${visitorId}/transfer`, { to, note, draftId }),
    );
  }

  #own(): InboxEntry | undefined {
    const isReadOnly = this.#ground.state.thread?.isReadOnly ?? true;
    return isReadOnly ? undefined : this.#parts.thread.entry();
  }
}
