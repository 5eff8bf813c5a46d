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
import type { Address } from '../../shop/service.ts';
import type { Route } from './+types/confirm-review.ts';
import { privateMeta } from '../../shop/pages/private-meta.ts';
import { Link } from 'react-router';
import { ActionForm } from '../../ui/form/action-form.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { langOf, type Translated } from '../../platform/lang-of.ts';
import { Rich } from '../../ui/rich.tsx';
import { t } from '../../i18n/translate.ts';

export const handle = { messages: await loadMessages('reviews') };

const LIMIT = { name: 'review-confirmation', burst: 20, perMinute: 5 };

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(t('Confirm your review'), matches[0].loaderData);

function describe(catalogue: Catalogue, reviewed: Address) {
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

interface ReviewedPage extends Translated {
  readonly title: string;
  readonly path: string;
}

/** Confirming needs a button, because programs that scan emails open links automatically. */
export default function ConfirmReview({ actionData, loaderData }: Route.ComponentProps) {
  const answer: (FormAnswer & { readonly confirmed?: ReviewedPage }) | undefined = actionData;
  const { service } = loaderData;
  const problem = answer && !answer.isDone ? answer.message : loaderData.problem;
  return (
    <main className="container-page max-w-[760px] pt-10 md:pt-16">
      <h1 className="text-[clamp(38px,6vw,60px)] tracking-[-0.04em]">{t('Confirm your review')}</h1>
      {answer?.confirmed ? (
        <Outcome service={answer.confirmed} />
      ) : service ? (
        <ActionForm className="mt-5 grid justify-items-start gap-6">
          <p className="text-[17px] text-ink-2">
            <Rich
              text={t(
                'Did you review <service>{title}</service>? Confirm it, and your review will show the badge ‘Verified email’. Your address is never shown to anyone.',
                { title: service.title },
              )}
              parts={{ service: <bdi lang={langOf(service, 'title')} /> }}
            />
          </p>
          {problem !== undefined && <Notice kind="error">{problem}</Notice>}
          <SubmitButton>{t('Yes, this is my review')}</SubmitButton>
        </ActionForm>
      ) : (
        <div className="mt-6 grid justify-items-start gap-6">
          <Notice kind="error">{problem}</Notice>
          <Link to="/services" className="button button-line">
            {t('All Services')}
          </Link>
        </div>
      )}
    </main>
  );
}

function Outcome({ service }: { service: ReviewedPage }) {
  return (
    <div className="mt-6 grid justify-items-start gap-6">
      <Notice kind="success">
        {t('Thank you. Your review now shows the badge ‘Verified email’.')}
      </Notice>
      <Link to={`${service.path}#customer-reviews`} className="button button-primary">
        <Rich
          text={t('See reviews of <service>{title}</service>', { title: service.title })}
          parts={{ service: <bdi lang={langOf(service, 'title')} /> }}
        />
      </Link>
    </div>
  );
}
