import {
  acceptInvitation,
  invite,
  requireMayOrder,
} from '../../app/clients/server/companies/invite.server.ts';
import { createCompany } from '../../app/clients/server/companies/manage-company.server.ts';
import type { Client } from '../../app/clients/server/client-context.server.ts';
import type { CompanyPermission } from '../../app/clients/protocol/company-permissions.ts';
import type { TypedForm } from '../../app/orders/protocol/order-form.ts';
import { placeOrder } from '../../app/orders/server/checkout/place-order.server.ts';
import type { Database } from '../../app/platform/db/database.server.ts';
import { VISITORS } from './cast.ts';
import { signInClient } from './client.ts';
import { hire, openBrowser, TestClock } from './database.ts';
import { createCheckout, openForm } from './order-form.ts';

export const COMPANY_ANSWERS = {
  quantity: '1000',
  'option-certificate': '1',
  'answer-from-language': 'English',
  'answer-to-language': 'German',
  'answer-topic': 'A manual',
};

interface Placed {
  readonly path?: string;
  readonly typed?: TypedForm;
}

/** The company of Elena, who owns it. */
export async function openCompany(
  db: Database,
  env: Record<string, string> = {},
  clock = new TestClock(),
) {
  const appContext = createCheckout(db, clock, env);
  const maya = await hire(db, 'maya');
  const owner = (await signInClient(appContext, VISITORS.elena)).session;
  const companyId = await createCompany(appContext, 'r', owner.client, 'Harbour Books');
  const join = async (email: string, permission: CompanyPermission) => {
    await invite(appContext, 'r', owner.client, '203.0.113.7', { companyId, email, permission });
    const browserId = await openBrowser(db, clock);
    const device = { browserId, userAgent: null, formerHash: undefined };
    await acceptInvitation(appContext, 'r', device, appContext.mail.lastToken);
    return (await signInClient(appContext, email)).session;
  };
  const place = async (
    client: Client,
    browserId: string,
    isForCompany = true,
    { path = 'writing/translation', typed = COMPANY_ANSWERS }: Placed = {},
  ) => {
    const form = await openForm(appContext, path, client.email, typed);
    return placeOrder(appContext, {
      key: form.key,
      browserId,
      service: form.service,
      network: form.key,
      proof: '',
      provedEmail: client.email,
      ...(isForCompany ? { findCompany: (tx) => requireMayOrder(tx, client, companyId) } : {}),
      typed: form.fill(),
    });
  };
  return { appContext, clock, maya, owner, companyId, join, place };
}

export type CompanyScene = Awaited<ReturnType<typeof openCompany>>;
