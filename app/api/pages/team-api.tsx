import { Rich } from '../../ui/rich.tsx';
import { loadMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/translate.ts';
import { Link } from 'react-router';
import { readEmbeddingSites } from '../../chat/embed/server/embed-secrets.server.ts';
import { snippetOf } from '../../chat/embed/widget-script.ts';
import { readApiKeys, type ApiKeyView } from '../server/api-keys.server.ts';
import { readEndpoints } from '../../webhooks/server/read-endpoints.server.ts';
import { pageAt } from '../../portal/pages/page-at.server.ts';
import type { Route } from './+types/team-api.ts';
import { MemberPage } from '../../portal/member-page.tsx';
import { EmbeddingSites } from '../../notifications/ui/embedding-sites.tsx';
import { WebhookList } from '../../webhooks/ui/webhook-list.tsx';
import { KEY_NAME_MAX_LENGTH, KEY_PER_MINUTE, KEY_PER_MINUTE_MAX } from '../protocol/rules.ts';
import { SCOPES, SCOPE_NAMES } from '../protocol/scopes.ts';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmForm, HiddenFields } from '../../ui/form/form-button.tsx';
import { DateTime, Moment } from '../../ui/date-time.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { CheckboxField } from '../../ui/form/choice-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { fieldErrors } from '../../ui/form/form-answer.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { SecretNotice, type IntegrationAnswer } from '../ui/secret-notice.tsx';

export const handle = { messages: await loadMessages('notifications-team') };

interface ApiKeysProps {
  readonly keys: readonly ApiKeyView[];
  readonly answer: IntegrationAnswer | undefined;
}

export { action } from './api-actions.server.ts';

export const loader = pageAt('/team/api', async ({ appContext }) => {
  const { db, settings } = appContext;
  const [keys, endpoints, sites] = await Promise.all([
    readApiKeys(db),
    readEndpoints(db),
    readEmbeddingSites(appContext),
  ]);
  return { keys, endpoints, sites, snippet: snippetOf(settings.origin) };
});

export default function TeamApi({ loaderData, actionData }: Route.ComponentProps) {
  const { keys, endpoints, sites, snippet } = loaderData;
  return (
    <MemberPage
      title={t('API')}
      lead={
        <>
          {t('Connect other programs: API keys for access, webhooks for events.')}{' '}
          <Link to="/api" className="link">
            {t('Read the documentation')}
          </Link>
        </>
      }
    >
      <ApiKeys keys={keys} answer={actionData} />
      <WebhookList endpoints={endpoints} answer={actionData} />
      <EmbeddingSites sites={sites} snippet={snippet} answer={actionData} />
    </MemberPage>
  );
}

function ApiKeys({ keys, answer }: ApiKeysProps) {
  const created = answer?.intent === 'create-key' ? answer : undefined;
  return (
    <PageSection title={t('API keys')} count={keys.filter((key) => !key.revokedAt).length}>
      <p className="mb-4 max-w-[41em] text-ink-2">
        {t(
          "Programs can read the catalogue and its reviews without a key, at up to 60 requests per minute. A key raises that limit. Choose what else the program may do when you create its key: scopes can't be added later.",
        )}
      </p>
      <KeyForm answer={created} />
      <SecretNotice
        answer={created ?? (answer?.intent === 'revoke-key' ? answer : undefined)}
        label={t('New API key')}
      />
      {keys.length > 0 && (
        <ul className="list-card mt-5">
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
    </PageSection>
  );
}

function KeyForm({ answer }: { readonly answer: IntegrationAnswer | undefined }) {
  const errorOf = fieldErrors(answer);
  return (
    <ActionForm
      key={answer?.secret ?? 'form'}
      preventScrollReset
      className="grid gap-5 rounded-card bg-surface p-5 ring-1 ring-line"
    >
      <HiddenFields fields={{ intent: 'create-key' }} />
      <TextField
        label={t('Name')}
        name="name"
        required
        maxLength={KEY_NAME_MAX_LENGTH}
        autoComplete="off"
        hint={t('Describe where the key will be used, such as ‘Price list on our blog’')}
        defaultValue={answer?.typed.name}
        error={errorOf('name')}
      />
      <fieldset className="min-w-0">
        <legend className="text-[15px] font-semibold">{t('Scopes')}</legend>
        {SCOPES.map((scope) => (
          <CheckboxField
            key={scope}
            name="scopes"
            value={scope}
            label={
              <>
                {t(SCOPE_NAMES[scope])}{' '}
                <code className="text-[13.5px] whitespace-nowrap text-ink-3">{scope}</code>
              </>
            }
          />
        ))}
      </fieldset>
      <TextField
        label={t('Requests per minute')}
        name="perMinute"
        required
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        hint={t('{keyPerMinuteMax} at most', { keyPerMinuteMax: KEY_PER_MINUTE_MAX })}
        defaultValue={answer?.typed.perMinute ?? String(KEY_PER_MINUTE)}
        error={errorOf('perMinute')}
      />
      <div>
        <SubmitButton>{t('Create key')}</SubmitButton>
      </div>
    </ActionForm>
  );
}

function KeyRow({ apiKey }: { readonly apiKey: ApiKeyView }) {
  const { id, name, prefix, scopes, perMinute, createdAt, lastUsedAt, revokedAt } = apiKey;
  return (
    <li className="list-row" data-testid="api-key">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-[650] [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[14px] text-ink-2">
          <code>{prefix}…</code>
          {revokedAt ? (
            <Chip tone="error">{t('Revoked')}</Chip>
          ) : (
            <span>
              {lastUsedAt ? (
                <Rich text={t('Last used <time/>')} parts={{ time: <Moment at={lastUsedAt} /> }} />
              ) : (
                t('Never used')
              )}
            </span>
          )}
          <span>
            <Rich text={t('Created <time/>')} parts={{ time: <DateTime at={createdAt} /> }} />
          </span>
          <span>{t('{perMinute} per minute', { perMinute })}</span>
        </p>
        {scopes.length > 0 && (
          <p className="mt-1 text-[14px] text-ink-2 [overflow-wrap:anywhere]">
            {scopes.join(', ')}
          </p>
        )}
      </div>
      {!revokedAt && (
        <ConfirmForm
          label={t('Revoke')}
          accessibleLabel={t('Revoke {name}', { name })}
          question={t('Revoke {name}?', { name })}
          text={t("Programs that use this key lose access immediately. This can't be undone.")}
          fields={{ intent: 'revoke-key', id }}
          accessibleDoLabel={t('Revoke {name} permanently', { name })}
          doLabel={t('Revoke')}
        />
      )}
    </li>
  );
}
