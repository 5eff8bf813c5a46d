import { data, Link } from 'react-router';
import { hostContext } from '../../host.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { readEndpoint } from '../../reach/webhook/read-endpoints.server.ts';
import { isUuid, requirePermissionPage } from '../resources/member.server.ts';
import type { Route } from './+types/team-webhook.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { EndpointFields } from './endpoint-fields.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { fieldErrors } from './field-error.ts';
import { ForbiddenPage } from './forbidden-page.tsx';
import { PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { runEndpointAction } from './integration-actions.server.ts';
import { answerIntegration } from './integration-answer.server.ts';
import { MemberPage, MemberPageSection } from './member-page.tsx';
import { ShownOnce } from './shown-once.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Webhook' }];
export const headers = () => PRIVATE_PAGE_HEADERS;
export { ForbiddenPage as ErrorBoundary };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { member } = await requirePermissionPage(context, request, 'manage-integrations');
  const found = isUuid(params.id)
    ? await readEndpoint(context.get(hostContext).db, params.id)
    : undefined;
  if (!found) throw data(null, { status: 404 });
  return { member, ...found };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { member } = await requirePermissionPage(context, request, 'manage-integrations');
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  return answerIntegration(request, (form) => runEndpointAction(context, member, params.id, form));
}

export default function TeamWebhook({ loaderData, actionData }: Route.ComponentProps) {
  const { member, endpoint, deliveries } = loaderData;
  const isActive = endpoint.state === 'active';
  return (
    <MemberPage
      member={member}
      title="Webhook"
      lead={<span className="[overflow-wrap:anywhere]">{endpoint.url}</span>}
    >
      <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-[15px] text-ink-2">
        <EndpointState endpoint={endpoint} />
        {endpoint.formerSecretUntil && (
          <span>
            the former secret signs until <DateTime at={endpoint.formerSecretUntil} withTime />
          </span>
        )}
      </p>
      {endpoint.state === 'disabled' && (
        <p className="mt-3 max-w-[62ch] text-ink-2">
          Nothing was received here for days, or the receiver said that it wants no more. Events are
          not collected until it is resumed.
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {isActive && <IntentButton intent="test" label="Send a test" tone="button-primary" />}
        {isActive ? (
          <IntentButton intent="pause" label="Pause" />
        ) : (
          <IntentButton intent="resume" label="Resume" tone="button-primary" />
        )}
        <ConfirmButton
          label="Replace secret"
          question="Replace the signing secret?"
          text="A new secret is shown once. For a day requests are signed with both, so that the receiver can change over."
        >
          <IntentButton intent="rotate" label="Replace" tone="button-primary" />
        </ConfirmButton>
        <ConfirmButton
          label="Remove"
          question="Remove this webhook?"
          text="What waits to be sent is not sent, and the list of deliveries goes with it."
        >
          <IntentButton intent="remove" label="Remove for good" tone="button-danger" />
        </ConfirmButton>
      </div>
      {actionData && actionData.field === undefined && (
        <div className="mt-6">
          <Notice kind={actionData.isDone ? 'success' : 'error'}>{actionData.message}</Notice>
          {actionData.secret !== undefined && (
            <ShownOnce label="The signing secret" secret={actionData.secret} />
          )}
        </div>
      )}
      <MemberPageSection title="Deliveries">
        {deliveries.length === 0 ? (
          <p className="text-ink-2">
            Nothing has happened yet. Send a test to see whether it works.
          </p>
        ) : (
          <>
            <ul className="list-card">
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} isResendable={isActive} />
              ))}
            </ul>
            <p className="mt-4 flex flex-wrap items-center gap-3 text-[14px] text-ink-2">
              <Link to="." replace preventScrollReset className="button button-line button-small">
                Look again
              </Link>
              The newest 25 are listed; what is over is kept for 30 days.
            </p>
          </>
        )}
      </MemberPageSection>
      <MemberPageSection title="Settings">
        <ActionForm
          preventScrollReset
          className="grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line"
        >
          <input type="hidden" name="intent" value="change" />
          <EndpointFields
            url={endpoint.url}
            events={endpoint.events}
            errorOf={fieldErrors(actionData)}
          />
          <div>
            <SubmitButton>Save</SubmitButton>
          </div>
        </ActionForm>
      </MemberPageSection>
    </MemberPage>
  );
}

interface IntentButtonProps {
  readonly intent: string;
  readonly label: string;
  readonly tone?: string;
}

function IntentButton({ intent, label, tone = 'button-line' }: IntentButtonProps) {
  return (
    <ActionForm preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <SubmitButton className={`button button-small ${tone}`}>{label}</SubmitButton>
    </ActionForm>
  );
}
