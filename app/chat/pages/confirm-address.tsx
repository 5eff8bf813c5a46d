import * as v from 'valibot';
import {
  confirmByLink,
  whyNotConfirmable,
} from '../server/email-verification/confirm-by-link.server.ts';
import { findBrowser } from '../server/messages/visitor-browser.server.ts';
import { ConfirmAddressPage } from '../widget/confirm-address-page.tsx';
import { hostContext } from '../../host.ts';
import { useSite } from '../../shop/layout/use-site.ts';
import { formAction } from '../../portal/pages/form-action.server.ts';
import { anybody } from '../../portal/pages/form-door.server.ts';
import { readToken } from '../../accounts/pages/read-token.server.ts';
import type { Route } from './+types/confirm-address.ts';
import { say } from '../../platform/say.ts';

const BY_NETWORK = { name: 'confirmation-link', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = () => [
  { title: say('Confirm your address') },
  { name: 'robots', content: 'noindex' },
];

/** The loader must not use up the link, because programs that scan emails open links. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(hostContext);
  const browserId = await findBrowser(db, request.headers.get('Cookie'));
  return { problem: await whyNotConfirmable(db, clock, readToken(request), browserId) };
}

export const action = formAction(
  v.object({}),
  { admit: anybody, limit: BY_NETWORK },
  async (_, { host, request, token }) => {
    const browserId = await findBrowser(host.db, request.headers.get('Cookie'));
    return { message: '', ...(await confirmByLink(host, token, browserId)) };
  },
);

// After the link has been used, the page keeps showing the result.
export const shouldRevalidate = () => false;

export default function ConfirmAddress({ actionData, loaderData }: Route.ComponentProps) {
  const { brandName } = useSite();
  return <ConfirmAddressPage brandName={brandName} answer={actionData} {...loaderData} />;
}
