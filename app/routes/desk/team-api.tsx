import { Link } from 'react-router';
import { readApiKeys, type ApiKeyView } from '../../reach/api/api-keys.server.ts';
import { KEY_NAME_MAX_LENGTH } from '../../reach/api/rules.ts';
import { hostContext } from '../../host.ts';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { readEndpoints, type EndpointView } from '../../reach/webhook/read-endpoints.server.ts';
import { requirePermissionPage } from '../resources/member.server.ts';
import type { Route } from './+types/team-api.ts';
import { EndpointFields } from './endpoint-fields.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { fieldErrors } from './field-error.ts';
import { ForbiddenPage } from './forbidden-page.tsx';
import { PRIVATE_PAGE_HEADERS } from './form-answer.server.ts';
import { runApiAction } from './integration-actions.server.ts';
import { answerIntegration } from './integration-answer.server.ts';
import { MemberPage, MemberPageSection } from './member-page.tsx';
import { ShownOnce } from './shown-once.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'API and webhooks' }];
export const headers = () => PRIVATE_PAGE_HEADERS;
export { ForbiddenPage as ErrorBoundary };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { member } = await requirePermissionPage(context, request, 'manage-integrations');
  const { db } = context.get(hostContext);
  const [keys, endpoints] = await Promise.all([readApiKeys(db), readEndpoints(db)]);
  return { member, keys, endpoints };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { member } = await requirePermissionPage(context, request, 'manage-integrations');
  return answerIntegration(request, (form) => runApiAction(context, member, form));
}

export default function TeamApi({ loaderData, actionData }: Route.ComponentProps) {
  const { member, keys, endpoints } = loaderData;
  const answerTo = (intent: string) => (actionData?.intent === intent ? actionData : undefined);
  const keyAnswer = answerTo('create-key');
  const webhookAnswer = answerTo('add-webhook');
  return (
    <MemberPage
      member={member}
      title="API"
      lead={
        <>
          What other programs may ask, and what they are told.{' '}
          <Link to="/api" className="link">
            Read the documentation
          </Link>
        </>
      }
    >
      <MemberPageSection title="Keys" count={keys.filter((key) => !key.revokedAt).length}>
        <p className="mb-4 max-w-[62ch] text-ink-2">
          The catalogue and its reviews can be read without a key. A key raises the limit from 60 to
          600 requests a minute.
        </p>
        <KeyForm answer={keyAnswer} />
        <Outcome answer={keyAnswer ?? answerTo('revoke-key')} label="The new key" />
        {keys.length > 0 && (
          <ul className="list-card mt-5">
            {keys.map((key) => (
              <KeyRow key={key.id} apiKey={key} />
            ))}
          </ul>
        )}
      </MemberPageSection>
      <div id="webhooks" className="scroll-mt-6">
        <MemberPageSection title="Webhooks" count={endpoints.length}>
          <p className="mb-4 max-w-[62ch] text-ink-2">
            A signed request to an address of yours as soon as something happens, tried again for
            about a day when nobody answers.
          </p>
          <Outcome answer={webhookAnswer} label="The signing secret" />
          {endpoints.length > 0 && (
            <ul className="list-card mt-5 mb-5">
              {endpoints.map((endpoint) => (
                <EndpointRow key={endpoint.id} endpoint={endpoint} />
              ))}
            </ul>
          )}
          <EndpointForm answer={webhookAnswer} />
        </MemberPageSection>
      </div>
    </MemberPage>
  );
}

type Answer = Route.ComponentProps['actionData'];

function Outcome({ answer, label }: { readonly answer: Answer; readonly label: string }) {
  if (!answer || answer.field !== undefined) return null;
  return (
    <div className="mt-4">
      <Notice kind={answer.isDone ? 'success' : 'error'}>{answer.message}</Notice>
      {answer.secret !== undefined && <ShownOnce label={label} secret={answer.secret} />}
    </div>
  );
}

function KeyForm({ answer }: { readonly answer: Answer }) {
  return (
    <ActionForm
      key={answer?.secret ?? 'form'}
      preventScrollReset
      className="grid items-start gap-4 rounded-card bg-surface p-5 ring-1 ring-line md:grid-cols-[1fr_auto]"
    >
      <input type="hidden" name="intent" value="create-key" />
      <TextField
        label="Name"
        name="name"
        required
        maxLength={KEY_NAME_MAX_LENGTH}
        autoComplete="off"
        hint="Who will use it, such as ‘Price list on our blog’"
        defaultValue={answer?.typed.name}
        error={fieldErrors(answer)('name')}
      />
      <div className="md:pt-[31px]">
        <SubmitButton>Create key</SubmitButton>
      </div>
    </ActionForm>
  );
}

function KeyRow({ apiKey }: { readonly apiKey: ApiKeyView }) {
  const { id, name, prefix, createdAt, lastUsedAt, revokedAt } = apiKey;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4" data-testid="api-key">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-[650] [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[14px] text-ink-2">
          <code>{prefix}…</code>
          {revokedAt ? (
            <Chip tone="error">Revoked</Chip>
          ) : (
            <span>
              {lastUsedAt ? (
                <>
                  used <DateTime at={lastUsedAt} withTime />
                </>
              ) : (
                'never used'
              )}
            </span>
          )}
          <span>
            created <DateTime at={createdAt} />
          </span>
        </p>
      </div>
      {!revokedAt && (
        <ConfirmButton
          label="Revoke"
          accessibleLabel={`Revoke ${name}`}
          question={`Revoke ${name}?`}
          text="Programs that use this key are refused at once. This cannot be undone."
        >
          <ActionForm preventScrollReset>
            <input type="hidden" name="intent" value="revoke-key" />
            <input type="hidden" name="id" value={id} />
            <SubmitButton
              className="button button-danger button-small"
              aria-label={`Revoke ${name} for good`}
            >
              Revoke
            </SubmitButton>
          </ActionForm>
        </ConfirmButton>
      )}
    </li>
  );
}

function EndpointRow({ endpoint }: { readonly endpoint: EndpointView }) {
  const { id, url, events } = endpoint;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4" data-testid="webhook">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-[650] [overflow-wrap:anywhere]">{url}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[14px] text-ink-2">
          <EndpointState endpoint={endpoint} />
          <span>{events.join(', ')}</span>
        </p>
      </div>
      <Link
        to={`/team/webhooks/${id}`}
        className="button button-line button-small"
        aria-label={`Open ${url}`}
      >
        Open
      </Link>
    </li>
  );
}

function EndpointForm({ answer }: { readonly answer: Answer }) {
  return (
    <ActionForm
      key={answer?.secret ?? 'form'}
      preventScrollReset
      className="grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line"
    >
      <input type="hidden" name="intent" value="add-webhook" />
      <EndpointFields url={answer?.typed.url} errorOf={fieldErrors(answer)} />
      <div>
        <SubmitButton>Add webhook</SubmitButton>
      </div>
    </ActionForm>
  );
}
