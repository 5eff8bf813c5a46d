import { inboxApi } from './inbox-api.ts';
import type { MentionView } from '../protocol/mentions.ts';

interface DeskMentionsOptions {
  onChange(mentions: readonly MentionView[]): void;
}

/** Holds the notes that mention this agent and that the agent has not seen on any device. */
export class DeskMentions {
  readonly #options: DeskMentionsOptions;
  #mentions: readonly MentionView[] = [];

  constructor(options: DeskMentionsOptions) {
    this.#options = options;
  }

  async read(): Promise<void> {
    const { mentions } = await inboxApi.get('/agentchat/mentions', {});
    this.#change(mentions);
  }

  /** Returns false when the mention is already known. */
  receive(mention: MentionView): boolean {
    if (this.#mentions.some(({ noteId }) => noteId === mention.noteId)) return false;
    this.#change([mention, ...this.#mentions]);
    return true;
  }

  /** Marks the mentions of a visitor as seen, and tells the server if there were any. */
  see(visitorId: string): void {
    const left = this.#mentions.filter((mention) => mention.visitorId !== visitorId);
    if (left.length === this.#mentions.length) return;
    this.#change(left);
    // A failed request is repeated when the conversation is opened again.
    inboxApi.post('/agentchat/mentions', {}, { visitorId }).catch(() => {});
  }

  #change(mentions: readonly MentionView[]): void {
    this.#mentions = mentions;
    this.#options.onChange(mentions);
  }
}
