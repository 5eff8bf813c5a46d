import type { Database } from '../../platform/db/database.server.ts';
import { findEventNumber, type EventAbout } from '../../platform/events/read-events.server.ts';
import { readMessagesAt } from '../../conversation/read/read-messages.server.ts';
import type { WebhookEvent } from './events.ts';

/**
 * What is put into an event at each try, and kept nowhere beside it: the number it has by then, and, where
 * an admin said so, what the message says at this moment. What was taken back or erased since is not sent.
 */
export async function complete(
  db: Database,
  event: WebhookEvent,
  withContents: boolean,
): Promise<WebhookEvent> {
  const about = aboutOf(event);
  if (!about || event.type === 'webhook.test') return event;
  const eventNumber = await findEventNumber(db, about);
  const numbered: WebhookEvent = eventNumber === undefined ? event : { ...event, eventNumber };
  if (!withContents || numbered.type !== 'message.sent') return numbered;
  const [message] = await readMessagesAt(db, [numbered.data]);
  if (!message) return numbered;
  const { text, agentName, files = [] } = message;
  const said = { text, name: agentName, files: files.map(({ name }) => name) };
  return { ...numbered, data: { ...numbered.data, message: said } };
}

/** How the log of events names what a webhook tells of. */
function aboutOf(event: WebhookEvent): EventAbout | undefined {
  switch (event.type) {
    case 'conversation.started':
      return { type: event.type, subject: event.data.conversationId, position: null };
    case 'message.sent':
      return {
        type: event.type,
        subject: event.data.conversationId,
        position: event.data.number,
      };
    case 'review.posted':
      return { type: event.type, subject: event.data.reviewId, position: null };
    case 'order.changed':
      return { type: event.type, subject: event.data.order, position: event.data.event };
    case 'catalogue.published':
      return { type: event.type, subject: String(event.data.revision), position: null };
    default:
      event.type satisfies 'webhook.test';
      return undefined;
  }
}
