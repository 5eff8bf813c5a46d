import { useState } from 'react';
import type { NameFormProps } from './name-form.tsx';
import { ToolButton } from './tool-button.tsx';
import { say } from '../../platform/say.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const NameForm = lazyPart(async () => (await import('./name-form.tsx')).default);

/** Lets visitors set, change and remove the name that agents see. */
export function YourName({ chat, name, onActed }: NameFormProps) {
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
        <bdi>{name ?? say('Add your name')}</bdi>
      </ToolButton>
      {isOpen && <NameForm chat={chat} name={name} onActed={close} />}
    </>
  );
}
