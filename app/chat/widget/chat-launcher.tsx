import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { ServiceContext } from '../views.ts';
import { onOpenChat } from './open-chat.ts';

const loadPanel = () => import('./chat-panel.tsx');
const ChatPanel = lazy(async () => ({ default: (await loadPanel()).ChatPanel }));

/**
 * The round button at the bottom right. Everything behind it is loaded when somebody reaches for
 * it: until then there is no cookie, no socket and hardly a script.
 */
export function ChatLauncher() {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const [service, setService] = useState<ServiceContext | null>(null);

  useEffect(
    () =>
      onOpenChat((context) => {
        setService(context);
        setOpened(true);
        setOpen(true);
      }),
    [],
  );

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  return (
    <>
      {wasOpened && (
        <Suspense>
          <ChatPanel isOpen={isOpen} service={service} onClose={close} />
        </Suspense>
      )}
      <button
        ref={button}
        type="button"
        aria-label="Open chat"
        aria-expanded={isOpen}
        hidden={isOpen}
        onPointerEnter={() => void loadPanel()}
        onFocus={() => void loadPanel()}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
        className="fixed right-4 bottom-4 z-40 grid size-[58px] place-items-center rounded-[50%_50%_8px_50%] bg-ink text-canvas shadow-overlay md:right-7 md:bottom-7 md:size-16"
      >
        <Icon name="chat-circle-dots-fill" size={28} />
      </button>
    </>
  );
}
