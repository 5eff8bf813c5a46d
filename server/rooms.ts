import { assistant } from '../app/assistant/room.server.ts';
import type { ChatHost, VisitorSockets } from '../app/conversation/chat-host.server.ts';
import { conversation } from '../app/conversation/room.server.ts';
import { files } from '../app/files/room.server.ts';
import type { Host } from '../app/host.ts';
import { inboundMail } from '../app/inbound-mail/room.server.ts';
import { marketplace } from '../app/marketplace/room.server.ts';
import type { Room } from '../app/platform/room.ts';
import { openReach, reach } from '../app/reach/room.server.ts';
import { orders } from '../app/orders/room.server.ts';
import { reviews } from '../app/reviews/room.server.ts';
import { team } from '../app/team/room.server.ts';

/** What the rooms need of the host, all together. */
export type RoomHost = ChatHost &
  VisitorSockets &
  Pick<
    Host,
    | 'catalogue'
    | 'cookieSecret'
    | 'settings'
    | 'mail'
    | 'files'
    | 'limits'
    | 'inboundMail'
    | 'isAnybodyIn'
    | 'isInFront'
  >;

/** What the rooms' effects need. */
export type RoomServices = Parameters<NonNullable<typeof conversation.kinds>>[0] &
  Parameters<NonNullable<typeof orders.kinds>>[0] &
  Parameters<NonNullable<typeof reach.kinds>>[0];

/** What is in the house: a new wing is a folder and its line here. */
export const ROOMS: readonly Room<RoomHost, RoomServices>[] = [
  marketplace,
  // Before the conversations go by which they know whose offers and drafts there are.
  orders,
  assistant,
  conversation,
  files,
  inboundMail,
  reviews,
  team,
  reach,
];

/** Opens what rooms keep open for the whole process. */
export const openRooms = openReach;

/** Has each room take over the settings in force. */
export async function takeSettings(host: RoomHost, revision: number): Promise<void> {
  for (const room of ROOMS) {
    // oxlint-disable-next-line no-await-in-loop -- seldom, and they share a database
    await room.takeSettings?.(host, revision);
  }
}
