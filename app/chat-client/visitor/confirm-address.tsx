import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { CodeFormProps } from './code-form.tsx';
import { Notice } from './conversation-notices.tsx';
import { ToolButton } from './tool-button.tsx';
import { say } from '../../platform/say.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const CodeForm = lazyPart(async () => (await import('./code-form.tsx')).default);

interface ConfirmAddressProps extends CodeFormProps {
  readonly isConfirmed: boolean;
}

/**
 * The visitor proves that the address is theirs, by a link or a code that is mailed to it
 * (DECISIONS 33). What is said is the same whatever the address is.
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
    // The code of an earlier mail is as good when another one could not be asked for.
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
        {say('Address confirmed')}
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
        {say('Confirm your address')}
      </ToolButton>
      {problem && <Notice icon="warning-circle-fill">{problem}</Notice>}
      {isAsked && <CodeForm chat={chat} email={email} onActed={onActed} />}
    </>
  );
}
