import type { ChangeHost } from '../platform/change/change.server.ts';
import type { ChatPublisher } from './wire/events.ts';

/** What a change of the chat needs: where to write, and where to tell of it afterwards. */
export interface ChatHost extends ChangeHost {
  readonly chat: ChatPublisher;
}
