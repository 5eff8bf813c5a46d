import { getJson, postJson } from '../../../platform/api-client.ts';
import type { LabelView } from '../../protocol/labels.ts';
import type { PersonView, VisitorNote } from '../../protocol/person.ts';

export const personApi = {
  async read(visitorId: string, signal: AbortSignal): Promise<PersonView> {
    const path = `/agentchat/visitors/${visitorId}/person`;
    return (await getJson<{ person: PersonView }>(path, signal)).person;
  },
  async saveName(visitorId: string, name: string): Promise<void> {
    await postJson(`/agentchat/visitors/${visitorId}/name`, { name });
  },
  async saveNote(visitorId: string, text: string, version: number): Promise<VisitorNote> {
    const path = `/agentchat/visitors/${visitorId}/note`;
    return (await postJson<{ note: VisitorNote }>(path, { text, version })).note;
  },
  async readLabels(): Promise<readonly LabelView[]> {
    return (await getJson<{ labels: LabelView[] }>('/agentchat/labels')).labels;
  },
  /** Labels the conversation, or the visitor if no conversation is given. */
  async putLabel(
    visitorId: string,
    put: {
      readonly labelId: string;
      readonly conversationId?: string | undefined;
      readonly isOn: boolean;
    },
  ): Promise<void> {
    await postJson(`/agentchat/visitors/${visitorId}/label`, put);
  },
};
