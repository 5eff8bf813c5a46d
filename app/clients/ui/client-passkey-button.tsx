import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ApiError, postJson } from '../../platform/api-client.ts';
import { t } from '../../i18n/translate.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { Notice } from '../../ui/form/notice.tsx';
import { Icon } from '../../ui/icon.tsx';

interface ClientPasskeyButtonProps {
  readonly purpose: 'add' | 'sign-in';
  readonly intent: string;
  readonly label: string;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Asks the browser for a passkey, and submits the result as a form. Hidden if the browser has no support. */
export function ClientPasskeyButton({
  purpose,
  intent,
  label,
  className = '',
  children,
}: ClientPasskeyButtonProps) {
  const form = useRef<HTMLFormElement>(null);
  const answer = useRef<HTMLInputElement>(null);
  // Rendered from the start, so that the layout does not shift while somebody clicks.
  const [isKnown, setIsKnown] = useState(true);
  const [isAsking, setIsAsking] = useState(false);
  const [fault, setFault] = useState<string>();
  useEffect(() => setIsKnown('PublicKeyCredential' in globalThis), []);

  async function ask(): Promise<void> {
    if (isAsking) return;
    setIsAsking(true);
    setFault(undefined);
    try {
      const credential = await (purpose === 'add' ? makePasskey() : askPasskey());
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
      className={`needs-script ${className} ${isKnown ? '' : 'invisible'}`}
    >
      <input type="hidden" name="intent" value={intent} />
      <input ref={answer} type="hidden" name="credential" />
      {children}
      <button
        type="button"
        className="button button-line w-full"
        aria-busy={isAsking}
        onClick={() => void ask()}
      >
        <Icon name={isAsking ? 'spinner-gap' : 'identification-card'} size={20} />
        {label}
      </button>
      {fault !== undefined && (
        <div className="mt-4">
          <Notice kind="error">{fault}</Notice>
        </div>
      )}
    </ActionForm>
  );
}

async function makePasskey() {
  const { startRegistration } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  return startRegistration({ optionsJSON: await postJson<Options>('/account/passkey/new', {}) });
}

async function askPasskey() {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return startAuthentication({ optionsJSON: await postJson<Options>('/account/passkey', {}) });
}

/** The error names are standardised. The browsers' messages are meant for developers. */
function describeError(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return t('This device already has a passkey for your account.');
  return t('No passkey was received. Try again, or use another method.');
}
