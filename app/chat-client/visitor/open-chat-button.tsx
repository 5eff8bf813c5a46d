import { useEffect, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { openChat } from './open-chat.ts';

/** Opens the chat of this page, at the bottom right. */
export function OpenChatButton({ label }: { label: string }) {
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  // Without scripts it would do nothing.
  if (!isLive) return null;
  return (
    <button
      type="button"
      className="button button-primary mt-8 w-full"
      onClick={() => openChat(null)}
    >
      <Icon name="chat-circle-dots-fill" /> {label}
    </button>
  );
}
