import { assistant } from '../app/assistant/module.server.ts';
import type { ChatHost, VisitorSockets } from '../app/chat/server/chat-host.server.ts';
import { conversation } from '../app/chat/module.server.ts';
import { files } from '../app/files/module.server.ts';
import type { Host } from '../app/host.ts';
import { inboundMail } from '../app/inbound-email/module.server.ts';
import { marketplace } from '../app/catalogue/module.server.ts';
import type { Room } from '../app/platform/module.ts';
import { openReach, reach } from '../app/notifications/module.server.ts';
import { orders } from '../app/orders/module.server.ts';
import { reviews } from '../app/reviews/module.server.ts';
import { team } from '../app/accounts/module.server.ts';

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

export type RoomServices = Parameters<NonNullable<typeof conversation.kinds>>[0] &
  Parameters<NonNullable<typeof orders.kinds>>[0] &
  Parameters<NonNullable<typeof reach.kinds>>[0];

/** The list of modules: a new module is a folder and a line here. */
export const ROOMS: readonly Room<RoomHost, RoomServices>[] = [
  marketplace,
  // Before the conversations, through which these modules find their offers and drafts.
  orders,
  assistant,
  conversation,
  files,
  inboundMail,
  reviews,
  team,
  reach,
];

export const openRooms = openReach;

export async function takeSettings(host: RoomHost, revision: number): Promise<void> {
  for (const room of ROOMS) {
    // oxlint-disable-next-line no-await-in-loop -- seldom, and they share a database
    await room.takeSettings?.(host, revision);
  }
}
