import { data, Link } from 'react-router';
import { readToken, requireToken } from '../desk/read-token.server.ts';
import { readFormData } from '../../platform/read-form.ts';
import { findService } from '../../marketplace/catalogue.ts';
import { hostContext, requestContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { addressBlock } from '../../platform/rate-limit.ts';
import {
  CONFIRMATION_EXPIRED,
  confirmReview,
  findConfirmation,
} from '../../reviews/confirm-review.server.ts';
import type { ReviewedService } from '../../reviews/post-review.server.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import type { Route } from './+types/confirm-review.ts';
import { titleOf } from './page-meta.ts';

const LIMIT = { name: 'review-confirmation', burst: 20, perMinute: 5 };

export const headers = () => ({ 'Cache-Control': 'no-store' });

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: titleOf('Confirm your review', matches[0].loaderData) },
  { name: 'robots', content: 'noindex' },
];

function describe({ section, slug }: ReviewedService) {
  const service = findService(section, slug);
  return { title: service?.title ?? slug, path: service?.path ?? '/services' };
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(hostContext);
  const found = await findConfirmation(db, clock, readToken(request));
  return found ? { service: describe(found) } : { problem: CONFIRMATION_EXPIRED };
}

/** A button, since programs that look into mails open links by themselves. */
export async function action({ context, request }: Route.ActionArgs) {
  const host = context.get(hostContext);
  try {
    await host.limits.take(LIMIT, addressBlock(context.get(requestContext).address));
    await readFormData(request);
    const token = requireToken(request, CONFIRMATION_EXPIRED);
    const confirmed = await confirmReview(host, token);
    return data({ confirmed: describe(confirmed) });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return data({ problem: error.message }, { status: error.status });
  }
}

export default function ConfirmReview({ actionData, loaderData }: Route.ComponentProps) {
  const confirmed = actionData && 'confirmed' in actionData ? actionData.confirmed : undefined;
  const refused = actionData && 'problem' in actionData ? actionData.problem : undefined;
  return (
    <main className="container-page max-w-[760px] pt-10 md:pt-16">
      <h1 className="text-[clamp(38px,6vw,60px)] tracking-[-0.04em]">Confirm your review</h1>
      {confirmed ? (
        <Outcome service={confirmed} />
      ) : loaderData.service ? (
        <ActionForm className="mt-5 grid justify-items-start gap-6">
          <p className="text-[17px] text-ink-2">
            Did you review {loaderData.service.title}? Confirm it, and the review carries the mark
            ‘Verified e-mail’. Your address is shown to nobody.
          </p>
          {refused !== undefined && <Notice kind="error">{refused}</Notice>}
          <SubmitButton>Yes, the review is mine</SubmitButton>
        </ActionForm>
      ) : (
        <div className="mt-6 grid justify-items-start gap-6">
          <Notice kind="error">{refused ?? loaderData.problem}</Notice>
          <Link to="/services" className="button button-line">
            All Services
          </Link>
        </div>
      )}
    </main>
  );
}

function Outcome({ service }: { service: { readonly title: string; readonly path: string } }) {
  return (
    <div className="mt-6 grid justify-items-start gap-6">
      <Notice kind="success">Thank you. Your review now carries the mark ‘Verified e-mail’.</Notice>
      <Link to={`${service.path}#customer-reviews`} className="button button-primary">
        See the reviews of {service.title}
      </Link>
    </div>
  );
}
