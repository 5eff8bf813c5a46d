import { postJson } from '../../platform/api-client.ts';
import type { NoteView } from '../../conversation/wire/views.ts';

/** Saves private notes, each once, also when it is not known whether the first try arrived. */
export class NoteWriter {
  /** The note that may or may not have been saved, by the name it was given. */
  #unsure: { conversationId: string; text: string; clientId: string } | null = null;

  /** Throws ApiError; the same text in the same place is then the same note again. */
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
