import { data } from 'react-router';
import { appContextKey } from '../../app-context.ts';
import { loadMessages } from '../../i18n/load-messages.ts';
import { anybody, formAction } from '../../portal/pages/form-action.server.ts';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import { findOrderBySecret } from '../server/access.server.ts';
import { asBuyer } from '../server/order/as-actor.server.ts';
import { readProof } from '../server/proof/read-proof.server.ts';
import { BuyerProof } from '../ui/proof/buyer-proof.tsx';
import { PROOF_LIMIT, proofForm, readProofPage, runProofForm } from './proof-actions.server.ts';
import type { Route } from './+types/proof.ts';

export const handle = { messages: await loadMessages('orders', 'orders-protocol') };

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  privateMeta(loaderData?.proof.file.name ?? '', matches[0].loaderData);

/** The secret in the address is the credential, as on the order's page. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db } = context.get(appContextKey);
  const id = await findOrderBySecret(db, params.secret);
  const proof = id && (await readProof(db, id, params.file, { kind: 'buyer' }));
  if (!proof) throw data(null, { status: 404 });
  return {
    proof,
    basePath: `/order/${params.secret}`,
    mayComment: true,
    ...readProofPage(request),
  };
}

export const action = formAction(
  proofForm,
  { admit: anybody, limit: PROOF_LIMIT },
  (sent, { appContext, params: { secret = '', file = '' } }) =>
    asBuyer(appContext, secret, (turn) => runProofForm(turn, file, sent)),
);

export default function Proof({ loaderData, actionData }: Route.ComponentProps) {
  return <BuyerProof {...loaderData} answer={actionData} />;
}
