import { postJson } from '../../platform/api-client.ts';
import type { NoteView } from '../protocol/views.ts';

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
    const { note } = await postJson<{ note: NoteView }>(
      `/agentchat/conversations/${conversationId}/notes`,
      { clientId, text },
    );
    this.#unsure = null;
    return note;
  }
}
