import { data } from 'react-router';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { formAction, whoMayOpen } from '../../portal/pages/form-action.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import { formatOrderNumber, readNumber } from '../protocol/transitions.ts';
import { actorOf, findOrderOfMember } from '../server/access.server.ts';
import { asMember } from '../server/order/as-actor.server.ts';
import { readProof } from '../server/proof/read-proof.server.ts';
import { ProofPage } from '../ui/proof/proof-page.tsx';
import { useLiveOrders } from '../ui/use-live-orders.ts';
import { PROOF_LIMIT, proofForm, readProofPage, runProofForm } from './proof-actions.server.ts';
import type { Route } from './+types/team-proof.ts';

export const handle = { messages: await loadMessages('orders-team', 'orders', 'orders-protocol') };

export const loader = pageAt(
  '/team/orders',
  async ({ appContext: { db }, member, params: { number: typed = '', file = '' }, request }) => {
    const number = readNumber(typed) ?? -1;
    const id = await findOrderOfMember(db, member, number);
    const actor = id && (await actorOf(db, member, { id }));
    const proof = actor && (await readProof(db, id, file, actor));
    if (!proof) throw data(null, { status: 404 });
    return {
      proof,
      basePath: `/team/orders/${formatOrderNumber(number)}`,
      mayComment: true,
      ...readProofPage(request),
    };
  },
);

export const action = formAction(
  proofForm,
  { admit: whoMayOpen('/team/orders'), limit: PROOF_LIMIT },
  (sent, { appContext, trace, session, params: { number = '', file = '' } }) =>
    asMember(appContext, trace, session.member, readNumber(number) ?? -1, (turn) =>
      runProofForm(turn, file, sent),
    ),
);

export default function TeamProof({ loaderData, actionData }: Route.ComponentProps) {
  useLiveOrders();
  return (
    <MemberPage
      isWide
      title={loaderData.proof.file.name}
      lead={t('Answer the buyer’s comments and resolve them once they are done.')}
    >
      <ProofPage key={loaderData.proof.file.id} {...loaderData} answer={actionData} />
    </MemberPage>
  );
}
