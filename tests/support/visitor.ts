import { newConversationId } from '../../app/chat/protocol/rules.ts';
import { startConversation } from '../../app/chat/server/messages/start-conversation.server.ts';
import { rememberBrowser } from '../../app/chat/server/messages/visitor-browser.server.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { createChatContext, recordingPublisher, TestClock } from './database.ts';
import { topic } from './topics.ts';

/** A visitor in a conversation, with the cookie and the handshake of their browser. */
export interface TestVisitor {
  readonly id: string;
  readonly browserId: string;
  readonly cookie: string;
  readonly hello: { readonly as: 'visitor'; readonly conversationId: string };
}

export async function openVisitor(db: Database, email: string): Promise<TestVisitor> {
  const clock = new TestClock();
  const { browserId, setCookie } = await rememberBrowser(db, clock, 'http://localhost');
  const id = newConversationId(clock.now());
  await startConversation(createChatContext(db, clock, recordingPublisher().publisher), {
    id,
    browserId,
    email,
    topic: topic('Sales Inquiry'),
    service: null,
  });
  const plain = setCookie.split(';')[0] ?? '';
  return {
    id,
    browserId,
    // For servers without and with https.
    cookie: `${plain}; __Host-${plain}`,
    hello: { as: 'visitor', conversationId: id },
  };
}
