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
          {t('What other programs may ask, and what they are told.')}{' '}
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
    <PageSection title={t('Keys')} count={keys.filter((key) => !key.revokedAt).length}>
      <p className="mb-4 max-w-[41em] text-ink-2">
        {t(
          'The catalogue and its reviews can be read without a key; a key raises the limit from 60 requests a minute. What else a program may do is chosen here, once: a key never gets more.',
        )}
      </p>
      <KeyForm answer={created} />
      <SecretNotice
        answer={created ?? (answer?.intent === 'revoke-key' ? answer : undefined)}
        label={t('The new key')}
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
        hint={t('Who will use it, such as ‘Price list on our blog’')}
        defaultValue={answer?.typed.name}
        error={errorOf('name')}
      />
      <fieldset className="min-w-0">
        <legend className="text-[15px] font-semibold">{t('Scopes')}</legend>
        {SCOPES.map((scope) => (
          <label key={scope} className="mt-1 flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="scopes"
              value={scope}
              className="size-5 flex-none accent-(--primary)"
            />
            <span className="min-w-0">
              {t(SCOPE_NAMES[scope])}{' '}
              <code className="text-[13.5px] whitespace-nowrap text-ink-3">{scope}</code>
            </span>
          </label>
        ))}
      </fieldset>
      <TextField
        label={t('Requests a minute')}
        name="perMinute"
        required
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        hint={t('At most {keyPerMinuteMax}', { keyPerMinuteMax: KEY_PER_MINUTE_MAX })}
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
                <>
                  {t('used')} <Moment at={lastUsedAt} />
                </>
              ) : (
                t('never used')
              )}
            </span>
          )}
          <span>
            {t('created')} <DateTime at={createdAt} />
          </span>
          <span>{t('{perMinute} a minute', { perMinute })}</span>
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
          text={t('Programs that use this key are refused at once. This cannot be undone.')}
          fields={{ intent: 'revoke-key', id }}
          accessibleDoLabel={t('Revoke {name} for good', { name })}
          doLabel={t('Revoke')}
        />
      )}
    </li>
  );
}
