import { loadMessages } from '../../i18n/load-messages.ts';
import * as v from 'valibot';
import { formAction, anybody } from '../../portal/pages/form-action.server.ts';
import { readToken } from '../../accounts/pages/read-token.server.ts';
import type { Catalogue } from '../../shop/catalogue.ts';
import { nameService } from '../../shop/name-service.ts';
import { appContextKey } from '../../app-context.ts';
import {
  CONFIRMATION_EXPIRED,
  confirmReview,
  findConfirmation,
} from '../server/confirm-review.server.ts';
import type { ReviewedService } from '../server/post-review.server.ts';
import type { Route } from './+types/confirm-review.ts';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import { ConfirmReview } from '../ui/confirm-review.tsx';
import { t } from '../../i18n/translate.ts';

export const handle = { messages: await loadMessages('reviews') };

const LIMIT = { name: 'review-confirmation', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(t('Confirm your review'), matches[0].loaderData);

function describe(catalogue: Catalogue, reviewed: ReviewedService) {
  const { path = '/services', ...named } = nameService(catalogue, reviewed);
  return { ...named, path };
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock, catalogue } = context.get(appContextKey);
  const found = await findConfirmation(db, clock, readToken(request));
  return found
    ? { service: describe(catalogue, found), problem: undefined }
    : { service: undefined, problem: t(CONFIRMATION_EXPIRED) };
}

export const action = formAction(
  v.object({}),
  { admit: anybody, limit: LIMIT },
  async (_, { appContext, token }) => ({
    message: '',
    confirmed: describe(appContext.catalogue, await confirmReview(appContext, token)),
  }),
);

export default function ConfirmReviewPage({ actionData, loaderData }: Route.ComponentProps) {
  return <ConfirmReview answer={actionData} {...loaderData} />;
}
