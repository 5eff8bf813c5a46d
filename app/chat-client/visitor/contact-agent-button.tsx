import { Icon } from '../../ui/icon.tsx';
import type { ServiceContext } from '../../conversation/wire/views.ts';
import { openChat } from './open-chat.ts';
import { say } from '../../platform/say.ts';

/** Opens the chat and brings the service along. */
export function ContactAgentButton({ service }: { service: ServiceContext | null }) {
  return (
    <button
      type="button"
      className="button button-primary w-full tracking-[0.045em]"
      onClick={() =>
        openChat(service && { section: service.section, slug: service.slug, title: service.title })
      }
    >
      <Icon name="chat-circle-dots-fill" />
      {` ${say('CONTACT AGENT')}`}
    </button>
  );
}
