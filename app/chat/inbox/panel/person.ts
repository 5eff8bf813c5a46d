import { inboxApi } from '../inbox-api.ts';
import type { LabelView } from '../../protocol/labels.ts';
import type { PersonView, VisitorNote } from '../../protocol/person.ts';
import type { VisitorFieldName } from '../../protocol/visitor-fields.ts';

export const personApi = {
  async read(visitorId: string, signal: AbortSignal): Promise<PersonView> {
    return (await inboxApi.get('/agentchat/visitors/:id/person', { id: visitorId }, { signal }))
      .person;
  },
  async saveField(visitorId: string, name: VisitorFieldName, text: string): Promise<void> {
    await inboxApi.post('/agentchat/visitors/:id/person', { id: visitorId }, { [name]: text });
  },
  async saveNote(visitorId: string, text: string, version: number): Promise<VisitorNote> {
    const note = { text, version };
    return (await inboxApi.post('/agentchat/visitors/:id/note', { id: visitorId }, note)).note;
  },
  async readLabels(): Promise<readonly LabelView[]> {
    return (await inboxApi.get('/agentchat/labels', {})).labels;
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
    await inboxApi.post('/agentchat/visitors/:id/label', { id: visitorId }, put);
  },
};
