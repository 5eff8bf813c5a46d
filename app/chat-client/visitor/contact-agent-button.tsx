import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import type { ServiceContext } from '../../conversation/wire/views.ts';
import { openChat } from './open-chat.ts';
import { say } from '../../platform/say.ts';

const LOOK = 'button button-primary w-full tracking-[0.045em]';

/** Opens the chat and brings the service along; without scripts it leads to the other ways to ask. */
export function ContactAgentButton({ service }: { service: ServiceContext | null }) {
  return (
    <>
      <button type="button" className={`needs-script ${LOOK}`} onClick={() => openChat(service)}>
        <Icon name="chat-circle-dots-fill" />
        {` ${say('CONTACT AGENT')}`}
      </button>
      <noscript>
        {/* Only a server writes what is in here: no browser has to load it. */}
        {import.meta.env.SSR && (
          <Link to="/contact#keep-in-touch" className={LOOK}>
            {say('CONTACT AGENT')}
          </Link>
        )}
      </noscript>
    </>
  );
}
