import { lazy, Suspense, useState } from 'react';
import { ToolButton } from './tool-button.tsx';
import type { VisitorChat } from './visitor-chat.ts';
import { say } from '../../platform/say.ts';

const NameForm = lazy(() =>
  import('./name-form.tsx').then((module) => ({ default: module.NameForm })),
);

interface YourNameProps {
  readonly chat: VisitorChat;
  readonly name: string | null;
  /** What had the focus is gone now: it goes on. */
  readonly onActed: () => void;
}

/** What the team calls the visitor by; theirs to give, change and take away. */
export function YourName({ chat, name, onActed }: YourNameProps) {
  const [isOpen, setOpen] = useState(false);

  function close() {
    setOpen(false);
    onActed();
  }

  return (
    <>
      <ToolButton
        icon="user"
        label={name ? say('Your name: {name}. Change it', { name }) : undefined}
        isExpanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {name ?? say('Add your name')}
      </ToolButton>
      {isOpen && (
        <Suspense fallback={null}>
          <NameForm chat={chat} name={name} onActed={close} />
        </Suspense>
      )}
    </>
  );
}
