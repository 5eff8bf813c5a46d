import { randomUUID } from 'node:crypto';
import { newConversationId } from '../../app/chat/protocol/rules.ts';
import type { MessageView } from '../../app/chat/protocol/views.ts';
import { TestClient, type EntryProcess } from '../support/cluster.ts';

/** A visitor's chat with one message, which must be there after a restart. */
export interface LastingChat {
  /** The texts that the installation at this address shows to the visitor. */
  read(from: EntryProcess): Promise<readonly string[]>;
}

export const localEntry = (port: number): EntryProcess => ({
  port,
  publicOrigin: `http://localhost:${port}`,
});

export async function writeInChat(to: EntryProcess, text: string): Promise<LastingChat> {
  const client = new TestClient();
  const id = newConversationId(new Date());
  const email = 'elena.ruiz@northfold.example';
  const start = { id, email, topic: 'Sales Inquiry', service: null };
  await client.post(to, '/chat/conversations', start);
  const messages = `/chat/conversations/${id}/messages`;
  await client.post(to, messages, { clientId: randomUUID(), text });
  return {
    async read(from) {
      const page = await client.get<{ messages: readonly MessageView[] }>(
        from,
        `${messages}?after=0`,
      );
      return page.messages.map((message) => message.text);
    },
  };
}
