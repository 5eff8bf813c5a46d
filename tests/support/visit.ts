import type { Viewer } from '../../app/chat/server/access.server.ts';
import { newConversationId } from '../../app/chat/protocol/rules.ts';
import { sendMessage } from '../../app/chat/server/messages/send-message.server.ts';
import { startConversation } from '../../app/chat/server/messages/start-conversation.server.ts';
import type { Clock } from '../../app/platform/clock.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import type { Member } from '../../app/accounts/protocol/member.ts';
import { createChatContext, openBrowser, recordingPublisher, TestClock } from './database.ts';
import { topic } from './topics.ts';

/** A visitor who has started a chat, and what was published since. */
export async function visit(db: Database, email: string, clock: Clock = new TestClock()) {
  const { publisher, events } = recordingPublisher();
  const browserId = await openBrowser(db, clock);
  const viewer: Viewer = { kind: 'browser', browserId };
  const id = newConversationId(clock.now());
  const start = { id, browserId, email, topic: topic('Sales Inquiry'), service: null } as const;
  const conversation = await startConversation(createChatContext(db, clock, publisher), start);
  const { rows } = await db.execute<{ visitor_id: string }>(
    `select visitor_id from conversations where id = '${id}'`,
  );
  const visitorId = rows[0]?.visitor_id ?? '';
  const write = (who: Viewer, text: string) =>
    sendMessage(createChatContext(db, clock, publisher), who, {
      conversationId: id,
      clientId: crypto.randomUUID(),
      text,
    });
  return {
    id,
    visitorId,
    browserId,
    viewer,
    conversation,
    clock,
    publisher,
    events,
    sendText: (text: string) => write(viewer, text),
    answer: (member: Member, text: string) => write({ kind: 'member', member }, text),
  };
}
