import { Rich } from '../../ui/rich.tsx';
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
  readonly formerSecretsUntil: readonly string[];
  readonly deliveries: readonly DeliveryView[];
  readonly answer: IntegrationAnswer | undefined;
}

interface DeliveriesProps {
  readonly deliveries: readonly DeliveryView[];
  readonly isActive: boolean;
}

export { action } from './webhook-actions.server.ts';

export const loader = pageAt('/team/webhooks', async ({ appContext, params: { id = '' } }) => {
  const found = isUuid(id) ? await readEndpoint(appContext.db, appContext.clock, id) : undefined;
  if (!found) throw data(null, { status: 404 });
  return found;
});

export default function TeamWebhook({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoint, formerSecretsUntil, deliveries } = loaderData;
  return (
    <MemberPage
      title={t('Webhook')}
      lead={
        <span dir="auto" className="[overflow-wrap:anywhere]">
          {endpoint.url}
        </span>
      }
    >
      <WebhookSettings
        endpoint={endpoint}
        formerSecretsUntil={formerSecretsUntil}
        deliveries={deliveries}
        answer={actionData}
      />
    </MemberPage>
  );
}

function WebhookSettings({
  endpoint,
  formerSecretsUntil,
  deliveries,
  answer,
}: WebhookSettingsProps) {
  const isActive = endpoint.state === 'active';
  return (
    <>
      <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-[15px] text-ink-2">
        <EndpointState endpoint={endpoint} />
        {formerSecretsUntil.map((until) => (
          <span key={until}>
            <Rich
              text={t('Previous secret valid until <time/>')}
              parts={{ time: <Moment at={until} /> }}
            />
          </span>
        ))}
      </p>
      {endpoint.state === 'disabled' && (
        <p className="mt-3 max-w-[41em] text-ink-2">
          {t(
            "This webhook was disabled because deliveries failed for days, or because the receiver asked for no more events. New events aren't collected until you resume it.",
          )}
        </p>
      )}
      <EndpointButtons isActive={isActive} />
      <SecretNotice answer={answer} label={t('Signing secret')} className="mt-6" />
      <PageSection title={t('Recent deliveries')}>
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
          'The new secret is shown only once. For one day, requests are also signed with the secret that it replaces, so that the receiver can switch over. You can replace the secret twice within a day.',
        )}
        fields={{ intent: 'rotate' }}
        doLabel={t('Replace')}
        tone="primary"
      />
      <ConfirmForm
        label={t('Remove')}
        question={t('Remove this webhook?')}
        text={t("Pending events won't be sent, and the list of deliveries is deleted.")}
        fields={{ intent: 'remove' }}
        doLabel={t('Remove permanently')}
      />
    </div>
  );
}

function Deliveries({ deliveries, isActive }: DeliveriesProps) {
  if (deliveries.length === 0) {
    return (
      <p className="text-ink-2">
        {t(
          'No deliveries yet. Events sent to this webhook will appear here. Send a test to check that it works.',
        )}
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
          {t('Refresh')}
        </Link>
        {t('Shows the 25 most recent deliveries. Completed deliveries are kept for 30 days.')}
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
          {state === 'delivered' && <Chip tone="success">{t('Sent')}</Chip>}
          {state === 'failed' && <Chip tone="error">{t('Failed')}</Chip>}
          {state === 'pending' && (
            <Chip tone={hasBeenTried ? 'amber' : 'plain'}>
              {hasBeenTried ? t('Retrying') : t('Waiting')}
            </Chip>
          )}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-[14px] text-ink-2">
          <Moment at={createdAt} />
          {hasBeenTried && (
            <span>
              {t('{count, plural, one {# attempt} other {# attempts}}', { count: attempts })}
            </span>
          )}
          <Result delivery={delivery} />
          {hasBeenTried && nextAttemptAt && (
            <span>
              <Rich
                text={t('Next attempt <time/>')}
                parts={{ time: <Moment at={nextAttemptAt} /> }}
              />
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
          aria-label={t('Send again: {type} from {createdAt}', { type, createdAt })}
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
      {lastStatus !== null && <span>{t('response {lastStatus}', { lastStatus })}</span>}
      {lastError !== null && <span>{lastError}</span>}
      {lastDurationMs !== null && (
        <span className="tabular-nums">{t('{lastDurationMs} ms', { lastDurationMs })}</span>
      )}
    </>
  );
}
