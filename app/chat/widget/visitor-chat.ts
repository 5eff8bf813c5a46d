import { ApiError } from '../../platform/api-client.ts';
import { isBlank, trimText } from '../../platform/shown-text.ts';
import { checkChatEmail } from '../protocol/chat-email.ts';
import { receive } from '../client/typed-text.ts';
import { newConversationId } from '../protocol/rules.ts';
import type { OfferedTopic } from '../protocol/chat-words.ts';
import type { ConversationView, RatingView, ServiceContext } from '../protocol/views.ts';
import type { PickedFile } from '../client/files/picked-file.ts';
import {
  addressOf,
  INITIAL,
  NO_CONVERSATION,
  otherServiceOf,
  type VisitorChatState,
} from './chat-state.ts';
import { draftKey } from './drafts.ts';
import { OpenConversation } from './open-conversation.ts';
import { clearStoredChat, readStoredChat, storeChat } from './stored-chat.ts';
import { STORED_CHAT_KEY } from './stored-chat-key.ts';
import type { VisitorChatTools } from './visitor-chat-tools.ts';
import { t, msg } from '../../i18n/translate.ts';
import { Listeners } from '../../ui/listeners.ts';

/** rule 92: the connecting message appears half a second after the topic or email address. */
const CONNECTING_DELAY_MS = 500;
const RESTORE_AGAIN_MS = 5000;

const NOT_STARTED = {
  afterTopic: msg('Sorry, there was an error starting the chat. Please try again.'),
  afterEmail: msg('Error saving your information. Please try again.'),
} as const;

const NO_AT_SIGN = msg('Please enter a valid email address.');
const LINK_NOT_SENT = msg("Couldn't send the link. Check your connection and try again.");
const NOT_ASKED = msg("Couldn't send the email. Check your connection and try again.");
const NOT_CONFIRMED = msg("Couldn't verify the code. Check your connection and try again.");
const NOT_NAMED = msg("Couldn't save the name. Check your connection and try again.");
const NOT_TAKEN_BACK = msg("Couldn't take back the message. Check your connection and try again.");
const NOT_ANSWERED = msg("Couldn't send your answer. Check your connection and try again.");
const NOT_RATED = msg("Couldn't save your rating. Check your connection and try again.");
const GONE = msg('This chat is no longer open in this browser. Choose a topic to start a new one.');

/** Manages one visitor's chat in one tab, with the stages of rule 91, as a store for React. */
export class VisitorChat {
  readonly #tools: VisitorChatTools;
  readonly #listeners = new Listeners();
  #state: VisitorChatState;
  #open: OpenConversation | null = null;
  #isConnected = false;
  /**
   * Reused by retries as an idempotency key, so that a start whose response was lost does not start a second
   * chat.
   */
  #startId: string | null = null;
  #topic: OfferedTopic | null = null;
  #cancelConnecting: (() => void) | undefined;
  #cancelRestore: (() => void) | undefined;

