import { useState } from 'react';
import { Notice } from './conversation-notices.tsx';
import { ToolButton } from './tool-button.tsx';
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
      <ToolButton icon="devices" isBusy={isBusy} onClick={() => void request()}>
        Continue on another device
      </ToolButton>
      {outcome && <Notice icon="envelope-simple">{outcome}</Notice>}
    </>
  );
}
