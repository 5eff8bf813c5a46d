import { useState } from 'react';
import { Notice } from './conversation-notices.tsx';
import { ToolButton } from './tool-button.tsx';
import type { VisitorChat } from './visitor-chat.ts';
import { say } from '../../platform/say.ts';

interface ContinueElsewhereProps {
  readonly chat: VisitorChat;
  readonly email: string | null;
}

export function ContinueElsewhere({ chat, email }: ContinueElsewhereProps) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<string | null>(null);

  async function request() {
    if (isBusy) return;
    setBusy(true);
    const problem = await chat.requestLink();
    setOutcome(
      problem ??
        say('A link is on its way to {value}. Open it on the other device: the chat moves there.', {
          value: email || 'your email',
        }),
    );
    setBusy(false);
  }

  return (
    <>
      <ToolButton icon="devices" isBusy={isBusy} onClick={() => void request()}>
        {say('Continue on another device')}
      </ToolButton>
      {outcome && <Notice icon="envelope-simple">{outcome}</Notice>}
    </>
  );
}
