import { useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from './conversation-notices.tsx';
import type { VisitorChat } from './visitor-chat.ts';

interface ContinueElsewhereProps {
  readonly chat: VisitorChat;
  readonly email: string | null;
}

/** Mails a link with which the chat goes on in another browser. */
export function ContinueElsewhere({ chat, email }: ContinueElsewhereProps) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<string | null>(null);

  async function request() {
    if (isBusy) return;
    setBusy(true);
    const problem = await chat.requestLink();
    setOutcome(
      problem ??
        `A link is on its way to ${email || 'your email'}. Open it on the other device: the chat moves there.`,
    );
    setBusy(false);
  }

  return (
    <>
      <button
        type="button"
        aria-busy={isBusy}
        onClick={() => void request()}
        className="flex min-h-9 items-center gap-1.5 rounded-full px-2.5 text-[13.5px] font-semibold text-ink-2 hover:bg-ink/8"
      >
        <Icon name="devices" size={16} />
        Continue on another device
      </button>
      {outcome && <Notice icon="envelope-simple">{outcome}</Notice>}
    </>
  );
}
