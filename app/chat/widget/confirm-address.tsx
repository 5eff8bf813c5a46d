import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { CodeFormProps } from './code-form.tsx';
import { Notice } from './conversation-notices.tsx';
import { ToolButton } from './tool-button.tsx';
import { t } from '../../i18n/translate.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const CodeForm = lazyPart(async () => (await import('./code-form.tsx')).default);

interface ConfirmAddressProps extends CodeFormProps {
  readonly isConfirmed: boolean;
}

/**
 * Confirms the visitor's email address by an emailed link or code (rule 168). The texts are the same for
 * every address.
 */
export function ConfirmAddress({ chat, email, isConfirmed, onActed }: ConfirmAddressProps) {
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function ask() {
    if (isBusy) return;
    setBusy(true);
    const failed = await chat.askConfirmation();
    setProblem(failed);
    // If another email could not be requested, the code of an earlier email is still valid.
    setAsked(isAsked || failed === null);
    setBusy(false);
  }

  if (isConfirmed) {
    return (
      <p
        role="status"
        className="flex min-h-9 items-center gap-1.5 px-2.5 text-[13.5px] font-semibold text-ink-2"
      >
        <Icon name="check-circle-fill" size={16} className="text-success" />
        {t('Address confirmed')}
      </p>
    );
  }
  return (
    <>
      <ToolButton
        icon="envelope-simple"
        isBusy={isBusy}
        isExpanded={isAsked}
        onClick={() => void ask()}
      >
        {t('Confirm your address')}
      </ToolButton>
      {problem && <Notice icon="warning-circle-fill">{problem}</Notice>}
      {isAsked && <CodeForm chat={chat} email={email} onActed={onActed} />}
    </>
  );
}
