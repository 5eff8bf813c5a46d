import { Icon } from '../../ui/icon.tsx';
import { openChat } from './open-chat.ts';

/** Opens this page's chat. The button has its space before hydration, so that nothing below it moves. */
export function OpenChatButton({ label }: { label: string }) {
  return (
    <button
      type="button"
      className="needs-script button button-primary mt-8 w-full"
      onClick={() => openChat(null)}
    >
      <Icon name="chat-circle-dots-fill" /> {label}
    </button>
  );
}
