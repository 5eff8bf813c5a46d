import { data } from 'react-router';
import {
  confirmByLink,
  whyNotConfirmable,
  CONFIRMATION_IS_OVER,
} from '../../conversation/confirmation/confirm-by-link.server.ts';
import { findBrowser } from '../../conversation/say/visitor-browser.server.ts';
import { ConfirmAddressPage } from '../../chat-client/visitor/confirm-address-page.tsx';
import { hostContext, requestContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import { readFormData } from '../../platform/read-form.ts';
import { useSite } from '../../layouts/use-site.ts';
import { readToken, requireToken } from '../desk/read-token.server.ts';
import type { Route } from './+types/confirm-address.ts';
import { say } from '../../platform/say.ts';

const BY_NETWORK = { name: 'confirmation-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [
  { title: say('Confirm your address') },
  { name: 'robots', content: 'noindex' },
];

/** Only looks: programs that check the links of mails must not use this one up. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(hostContext);
  const browserId = await findBrowser(db, request.headers.get('Cookie'));
  return { problem: await whyNotConfirmable(db, clock, readToken(request), browserId) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  try {
    await host.limits.take(BY_NETWORK, addressBlock(context.get(requestContext).address));
    await readFormData(request);
    const token = requireToken(request, CONFIRMATION_IS_OVER);
    const browserId = await findBrowser(host.db, request.headers.get('Cookie'));
    return data({ problem: null, ...(await confirmByLink(host, token, browserId)) });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return data({ problem: error.message, conversationId: null }, { status: error.status });
  }
}

// After the link is used the page keeps saying what came of it.
export const shouldRevalidate = () => false;

export default function ConfirmAddress({ actionData, loaderData }: Route.ComponentProps) {
  const { brandName } = useSite();
  return <ConfirmAddressPage brandName={brandName} answer={actionData} {...loaderData} />;
}
