import { assistant } from '../app/assistant/module.server.ts';
import type { ChatContext, VisitorSockets } from '../app/chat/server/chat-context.server.ts';
import { conversation } from '../app/chat/module.server.ts';
import { clients } from '../app/clients/module.server.ts';
import { files } from '../app/files/module.server.ts';
import type { AppContext } from '../app/app-context.ts';
import { inboundMail } from '../app/inbound-email/module.server.ts';
import { marketplace } from '../app/catalogue/module.server.ts';
import type { Module } from '../app/platform/module.ts';
import { openReach, reach } from '../app/notifications/module.server.ts';
import { orders } from '../app/orders/module.server.ts';
import { reviews } from '../app/reviews/module.server.ts';
import { team } from '../app/accounts/module.server.ts';

export type ModuleContext = ChatContext &
  VisitorSockets &
  Pick<
    AppContext,
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

export type ModuleServices = Parameters<NonNullable<typeof conversation.kinds>>[0] &
  Parameters<NonNullable<typeof orders.kinds>>[0] &
  Parameters<NonNullable<typeof reach.kinds>>[0];

/** The list of modules: a new module is a folder and a line here. */
export const MODULES: readonly Module<ModuleContext, ModuleServices>[] = [
  marketplace,
  // Before the conversations, through which these modules find their offers and drafts.
  orders,
  assistant,
  clients,
  conversation,
  files,
  inboundMail,
  reviews,
  team,
  reach,
];

export const openRooms = openReach;

export async function takeSettings(appContext: ModuleContext, revision: number): Promise<void> {
  for (const featureModule of MODULES) {
    // oxlint-disable-next-line no-await-in-loop -- seldom, and they share a database
    await featureModule.takeSettings?.(appContext, revision);
  }
}
