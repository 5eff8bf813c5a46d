import { ApiError } from '../../platform/api-client.ts';
import { isBlank, trimText } from '../../platform/shown-text.ts';
import { checkChatEmail } from '../../conversation/wire/chat-email.ts';
import { takeIn } from '../take-in.ts';
import { newConversationId } from '../../conversation/wire/rules.ts';
import type { OfferedTopic } from '../../conversation/wire/chat-words.ts';
import type {
  ConversationView,
  RatingView,
  ServiceContext,
} from '../../conversation/wire/views.ts';
import type { PickedFile } from '../files/picked-file.ts';
import { INITIAL, NO_CONVERSATION, type VisitorChatState } from './chat-state.ts';
import { draftKey } from './drafts.ts';
import { OpenConversation } from './open-conversation.ts';
import { clearStoredChat, readStoredChat, storeChat } from './stored-chat.ts';
import { STORED_CHAT_KEY } from './stored-chat-key.ts';
import type { VisitorChatTools } from './visitor-chat-tools.ts';
import { say } from '../../platform/say.ts';

/** SPEC §9: the connecting message comes half a second after topic or e-mail. */
const CONNECTING_DELAY_MS = 500;
const RESTORE_AGAIN_MS = 5000;

const NOT_STARTED = {
  afterTopic: 'Sorry, there was an error starting the chat. Please try again.',
  afterEmail: 'Error saving your information. Please try again.',
} as const;

const NO_AT_SIGN = 'Please enter a valid email address.';
const LINK_NOT_SENT = 'The link could not be sent. Please check your connection and try again.';
const NOT_ASKED = 'The mail could not be sent. Please check your connection and try again.';
const NOT_CONFIRMED = 'The code did not arrive. Please check your connection and try again.';
const NOT_NAMED = 'The name was not saved. Please check your connection and try again.';
const NOT_TAKEN_BACK = 'It was not taken back. Please check your connection and try again.';
const NOT_ANSWERED = 'Your answer did not arrive. Please check your connection and try again.';
const NOT_RATED = 'Your rating was not saved. Please check your connection and try again.';
const GONE =
  'This chat is no longer open in this browser. Please choose a topic to start a new one.';

/** One visitor's chat in one tab: the stages of SPEC §4, as a store that React subscribes to. */
export class VisitorChat {
  readonly #tools: VisitorChatTools;
  readonly #listeners = new Set<() => void>();
  #state: VisitorChatState;
  #open: OpenConversation | null = null;
  #isConnected = false;
  /** Kept over failed attempts, so that a start whose answer was lost starts nothing twice. */
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

