import { say } from '../../platform/say.ts';
import { Link } from 'react-router';
import { ConfirmForm } from '../../ui/form/confirm-form.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { FormButton, HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import type { EndpointView, DeliveryView } from '../server/read-endpoints.server.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { EndpointFields } from './endpoint-fields.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { fieldErrors } from '../../ui/form/form-answer.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { SecretNotice, type IntegrationAnswer } from '../../api/ui/secret-notice.tsx';

interface WebhookSettingsProps {
  readonly endpoint: EndpointView;
  readonly deliveries: readonly DeliveryView[];
  readonly answer: IntegrationAnswer | undefined;
}

export function WebhookSettings({ endpoint, deliveries, answer }: WebhookSettingsProps) {
  const isActive = endpoint.state === 'active';
  return (
    <>
      <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-[15px] text-ink-2">
        <EndpointState endpoint={endpoint} />
        {endpoint.formerSecretUntil && (
          <span>
            {say('the former secret signs until')} <Moment at={endpoint.formerSecretUntil} />
          </span>
        )}
      </p>
      {endpoint.state === 'disabled' && (
        <p className="mt-3 max-w-[41em] text-ink-2">
          {say(
            'Nothing was received here for days, or the receiver said that it wants no more. Events are not collected until it is resumed.',
          )}
        </p>
      )}
      <EndpointButtons isActive={isActive} />
      <SecretNotice answer={answer} label={say('The signing secret')} className="mt-6" />
      <PageSection title={say('Deliveries')}>
        <Deliveries deliveries={deliveries} isActive={isActive} />
      </PageSection>
      <PageSection title={say('Settings')}>
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
            <SubmitButton>{say('Save')}</SubmitButton>
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
          {say('Send a test')}
        </FormButton>
      )}
      {isActive ? (
        <FormButton fields={{ intent: 'pause' }}>{say('Pause')}</FormButton>
      ) : (
        <FormButton fields={{ intent: 'resume' }} className="button button-small button-primary">
          {say('Resume')}
        </FormButton>
      )}
      <ConfirmForm
        label={say('Replace secret')}
        question={say('Replace the signing secret?')}
        text={say(
          'A new secret is shown once. For a day requests are signed with both, so that the receiver can change over.',
        )}
        fields={{ intent: 'rotate' }}
        doLabel={say('Replace')}
        tone="primary"
      />
      <ConfirmForm
        label={say('Remove')}
        question={say('Remove this webhook?')}
        text={say('What waits to be sent is not sent, and the list of deliveries goes with it.')}
        fields={{ intent: 'remove' }}
        doLabel={say('Remove for good')}
      />
    </div>
  );
}

interface DeliveriesProps {
  readonly deliveries: readonly DeliveryView[];
  readonly isActive: boolean;
}

function Deliveries({ deliveries, isActive }: DeliveriesProps) {
  if (deliveries.length === 0) {
    return (
      <p className="text-ink-2">
        {say('Nothing has happened yet. Send a test to see whether it works.')}
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
          {say('Look again')}
        </Link>
        {say('The newest 25 are listed; what is over is kept for 30 days.')}
      </p>
    </>
  );
}
