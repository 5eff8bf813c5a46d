import { data } from 'react-router';
import { readToken, requireToken } from '../desk/read-token.server.ts';
import { readFormData } from '../../platform/read-form.ts';
import type { Catalogue } from '../../marketplace/catalogue.ts';
import { nameService } from '../../marketplace/name-service.ts';
import { hostContext, requestContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import {
  CONFIRMATION_EXPIRED,
  confirmReview,
  findConfirmation,
} from '../../reviews/confirm-review.server.ts';
import type { ReviewedService } from '../../reviews/post-review.server.ts';
import type { Route } from './+types/confirm-review.ts';
import { titleOf } from './page-meta.ts';
import { ConfirmReview } from '../../reviews/screens/confirm-review.tsx';
import { say } from '../../platform/say.ts';

const LIMIT = { name: 'review-confirmation', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf(say('Confirm your review'), matches[0].loaderData) },
  { name: 'robots', content: 'noindex' },
];

function describe(catalogue: Catalogue, reviewed: ReviewedService) {
  const { title, path = '/services' } = nameService(catalogue, reviewed);
  return { title, path };
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock, catalogue } = context.get(hostContext);
  const found = await findConfirmation(db, clock, readToken(request));
  return found
    ? { service: describe(catalogue, found), problem: undefined }
    : { service: undefined, problem: CONFIRMATION_EXPIRED };
}

export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  try {
    await host.limits.take(LIMIT, addressBlock(context.get(requestContext).address));
    await readFormData(request);
    const token = requireToken(request, CONFIRMATION_EXPIRED);
    const confirmed = await confirmReview(host, token);
    return data({ confirmed: describe(host.catalogue, confirmed), problem: undefined });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return data({ confirmed: undefined, problem: error.message }, { status: error.status });
  }
}

export default function ConfirmReviewPage({ actionData, loaderData }: Route.ComponentProps) {
  return (
    <ConfirmReview
      service={loaderData.service}
      confirmed={actionData?.confirmed}
      problem={actionData?.problem ?? loaderData.problem}
    />
  );
}
