import { say, sayAny } from '../../platform/say.ts';
import type { ApiKeyView } from '../server/api-keys.server.ts';
import { KEY_NAME_MAX_LENGTH, KEY_PER_MINUTE, KEY_PER_MINUTE_MAX } from '../protocol/rules.ts';
import { SCOPES, SCOPE_NAMES } from '../protocol/scopes.ts';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmForm } from '../../ui/form/confirm-form.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { fieldErrors } from '../../ui/form/form-answer.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { SecretNotice, type IntegrationAnswer } from './secret-notice.tsx';

interface ApiKeysProps {
  readonly keys: readonly ApiKeyView[];
  readonly answer: IntegrationAnswer | undefined;
}

export function ApiKeys({ keys, answer }: ApiKeysProps) {
  const created = answer?.intent === 'create-key' ? answer : undefined;
  return (
    <PageSection title={say('Keys')} count={keys.filter((key) => !key.revokedAt).length}>
      <p className="mb-4 max-w-[41em] text-ink-2">
        {say(
          'The catalogue and its reviews can be read without a key; a key raises the limit from 60 requests a minute. What else a program may do is chosen here, once: a key never gets more.',
        )}
      </p>
      <KeyForm answer={created} />
      <SecretNotice
        answer={created ?? (answer?.intent === 'revoke-key' ? answer : undefined)}
        label={say('The new key')}
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
        label={say('Name')}
        name="name"
        required
        maxLength={KEY_NAME_MAX_LENGTH}
        autoComplete="off"
        hint={say('Who will use it, such as ‘Price list on our blog’')}
        defaultValue={answer?.typed.name}
        error={errorOf('name')}
      />
      <fieldset className="min-w-0">
        <legend className="text-[15px] font-semibold">{say('Scopes')}</legend>
        {SCOPES.map((scope) => (
          <label key={scope} className="mt-1 flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="scopes"
              value={scope}
              className="size-5 flex-none accent-(--primary)"
            />
            <span className="min-w-0">
              {sayAny(SCOPE_NAMES[scope])}{' '}
              <code className="text-[13.5px] whitespace-nowrap text-ink-3">{scope}</code>
            </span>
          </label>
        ))}
      </fieldset>
      <TextField
        label={say('Requests a minute')}
        name="perMinute"
        required
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        hint={say('At most {keyPerMinuteMax}', { keyPerMinuteMax: KEY_PER_MINUTE_MAX })}
        defaultValue={answer?.typed.perMinute ?? String(KEY_PER_MINUTE)}
        error={errorOf('perMinute')}
      />
      <div>
        <SubmitButton>{say('Create key')}</SubmitButton>
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
            <Chip tone="error">{say('Revoked')}</Chip>
          ) : (
            <span>
              {lastUsedAt ? (
                <>
                  {say('used')} <Moment at={lastUsedAt} />
                </>
              ) : (
                say('never used')
              )}
            </span>
          )}
          <span>
            {say('created')} <DateTime at={createdAt} />
          </span>
          <span>{say('{perMinute} a minute', { perMinute })}</span>
        </p>
        {scopes.length > 0 && (
          <p className="mt-1 text-[14px] text-ink-2 [overflow-wrap:anywhere]">
            {scopes.join(', ')}
          </p>
        )}
      </div>
      {!revokedAt && (
        <ConfirmForm
          label={say('Revoke')}
          accessibleLabel={say('Revoke {name}', { name })}
          question={say('Revoke {name}?', { name })}
          text={say('Programs that use this key are refused at once. This cannot be undone.')}
          fields={{ intent: 'revoke-key', id }}
          accessibleDoLabel={say('Revoke {name} for good', { name })}
          doLabel={say('Revoke')}
        />
      )}
    </li>
  );
}