  /** Restores what this browser remembers; the returned function leaves it and listens no more. */
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

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): VisitorChatState => this.#state;

  /** The panel was opened or closed. */
  setOpen(isOpen: boolean): void {
    // While nobody looked, another tab or a mailed link may have gone on to another chat.
    if (isOpen && !this.#state.isOpen) this.#followStored();
    this.#change({ isOpen });
    this.#open?.setAttended(isOpen);
    if (isOpen) void this.#look();
    const { topicId } = this.#tools;
    if (!isOpen || !topicId || this.#state.stage !== 'topic') return;
    const topic = this.#state.words.topics.find(({ id }) => id === topicId);
    // Nothing is begun before the visitor has said anything at all.
    if (topic && this.#state.email === null) this.chooseTopic(topic);
  }

  setService(service: ServiceContext | null): void {
    this.#change({ service });
  }

  chooseTopic(topic: OfferedTopic): void {
    if (this.#state.isBusy) return;
    this.#topic = topic;
    this.#change({ topic: topic.name, problem: null });
    if (this.#state.email === null) this.#change({ stage: 'email' });
    else void this.#start(this.#state.email, 'afterTopic');
  }

  /** Answers with what is wrong with the address, or null when the chat goes on. */
  giveEmail(email: string, name = ''): string | null {
    const problem = email.includes('@') ? checkChatEmail(email) : say(NO_AT_SIGN);
    this.#change({ problem, name: isBlank(name) ? null : name.trim() });
    if (!problem) void this.#start(email.trim(), 'afterEmail');
    return problem;
  }

  /** Before there is a conversation the text is kept, and sent as soon as there is one. */
  send(text: string, files: readonly PickedFile[] = []): void {
    if (isBlank(text) && files.length === 0) return;
    this.setDraft('');
    if (this.#open) {
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

  /** Takes one's own message back; answers with what went wrong, or null. */
  takeBack(number: number): Promise<string | null> {
    return this.#attempt(say(NOT_TAKEN_BACK), (open) => open.takeBack(number));
  }

  setDraft(draft: string): void {
    this.#tools.drafts.save(this.#open?.id ?? null, draft);
    this.#change({ draft });
  }

  typing(): void {
    this.#open?.typing();
  }

  /** Mails the link to go on elsewhere; answers with what went wrong, or null. */
  requestLink(): Promise<string | null> {
    return this.#attempt(say(LINK_NOT_SENT), ({ id }) => this.#tools.api.requestLink(id));
  }

  /** Mails a link and a code that confirm the address; answers with what went wrong, or null. */
  askConfirmation(): Promise<string | null> {
    return this.#attempt(say(NOT_ASKED), ({ id }) => this.#tools.api.askConfirmation(id));
  }

  /** Tries the code of that mail; answers with what went wrong, or null. */
  confirm(code: string): Promise<string | null> {
    return this.#attempt(say(NOT_CONFIRMED), async (open) => {
      await this.#tools.api.confirm(open.id, code);
      await open.catchUp();
    });
  }

  /** Says what the visitor wants to be called; answers with what went wrong, or null. */
  rename(name: string): Promise<string | null> {
    return this.#attempt(say(NOT_NAMED), async (open) => {
      await this.#tools.api.rename(open.id, name);
      this.#change({ name: isBlank(name) ? null : name.trim() });
      await open.catchUp();
    });
  }

  /** Answers an offer; answers with what went wrong, or null. */
  answerOffer(offerId: string, answer: 'accepted' | 'declined'): Promise<string | null> {
    return this.#attempt(say(NOT_ANSWERED), async (open) => {
      await this.#tools.api.answerOffer(open.id, offerId, answer);
      await open.catchUp();
    });
  }

  /** Says how the chat was; answers with what went wrong, or null. */
  rate(rating: RatingView): Promise<string | null> {
    return this.#attempt(say(NOT_RATED), async (open) => {
      open.onConversation(await this.#tools.api.rate(open.id, rating));
    });
  }

  /** Start-new-chat (SPEC §4): everything anew but who the visitor is. */
  startNew(service: ServiceContext | null = null): void {
    clearStoredChat(this.#tools.storage);
    this.#backToTopics({ service });
    void this.#look();
  }

  /** Opens one of this browser's earlier conversations again. */
  openEarlier(conversation: ConversationView): void {
    this.#enter(conversation, this.#state.email);
  }

  /** Continues the chat this browser remembers, if the server still opens it. */
  async #restore(): Promise<void> {
    const stored = readStoredChat(this.#tools.storage, this.#tools.clock.now());
    if (!stored || this.#open) return;
    const email = stored.email || null;
    this.#change({ stage: 'restoring', email });
    const isLeft = () => this.#state.stage !== 'restoring' || !this.#isConnected;
    try {
      const conversation = await this.#tools.api.readConversation(stored.conversationId);
      if (!isLeft()) this.#enter(conversation, email);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isLeft()) return;
      this.#change({ isReachable: error.wasReached });
      // Refused: the secret is gone, or the conversation. Anything else passes.
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
      // Taken: an earlier attempt came through, but the secret that opens it was lost.
      if (error.status === 409) this.#startId = null;
      const isOurs = !error.wasReached || error.status === 409;
      const stage = error.field === 'email' ? 'email' : this.#state.stage;
      this.#change({
        stage,
        isBusy: false,
        problem: isOurs ? say(NOT_STARTED[step]) : error.message,
      });
    }
  }

  #enter(conversation: ConversationView, email: string | null): void {
    const { held, draft, isOpen } = this.#state;
    const { drafts } = this.#tools;
    this.#leave();
    const open = new OpenConversation(conversation, isOpen, this.#tools, {
      onChange: (change) => this.#change(change),
      onGone: () => this.#forget(),
    });
    this.#open = open;
    // What was typed before is continued here, unless something was typed here earlier.
    const kept = drafts.load(conversation.id) || draft;
    drafts.save(null, '');
    drafts.save(conversation.id, kept);
    this.#change({
      ...open.state,
      availability: this.#state.availability,
      stage: 'conversation',
      topic: conversation.topic,
      email,
      name: conversation.visitorName ?? this.#state.name,
      draft: kept,
      isBusy: false,
      problem: null,
      connectingText: null,
    });
    this.#remember();
    this.#hold([]);
    for (const text of held) open.send(text);
    open.begin();
  }

  /** What is asked of the server about the open conversation: null, or why it did not work. */
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

  /** Who is there, and what this browser has talked about: shown around the topics. */
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
      this.#change({ draft: takeIn(value ?? '').text });
    }
    // Another tab went on to another chat: follow, unless somebody is looking at this one.
    if (key === STORED_CHAT_KEY && !this.#state.isOpen) this.#followStored();
  }

  #followStored(): void {
    const stored = readStoredChat(this.#tools.storage, this.#tools.clock.now());
    if (!stored || stored.conversationId === this.#open?.id) return;
    if (this.#state.stage === 'restoring') return;
    this.#leave();
    void this.#restore();
  }

  #restoreRefused(): void {
    clearStoredChat(this.#tools.storage);
    this.#change({ stage: 'topic', email: this.#tools.email ?? null, name: null });
    void this.#look();
  }

  /** The server opens this conversation to this browser no more: start anew, show nothing of it. */
  #forget(): void {
    const { list, draft } = this.#state;
    for (const { clientId } of list.pending) this.#open?.discard(clientId);
    this.#tools.drafts.save(this.#open?.id ?? null, '');
    clearStoredChat(this.#tools.storage);
    this.#backToTopics({
      service: this.#state.service,
      email: this.#tools.email ?? null,
      name: null,
      problem: say(GONE),
    });
    // What was not sent is the visitor's own, and goes with the new chat.
    this.#hold(list.pending.map(({ text }) => text).filter((text) => text !== ''));
    this.setDraft(draft);
  }

  #backToTopics(change: Partial<VisitorChatState>): void {
    const { isOpen, email, name, availability, held } = this.#state;
    this.#leave();
    const draft = this.#tools.drafts.load(null);
    this.#change({ ...INITIAL, isOpen, email, name, availability, held, draft, ...change });
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
    for (const listener of this.#listeners) listener();
  }
}
