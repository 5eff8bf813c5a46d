import { getJson, postJson } from '../../platform/api-client.ts';
import type { MentionView } from '../../conversation/wire/mentions.ts';

interface DeskMentionsOptions {
  onChange(mentions: readonly MentionView[]): void;
}

/** Notes that name this person and that they have not seen, on any device. */
export class DeskMentions {
  readonly #options: DeskMentionsOptions;
  #mentions: readonly MentionView[] = [];

  constructor(options: DeskMentionsOptions) {
    this.#options = options;
  }

  /** After every doubt about the hints. */
  async read(): Promise<void> {
    const { mentions } = await getJson<{ mentions: MentionView[] }>('/agentchat/mentions');
    this.#change(mentions);
  }

  /** False when it is known already. */
  hear(mention: MentionView): boolean {
    if (this.#mentions.some(({ noteId }) => noteId === mention.noteId)) return false;
    this.#change([mention, ...this.#mentions]);
    return true;
  }

  /** Their thread is in front of this person: said to the server where there was anything to see. */
  see(visitorId: string): void {
    const left = this.#mentions.filter((mention) => mention.visitorId !== visitorId);
    if (left.length === this.#mentions.length) return;
    this.#change(left);
    // What is not said now is said when the thread is opened again.
    postJson('/agentchat/mentions', { visitorId }).catch(() => {});
  }

  #change(mentions: readonly MentionView[]): void {
    this.#mentions = mentions;
    this.#options.onChange(mentions);
  }
}
