import type { Database } from '../../platform/db/database.server.ts';
import { findEventNumber, type EventAbout } from '../../platform/events/read-events.server.ts';
import { readMessagesAt } from '../../chat/server/read/read-messages.server.ts';
import type { WebhookEvent } from '../protocol/events.ts';

/**
 * Completes an event at each try: adds its number and, if an admin enabled it, the current text of the message.
 * The text is not stored with the event, so that unsent or erased messages are not sent.
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

/** Maps a webhook event to its entry in the event log. */
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
