import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { data, Link } from 'react-router';
import {
  readEndpoint,
  type EndpointView,
  type DeliveryView,
} from '../server/read-endpoints.server.ts';
import { isUuid } from '../../platform/fields.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-webhook.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { ConfirmForm, FormButton, HiddenFields } from '../../ui/form/form-button.tsx';
import { Moment } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { EndpointFields, EndpointState } from '../ui/webhook-endpoint.tsx';
import { fieldErrors } from '../../ui/form/form-answer.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { SecretNotice, type IntegrationAnswer } from '../../api/ui/secret-notice.tsx';
import { Chip } from '../../ui/chip.tsx';

export const handle = { messages: await loadMessages('notifications-team') };

interface DeliveryRowProps {
  readonly delivery: DeliveryView;
  readonly isResendable: boolean;
}

interface WebhookSettingsProps {
  readonly endpoint: EndpointView;
  readonly deliveries: readonly DeliveryView[];
  readonly answer: IntegrationAnswer | undefined;
}

interface DeliveriesProps {
  readonly deliveries: readonly DeliveryView[];
  readonly isActive: boolean;
}

export { action } from './webhook-actions.server.ts';

export const loader = pageAt('/team/webhooks', async ({ appContext, params: { id = '' } }) => {
  const found = isUuid(id) ? await readEndpoint(appContext.db, id) : undefined;
  if (!found) throw data(null, { status: 404 });
  return found;
});

export default function TeamWebhook({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoint, deliveries } = loaderData;
  return (
    <MemberPage
      title={t('Webhook')}
      lead={
        <span dir="auto" className="[overflow-wrap:anywhere]">
          {endpoint.url}
        </span>
      }
    >
      <WebhookSettings endpoint={endpoint} deliveries={deliveries} answer={actionData} />
    </MemberPage>
  );
}

function WebhookSettings({ endpoint, deliveries, answer }: WebhookSettingsProps) {
  const isActive = endpoint.state === 'active';
  return (
    <>
      <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-[15px] text-ink-2">
        <EndpointState endpoint={endpoint} />
        {endpoint.formerSecretUntil && (
          <span>
            {t('the former secret signs until')} <Moment at={endpoint.formerSecretUntil} />
          </span>
        )}
      </p>
      {endpoint.state === 'disabled' && (
        <p className="mt-3 max-w-[41em] text-ink-2">
          {t(
            'Nothing was received here for days, or the receiver said that it wants no more. Events are not collected until it is resumed.',
          )}
        </p>
      )}
      <EndpointButtons isActive={isActive} />
      <SecretNotice answer={answer} label={t('The signing secret')} className="mt-6" />
      <PageSection title={t('Deliveries')}>
        <Deliveries deliveries={deliveries} isActive={isActive} />
      </PageSection>
      <PageSection title={t('Settings')}>
        <ActionForm
          preventScrollReset
          className="grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line"
        >
          <HiddenFields fields={{ intent: 'change' }} />
          <EndpointFields
            url={endpoint.url}
            events={endpoint.events}
            withContents={endpoint.withContents}
            errorOf={fieldErrors(answer)}
          />
          <div>
            <SubmitButton>{t('Save')}</SubmitButton>
          </div>
        </ActionForm>
      </PageSection>
    </>
  );
}

function EndpointButtons({ isActive }: { readonly isActive: boolean }) {
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      {isActive && (
        <FormButton fields={{ intent: 'test' }} className="button button-small button-primary">
          {t('Send a test')}
        </FormButton>
      )}
      {isActive ? (
        <FormButton fields={{ intent: 'pause' }}>{t('Pause')}</FormButton>
      ) : (
        <FormButton fields={{ intent: 'resume' }} className="button button-small button-primary">
          {t('Resume')}
        </FormButton>
      )}
      <ConfirmForm
        label={t('Replace secret')}
        question={t('Replace the signing secret?')}
        text={t(
          'A new secret is shown once. For a day requests are signed with both, so that the receiver can change over.',
        )}
        fields={{ intent: 'rotate' }}
        doLabel={t('Replace')}
        tone="primary"
      />
      <ConfirmForm
        label={t('Remove')}
        question={t('Remove this webhook?')}
        text={t('What waits to be sent is not sent, and the list of deliveries goes with it.')}
        fields={{ intent: 'remove' }}
        doLabel={t('Remove for good')}
      />
    </div>
  );
}

function Deliveries({ deliveries, isActive }: DeliveriesProps) {
  if (deliveries.length === 0) {
    return (
      <p className="text-ink-2">
        {t('Nothing has happened yet. Send a test to see whether it works.')}
      </p>
    );
  }
  return (
    <>
      <ul className="list-card">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} isResendable={isActive} />
        ))}
      </ul>
      <p className="mt-4 flex flex-wrap items-center gap-3 text-[14px] text-ink-2">
        <Link to="." replace preventScrollReset className="button button-line button-small">
          {t('Look again')}
        </Link>
        {t('The newest 25 are listed; what is over is kept for 30 days.')}
      </p>
    </>
  );
}

function DeliveryRow({ delivery, isResendable }: DeliveryRowProps) {
  const { id, eventId, type, state, attempts, createdAt, nextAttemptAt } = delivery;
  const hasBeenTried = attempts > 0;
  return (
    <li className="list-row" data-testid="delivery">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <code className="font-[650]">{type}</code>
          {state === 'delivered' && <Chip tone="success">{t('Delivered')}</Chip>}
          {state === 'failed' && <Chip tone="error">{t('Failed')}</Chip>}
          {state === 'pending' && (
            <Chip tone={hasBeenTried ? 'amber' : 'plain'}>
              {hasBeenTried ? t('Trying again') : t('Waiting')}
            </Chip>
          )}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-[14px] text-ink-2">
          <Moment at={createdAt} />
          {hasBeenTried && (
            <span>{attempts === 1 ? t('1 try') : t('{attempts} tries', { attempts })}</span>
          )}
          <Result delivery={delivery} />
          {hasBeenTried && nextAttemptAt && (
            <span>
              {t('next')} <Moment at={nextAttemptAt} />
            </span>
          )}
        </p>
        <p dir="auto" className="font-mono text-[12.5px] text-ink-3 [overflow-wrap:anywhere]">
          {eventId}
        </p>
      </div>
      {isResendable && hasBeenTried && (
        <FormButton
          fields={{ intent: 'redeliver', deliveryId: id }}
          aria-label={t('Send again: {type} of {createdAt}', { type, createdAt })}
        >
          {t('Send again')}
        </FormButton>
      )}
    </li>
  );
}

function Result({ delivery }: { readonly delivery: DeliveryView }) {
  const { lastStatus, lastError, lastDurationMs } = delivery;
  return (
    <>
      {lastStatus !== null && <span>{t('answered {lastStatus}', { lastStatus })}</span>}
      {lastError !== null && <span>{lastError}</span>}
      {lastDurationMs !== null && (
        <span className="tabular-nums">{t('{lastDurationMs} ms', { lastDurationMs })}</span>
      )}
    </>
  );
}
