import { webhooksModule } from '../app/webhooks/module.server.ts';
import { assistantModule } from '../app/assistant/module.server.ts';
import type { ChatContext, VisitorSockets } from '../app/chat/server/chat-context.server.ts';
import { chatModule } from '../app/chat/module.server.ts';
import { clientsModule } from '../app/clients/module.server.ts';
import { filesModule } from '../app/files/module.server.ts';
import type { AppContext } from '../app/app-context.ts';
import { inboundEmailModule } from '../app/inbound-email/module.server.ts';
import { catalogueModule } from '../app/catalogue/module.server.ts';
import type { Module } from '../app/platform/module.ts';
import { notificationsModule } from '../app/notifications/module.server.ts';
import { ordersModule } from '../app/orders/module.server.ts';
import { setupGuideModule } from '../app/setup-guide/module.server.ts';
import { reviewsModule } from '../app/reviews/module.server.ts';
import { accountsModule } from '../app/accounts/module.server.ts';

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

export type ModuleServices = Parameters<NonNullable<typeof chatModule.kinds>>[0] &
  Parameters<NonNullable<typeof ordersModule.kinds>>[0] &
  Parameters<NonNullable<typeof notificationsModule.kinds>>[0] &
  Parameters<NonNullable<typeof webhooksModule.kinds>>[0];

/** The list of modules: a new module is a folder and a line here. */
export const MODULES: readonly Module<ModuleContext, ModuleServices>[] = [
  catalogueModule,
  // Before the orders, which tell whose documents are demo data.
  setupGuideModule,
  // Before the conversations, through which these modules find their offers and drafts.
  ordersModule,
  assistantModule,
  clientsModule,
  chatModule,
  filesModule,
  inboundEmailModule,
  reviewsModule,
  accountsModule,
  notificationsModule,
  webhooksModule,
];

export async function takeSettings(appContext: ModuleContext, revision: number): Promise<void> {
  for (const featureModule of MODULES) {
    // oxlint-disable-next-line no-await-in-loop -- seldom, and they share a database
    await featureModule.takeSettings?.(appContext, revision);
  }
}