  constructor(tools: VisitorChatTools) {
    this.#tools = tools;
    const { words } = tools;
    this.#state = {
      ...INITIAL,
      words,
      email: tools.email ?? null,
      draft: tools.drafts.load(null),
      held: tools.drafts.loadHeld(),
    };
  }

  connect(): () => void {
    this.#isConnected = true;
    const stopListening = this.#tools.tabs.listen({
      onStored: (key, value) => this.#onStored(key, value),
      onRead: (id, number) => {
        if (this.#open?.id === id) this.#open.onReadElsewhere(number);
      },
    });
    void this.#restore();
    return () => {
      this.#isConnected = false;
      stopListening();
      this.#leave();
    };
  }

  readonly subscribe = this.#listeners.subscribe;

  readonly getState = (): VisitorChatState => this.#state;

  setOpen(isOpen: boolean): void {
    // While the panel was closed, another tab or an emailed link may have switched to another chat.
    if (isOpen && !this.#state.isOpen) this.#followStored();
    this.#change({ isOpen });
    this.#open?.setAttended(isOpen);
    if (isOpen) void this.#look();
    const { topicId } = this.#tools;
    if (!isOpen || !topicId || this.#state.stage !== 'topic') return;
    const topic = this.#state.words.topics.find(({ id }) => id === topicId);
    // The topic is chosen automatically only for a visitor who has not given an address.
    if (topic && this.#state.email === null) this.chooseTopic(topic);
  }

  setService(service: ServiceContext | null): void {
    this.#change({ service });
  }

  chooseTopic(topic: OfferedTopic): void {
    if (this.#state.isBusy) return;
    this.#topic = topic;
    this.#change({ topic: topic.name, problem: null });
    const email = this.#recallEmail();
    if (email === null) this.#change({ stage: 'email' });
    else void this.#start(email, 'afterTopic');
  }

  /** Returns the error message of the address, or null when the chat continues. */
  giveEmail(email: string, name = ''): string | null {
    const problem = email.includes('@') ? checkChatEmail(email) : t(NO_AT_SIGN);
    this.#change({ problem, name: isBlank(name) ? null : name.trim() });
    if (!problem) void this.#start(email.trim(), 'afterEmail');
    return problem;
  }

  /** Text sent before the conversation exists is kept and sent once it does. */
  send(text: string, files: readonly PickedFile[] = []): void {
    if (isBlank(text) && files.length === 0) return;
    this.setDraft('');
    if (this.#open) {
      const other = otherServiceOf(this.#state);
      if (other) this.#open.send(addressOf(other));
      this.#open.send(text, files);
      this.#remember();
    } else {
      this.#hold([...this.#state.held, trimText(text)]);
      this.#change({ prompts: this.#state.prompts + 1 });
    }
  }

  discardHeld(index: number): void {
    this.#hold(this.#state.held.filter((_, position) => position !== index));
  }

  retry(clientId: string): void {
    this.#open?.retry(clientId);
  }

  discard(clientId: string): void {
    this.#open?.discard(clientId);
  }

  /** Unsends an own message; resolves to an error message, or null. */
  unsend(number: number): Promise<string | null> {
    return this.#attempt(t(NOT_TAKEN_BACK), (open) => open.unsend(number));
  }

  setDraft(replyDraft: string): void {
    this.#tools.drafts.save(this.#open?.id ?? null, replyDraft);
    this.#change({ draft: replyDraft });
  }

  typing(): void {
    this.#open?.typing();
  }

  /** Emails a link that continues the chat elsewhere; resolves to an error message, or null. */
  requestLink(): Promise<string | null> {
    return this.#attempt(t(LINK_NOT_SENT), ({ id }) => this.#tools.api.requestLink(id));
  }

  /** Emails a link and a code that confirm the address; resolves to an error message, or null. */
  askConfirmation(): Promise<string | null> {
    return this.#attempt(t(NOT_ASKED), ({ id }) => this.#tools.api.askConfirmation(id));
  }

  /** Checks the code from that email; resolves to an error message, or null. */
  confirm(code: string): Promise<string | null> {
    return this.#attempt(t(NOT_CONFIRMED), async (open) => {
      await this.#tools.api.confirm(open.id, code);
      await open.catchUp();
    });
  }

  /** Saves the visitor's name; resolves to an error message, or null. */
  rename(name: string): Promise<string | null> {
    return this.#attempt(t(NOT_NAMED), async (open) => {
      await this.#tools.api.rename(open.id, name);
      this.#change({ name: isBlank(name) ? null : name.trim() });
      await open.catchUp();
    });
  }

  answerOffer(offerId: string, answer: 'accepted' | 'declined'): Promise<string | null> {
    return this.#attempt(t(NOT_ANSWERED), async (open) => {
      await this.#tools.api.answerOffer(open.id, offerId, answer);
      await open.catchUp();
    });
  }

  rate(rating: RatingView): Promise<string | null> {
    return this.#attempt(t(NOT_RATED), async (open) => {
      open.onConversation(await this.#tools.api.rate(open.id, rating));
    });
  }

  /** Starts a new chat (rule 94): everything is reset except the visitor's identity. */
  startNew(service: ServiceContext | null = null): void {
    const { storage, clock } = this.#tools;
    const email = this.#recallEmail();
    if (email === null) clearStoredChat(storage);
    else storeChat(storage, { email, conversationId: '' }, clock.now());
    this.#backToTopics({ service });
    void this.#look();
  }

  openEarlier(conversation: ConversationView): void {
    this.#enter(conversation, this.#recallEmail());
  }

  /** Forgets the visitor's identity once the record has expired (rule 101), unless the embedding site names it. */
  #recallEmail(): string | null {
    const { storage, clock, email } = this.#tools;
    const isKnown = this.#state.email === email || readStoredChat(storage, clock.now());
    if (!isKnown) this.#change({ email: null, name: null });
    return this.#state.email;
  }

  /** Continues the chat that this browser remembers, if the server still grants access. */
  async #restore(): Promise<void> {
    const stored = readStoredChat(this.#tools.storage, this.#tools.clock.now());
    if (!stored || this.#open) return;
    const email = stored.email || null;
    if (stored.conversationId === '') return this.#change({ email });
    this.#change({ stage: 'restoring', email });
    const isLeft = () => this.#state.stage !== 'restoring' || !this.#isConnected;
    try {
      const conversation = await this.#tools.api.readConversation(stored.conversationId);
      if (!isLeft()) this.#enter(conversation, email);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isLeft()) return;
      this.#change({ isReachable: error.wasReached });
      // A refusal means that the secret or the conversation is gone. Other errors are temporary.
      if (error.wasReached && !error.canRetry) this.#restoreRefused();
      else this.#cancelRestore = this.#after(RESTORE_AGAIN_MS, () => void this.#restore());
    }
  }

  async #start(email: string, step: keyof typeof NOT_STARTED): Promise<void> {
    const { service, name, words } = this.#state;
    const topic = this.#topic;
    if (!topic || this.#state.isBusy) return;
    this.#change({ isBusy: true, problem: null });
    const id = (this.#startId ??= newConversationId(this.#tools.clock.now()));
    try {
      const conversation = await this.#tools.api.start({
        id,
        email,
        name,
        topic: topic.id,
        service,
      });
      if (this.#startId !== id) return;
      this.#enter(conversation, email);
      this.#cancelConnecting = this.#after(CONNECTING_DELAY_MS, () =>
        this.#change({ connectingText: topic.reply ?? words[step] }),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.#startId !== id) return;
      // The id is taken: an earlier attempt succeeded, but its response with the secret was lost.
      if (error.status === 409) this.#startId = null;
      const isOurs = !error.wasReached || error.status === 409;
      const stage = error.field === 'email' ? 'email' : this.#state.stage;
      this.#change({
        stage,
        isBusy: false,
        problem: isOurs ? t(NOT_STARTED[step]) : error.message,
      });
    }
  }

  #enter(conversation: ConversationView, email: string | null): void {
    const { held, draft: replyDraft, isOpen } = this.#state;
    const { drafts } = this.#tools;
    this.#leave();
    const open = new OpenConversation(conversation, isOpen, this.#tools, {
      onChange: (change) => this.#change(change),
      onGone: () => this.#forget(),
    });
    this.#open = open;
    // The text typed before the conversation is kept, unless the conversation has its own draft.
    const remaining = drafts.load(conversation.id) || replyDraft;
    drafts.save(null, '');
    drafts.save(conversation.id, remaining);
    this.#change({
      ...open.state,
      availability: this.#state.availability,
      stage: 'conversation',
      topic: conversation.topic,
      email,
      name: conversation.visitorName ?? this.#state.name,
      draft: remaining,
      isBusy: false,
      problem: null,
      connectingText: null,
    });
    this.#remember();
    this.#hold([]);
    for (const text of held) open.send(text);
    open.begin();
  }

  async #attempt(
    unreached: string,
    work: (open: OpenConversation) => Promise<void>,
  ): Promise<string | null> {
    if (!this.#open) return null;
    try {
      await work(this.#open);
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.wasReached ? error.message : unreached;
    }
  }

  /** Loads the availability and this browser's conversations, which are shown around the topics. */
  async #look(): Promise<void> {
    try {
      const [availability, opening] = await Promise.all([
        this.#tools.api.readAvailability(),
        this.#open ? null : this.#tools.api.readEarlier(),
      ]);
      const earlier = opening?.conversations ?? [];
      this.#change({
        availability,
        earlier,
        ...(opening && { words: opening.words }),
        ...(this.#open ? {} : { isReachable: true }),
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!this.#open) this.#change({ isReachable: error.wasReached });
    }
  }

  #onStored(key: string, value: string | null): void {
    this.#open?.onStored(key);
    if (key === draftKey(this.#open?.id ?? null) && !this.#tools.isVisible()) {
      this.#change({ draft: receive(value ?? '').text });
    }
    // Another tab has switched to another chat: follow it, unless this panel is open.
    if (key === STORED_CHAT_KEY && !this.#state.isOpen) this.#followStored();
  }

  #followStored(): void {
    const stored = readStoredChat(this.#tools.storage, this.#tools.clock.now());
    if (!stored?.conversationId || stored.conversationId === this.#open?.id) return;
    if (this.#state.stage === 'restoring') return;
    this.#leave();
    void this.#restore();
  }

  #restoreRefused(): void {
    clearStoredChat(this.#tools.storage);
    this.#change({ stage: 'topic', email: this.#tools.email ?? null, name: null });
    void this.#look();
  }

  /** The server no longer grants access to this conversation, so the chat is reset and shows nothing of it. */
  #forget(): void {
    const { list, draft: replyDraft } = this.#state;
    for (const { clientId } of list.pending) this.#open?.discard(clientId);
    this.#tools.drafts.save(this.#open?.id ?? null, '');
    clearStoredChat(this.#tools.storage);
    this.#backToTopics({
      service: this.#state.service,
      email: this.#tools.email ?? null,
      name: null,
      problem: t(GONE),
    });
    // Unsent messages are the visitor's own and move to the new chat.
    this.#hold(list.pending.map(({ text }) => text).filter((text) => text !== ''));
    this.setDraft(replyDraft);
  }

  #backToTopics(change: Partial<VisitorChatState>): void {
    const { isOpen, email, name, availability, held } = this.#state;
    this.#leave();
    const replyDraft = this.#tools.drafts.load(null);
    this.#change({
      ...INITIAL,
      isOpen,
      email,
      name,
      availability,
      held,
      draft: replyDraft,
      ...change,
    });
  }

  #leave(): void {
    this.#cancelConnecting?.();
    this.#cancelRestore?.();
    this.#open?.close();
    this.#open = null;
    this.#startId = null;
    this.#topic = null;
    this.#change(NO_CONVERSATION);
  }

  #hold(held: readonly string[]): void {
    this.#tools.drafts.saveHeld(held);
    this.#change({ held });
  }

  #remember(): void {
    if (!this.#open) return;
    const { email } = this.#state;
    const chat = { email: email ?? '', conversationId: this.#open.id };
    storeChat(this.#tools.storage, chat, this.#tools.clock.now());
  }

  #after(ms: number, work: () => void): () => void {
    return this.#tools.timers.after(ms, work);
  }

  #change(change: Partial<VisitorChatState>): void {
    this.#state = { ...this.#state, ...change };
    this.#listeners.notify();
  }
}
