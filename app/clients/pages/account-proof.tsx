import { data, redirect } from 'react-router';
import { appContextKey } from '../../app-context.ts';
import { requireClientPage } from '../../http/client.server.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import {
  PROOF_LIMIT,
  proofForm,
  readProofPage,
  runProofForm,
} from '../../orders/pages/proof-actions.server.ts';
import { readNumber } from '../../orders/protocol/transitions.ts';
import { accountPathOf } from '../../orders/server/access.server.ts';
import { asBuyer } from '../../orders/server/order/as-actor.server.ts';
import { readProof } from '../../orders/server/proof/read-proof.server.ts';
import { BuyerProof } from '../../orders/ui/proof/buyer-proof.tsx';
import { client, formAction } from '../../portal/pages/form-action.server.ts';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import { includes } from '../protocol/company-permissions.ts';
import {
  accountKey,
  findOrderOfClient,
  noSuchOrder,
  ORDER_ACTIONS,
} from '../server/order-access.server.ts';
import { AccountNavigation } from '../ui/account-frame.tsx';
import type { Route } from './+types/account-proof.ts';

export const handle = { messages: await loadMessages('clients', 'orders', 'orders-protocol') };

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  privateMeta(loaderData?.proof.file.name ?? '', matches[0].loaderData);

/** The session is the credential, as on the order's page. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const session = await requireClientPage(context, request);
  const { db } = context.get(appContextKey);
  const number = readNumber(params.number);
  const access = await findOrderOfClient(db, session.client, number);
  if (!access || number === undefined) throw data(null, { status: 404 });
  const basePath = accountPathOf(number);
  if (!basePath.endsWith(`/${params.number}`)) throw redirect(`${basePath}/proof/${params.file}`);
  const reader = { kind: 'buyer', clientId: session.client.id } as const;
  const proof = await readProof(db, access.id, params.file, reader);
  if (!proof) throw data(null, { status: 404 });
  const mayComment = includes(access.permission, ORDER_ACTIONS.comment);
  return { proof, basePath, mayComment, ...readProofPage(request) };
}

export const action = formAction(
  proofForm,
  { admit: client, limit: PROOF_LIMIT },
  (sent, { appContext, session, params: { number: typed = '', file = '' } }) => {
    const number = readNumber(typed);
    if (number === undefined) throw noSuchOrder();
    return asBuyer(appContext, accountKey(session.client, number, 'comment'), (turn) =>
      runProofForm(turn, file, sent),
    );
  },
);

export default function AccountProof({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <div className="container-page pt-6 md:pt-10">
        <AccountNavigation />
      </div>
      <BuyerProof {...loaderData} answer={actionData} />
    </>
  );
}
