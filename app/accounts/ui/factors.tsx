import { Rich } from '../../ui/rich.tsx';
import { t } from '../../i18n/translate.ts';
import type { FactorsView } from '../server/factors/read-factors.server.ts';
import type { TotpOffer } from '../server/factors/totp.server.ts';
import { Chip } from '../../ui/chip.tsx';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { fieldErrors, type FormAnswer } from '../../ui/form/form-answer.ts';
import { FormButton, HiddenFields } from '../../ui/form/form-button.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Moment } from '../../ui/date-time.tsx';
import { PageSection } from '../../ui/page-section.tsx';
import { PasskeyButton } from './passkey-button.tsx';

export interface FactorsOnPage extends FactorsView {
  readonly offer: TotpOffer | undefined;
  readonly isNeeded: boolean;
}

/** The response to a form. Recovery codes are shown only in this response. */
export type AccountAnswer = FormAnswer & { readonly codes?: readonly string[] };

interface FactorsProps {
  readonly factors: FactorsOnPage;
  readonly answer: AccountAnswer | undefined;
}

export function Factors({ factors, answer }: FactorsProps) {
  const { appSince, passkeys, isNeeded } = factors;
  const has = appSince !== null || passkeys.length > 0;
  return (
    <PageSection title={t('Second factor')}>
      {isNeeded && !has && (
        <p className="mb-4 font-semibold">
          {t('Your account needs a second factor. Set one up here before you continue.')}
        </p>
      )}
      {answer?.codes && answer.codes.length > 0 && <RecoveryCodes codes={answer.codes} />}
      <div className="list-card">
        <App factors={factors} answer={answer} />
        {passkeys.map((passkey) => (
          <Passkey key={passkey.id} passkey={passkey} />
        ))}
        <div className="list-row justify-between py-4">
          <p className="min-w-0 flex-1 text-[15px] text-ink-2 max-md:max-w-[18em]">
            {t(
              'A passkey is stored by your device or password manager and signs you in without a password.',
            )}
          </p>
          <PasskeyButton
            purpose="add"
            label={t('Add passkey')}
            fields={{ intent: 'add-passkey' }}
            className="flex w-full flex-wrap items-end gap-3 sm:w-auto"
          >
            <div className="min-w-[180px] flex-1">
              <TextField label={t('Passkey name')} name="name" maxLength={60} autoComplete="off" />
            </div>
          </PasskeyButton>
        </div>
        {has && <CodesLeft left={factors.recoveryCodesLeft} />}
      </div>
    </PageSection>
  );
}

function App({ factors: { appSince, offer }, answer }: FactorsProps) {
  if (appSince !== null) {
    return (
      <div className="list-row justify-between">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-[650]">
            {t('Authenticator app')} <Chip tone="success">{t('In use')}</Chip>
          </p>
          <p className="text-[14px] text-ink-2">
            <Rich text={t('Since <time/>')} parts={{ time: <Moment at={appSince} /> }} />
          </p>
        </div>
        <FormButton
          fields={{ intent: 'remove-app' }}
          aria-label={t('Remove the authenticator app')}
        >
          {t('Remove')}
        </FormButton>
      </div>
    );
  }
  return (
    <div className="list-row flex-wrap justify-between">
      <p className="min-w-[min(100%,160px)] flex-1 text-[15px] text-ink-2">
        {t('An authenticator app on your phone shows a new code every 30 seconds.')}
      </p>
      {!offer && <FormButton fields={{ intent: 'offer-app' }}>{t('Set up app')}</FormButton>}
      {offer && <AppOffer offer={offer} answer={answer} />}
    </div>
  );
}

function AppOffer({
  offer: { secret, picture },
  answer,
}: {
  readonly offer: TotpOffer;
  readonly answer: AccountAnswer | undefined;
}) {
  return (
    <div className="grid w-full gap-5 pt-2 sm:grid-cols-[200px_minmax(0,1fr)]">
      <img
        src={picture}
        width={200}
        height={200}
        alt={t('QR code for your authenticator app')}
        className="rounded-chip bg-white"
      />
      <div className="grid content-start gap-4">
        <p>
          {t('Scan the code with your app, or enter this key in it:')}
          <br />
          <code dir="auto" className="mt-1 inline-block font-semibold [overflow-wrap:anywhere]">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </code>
        </p>
        <ActionForm preventScrollReset className="grid max-w-[320px] gap-4">
          <HiddenFields fields={{ intent: 'confirm-app' }} />
          <TextField
            label={t('Code from the app')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            error={fieldErrors(answer)('code')}
          />
          <SubmitButton>{t('Use this app')}</SubmitButton>
        </ActionForm>
        <FormButton fields={{ intent: 'remove-app' }}>{t('Cancel')}</FormButton>
      </div>
    </div>
  );
}

function Passkey({ passkey }: { readonly passkey: FactorsOnPage['passkeys'][number] }) {
  const { id, name, since, usedAt } = passkey;
  return (
    <div className="list-row justify-between">
      <div className="min-w-0">
        <p dir="auto" className="font-[650] [overflow-wrap:anywhere]">
          {name}
        </p>
        <p className="text-[14px] text-ink-2">
          <Rich text={t('Passkey added <time/>')} parts={{ time: <Moment at={since} /> }} />
          {usedAt !== null && (
            <>
              {' '}
              {'· '}
              <Rich text={t('Last used <time/>')} parts={{ time: <Moment at={usedAt} /> }} />
            </>
          )}
        </p>
      </div>
      <FormButton
        fields={{ intent: 'remove-passkey', passkey: id }}
        aria-label={t('Remove {name}', { name })}
      >
        {t('Remove')}
      </FormButton>
    </div>
  );
}

function CodesLeft({ left }: { readonly left: number }) {
  return (
    <div className="list-row justify-between">
      <p className="min-w-0 flex-1 text-[15px] text-ink-2">
        {t(
          '{count, plural, one {You have # recovery code left.} other {You have # recovery codes left.}}',
          { count: left },
        )}{' '}
        {t('Each code signs you in once if you lose your other factors.')}
      </p>
      <FormButton fields={{ intent: 'renew-codes' }}>{t('Generate new codes')}</FormButton>
    </div>
  );
}

function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <ul
      aria-label={t('Recovery codes')}
      className="mb-4 grid gap-x-8 gap-y-2 rounded-card bg-surface p-5 font-mono text-[15px] ring-1 ring-line sm:grid-cols-2"
    >
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  );
}
