import { t } from '../../i18n/translate.ts';
import { Link } from 'react-router';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import type { EndpointView } from '../server/read-endpoints.server.ts';
import { EndpointFields, EndpointState } from './webhook-endpoint.tsx';
import { fieldErrors } from '../../ui/form/form-answer.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { SecretNotice, type IntegrationAnswer } from '../../api/ui/secret-notice.tsx';

interface WebhookListProps {
  readonly endpoints: readonly EndpointView[];
  readonly answer: IntegrationAnswer | undefined;
}

export function WebhookList({ endpoints, answer }: WebhookListProps) {
  const added = answer?.intent === 'add-webhook' ? answer : undefined;
  return (
    <div id="webhooks" className="scroll-mt-6">
      <PageSection title={t('Webhooks')} count={endpoints.length}>
        <p className="mb-4 max-w-[41em] text-ink-2">
          {t(
            'A signed request to an address of yours as soon as something happens, tried again for about a day when nobody answers.',
          )}
        </p>
        <SecretNotice answer={added} label={t('The signing secret')} />
        {endpoints.length > 0 && (
          <ul className="list-card mt-5 mb-5">
            {endpoints.map((endpoint) => (
              <EndpointRow key={endpoint.id} endpoint={endpoint} />
            ))}
          </ul>
        )}
        <EndpointForm answer={added} />
      </PageSection>
    </div>
  );
}

function EndpointRow({ endpoint }: { readonly endpoint: EndpointView }) {
  const { id, url, events, withContents } = endpoint;
  return (
    <li className="list-row" data-testid="webhook">
      <div className="min-w-0 flex-1 basis-60">
        <p dir="auto" className="font-[650] [overflow-wrap:anywhere]">
          {url}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[14px] text-ink-2">
          <EndpointState endpoint={endpoint} />
          <span>{events.join(', ')}</span>
          {withContents && <span>{t('with what messages say')}</span>}
        </p>
      </div>
      <Link
        to={`/team/webhooks/${id}`}
        className="button button-line button-small"
        aria-label={t('Open {url}', { url })}
      >
        {t('Open')}
      </Link>
    </li>
  );
}

function EndpointForm({ answer }: { readonly answer: IntegrationAnswer | undefined }) {
  return (
    <ActionForm
      key={answer?.secret ?? 'form'}
      preventScrollReset
      className="grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line"
    >
      <HiddenFields fields={{ intent: 'add-webhook' }} />
      <EndpointFields url={answer?.typed.url} errorOf={fieldErrors(answer)} />
      <div>
        <SubmitButton>{t('Add webhook')}</SubmitButton>
      </div>
    </ActionForm>
  );
}
