import { t } from '../../i18n/translate.ts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ApiError, postJson } from '../../platform/api-client.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { Icon } from '../../ui/icon.tsx';

interface PasskeyButtonProps {
  readonly purpose: 'add' | 'prove';
  /** The endpoint with the options for the browser. */
  readonly optionsAt?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly className?: string;
  readonly children?: ReactNode;
  readonly label: string;
}

/** Asks the browser for a passkey, and submits the result as a form. Hidden if the browser has no support. */
export function PasskeyButton({
  purpose,
  optionsAt = '/login/passkey',
  fields = {},
  className,
  children,
  label,
}: PasskeyButtonProps) {
  const form = useRef<HTMLFormElement>(null);
  const answer = useRef<HTMLInputElement>(null);
  // Rendered from the start, so that the layout does not shift while somebody clicks.
  const [isKnown, setIsKnown] = useState(true);
  const [isAsking, setIsAsking] = useState(false);
  const [fault, setFault] = useState<string>();
  useEffect(() => setIsKnown('PublicKeyCredential' in globalThis), []);
  if (!isKnown && purpose === 'add') return null;

  async function ask(): Promise<void> {
    if (isAsking) return;
    setIsAsking(true);
    setFault(undefined);
    try {
      const credential = await (purpose === 'add' ? makePasskey(optionsAt) : askPasskey(optionsAt));
      if (answer.current) answer.current.value = JSON.stringify(credential);
      form.current?.requestSubmit();
    } catch (error) {
      setFault(error instanceof ApiError ? error.message : describeError(error));
    } finally {
      setIsAsking(false);
    }
  }

  return (
    <ActionForm
      ref={form}
      preventScrollReset
      className={`needs-script ${className ?? ''} ${isKnown ? '' : 'invisible'}`}
    >
      {fault !== undefined && <Notice kind="error">{fault}</Notice>}
      <HiddenFields fields={fields} />
      <input ref={answer} type="hidden" name="credential" />
      {children}
      <button
        type="button"
        className="button button-line"
        aria-busy={isAsking}
        onClick={() => void ask()}
      >
        <Icon name={isAsking ? 'spinner-gap' : 'identification-card'} size={20} />
        {label}
      </button>
    </ActionForm>
  );
}

async function makePasskey(optionsAt: string) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  return startRegistration({
    optionsJSON: await postJson<Options>(optionsAt, { purpose: 'add' }),
  });
}

async function askPasskey(optionsAt: string) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return startAuthentication({
    optionsJSON: await postJson<Options>(optionsAt, { purpose: 'prove' }),
  });
}

/** The error names are standardised. The browsers' messages are meant for developers. */
function describeError(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return t('This device already has a passkey for your account.');
  return t('No passkey was received. Try again, or use another method.');
}
