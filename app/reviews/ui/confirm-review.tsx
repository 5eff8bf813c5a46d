import { Link } from 'react-router';
import { ActionForm } from '../../ui/form/action-form.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { t } from '../../i18n/translate.ts';

interface ReviewedPage {
  readonly title: string;
  readonly path: string;
}

interface ConfirmReviewProps {
  /** An invalid link has no service. */
  readonly service: ReviewedPage | undefined;
  readonly problem: string | undefined;
  readonly answer: (FormAnswer & { readonly confirmed?: ReviewedPage }) | undefined;
}

/** Confirming needs a button, because programs that scan emails open links automatically. */
export function ConfirmReview({ service, answer, ...link }: ConfirmReviewProps) {
  const problem = answer && !answer.isDone ? answer.message : link.problem;
  return (
    <main className="container-page max-w-[760px] pt-10 md:pt-16">
      <h1 className="text-[clamp(38px,6vw,60px)] tracking-[-0.04em]">{t('Confirm your review')}</h1>
      {answer?.confirmed ? (
        <Outcome service={answer.confirmed} />
      ) : service ? (
        <ActionForm className="mt-5 grid justify-items-start gap-6">
          <p className="text-[17px] text-ink-2">
            {`${t('Did you review')} `}
            <bdi>{service.title}</bdi>
            {t(
              '? Confirm it, and the review carries the mark ‘Verified email’. Your address is shown to nobody.',
            )}
          </p>
          {problem !== undefined && <Notice kind="error">{problem}</Notice>}
          <SubmitButton>{t('Yes, the review is mine')}</SubmitButton>
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
        {t('Thank you. Your review now carries the mark ‘Verified email’.')}
      </Notice>
      <Link to={`${service.path}#customer-reviews`} className="button button-primary">
        {`${t('See the reviews of')} `}
        <bdi>{service.title}</bdi>
      </Link>
    </div>
  );
}
