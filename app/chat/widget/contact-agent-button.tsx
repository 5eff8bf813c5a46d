import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import type { ServiceContext } from '../protocol/views.ts';
import { openChat } from './open-chat.ts';
import { t } from '../../i18n/translate.ts';

const LOOK = 'w-full tracking-[0.045em]';

/** Opens the chat with the service. Without JavaScript a link leads to the contact page. */
export function ContactAgentButton({
  service,
  isSecondary = false,
}: {
  service: ServiceContext | null;
  /** Beside another button that is the main one. */
  isSecondary?: boolean;
}) {
  const look = `button ${isSecondary ? 'button-line' : 'button-primary'} ${LOOK}`;
  return (
    <>
      <button type="button" className={`needs-script ${look}`} onClick={() => openChat(service)}>
        <Icon name="chat-circle-dots-fill" />
        {` ${t('CONTACT AGENT')}`}
      </button>
      <noscript>
        {/* Browsers with JavaScript never render this, so only the server build includes the link. */}
        {import.meta.env.SSR && (
          <Link to="/contact#keep-in-touch" className={look}>
            {t('CONTACT AGENT')}
          </Link>
        )}
      </noscript>
    </>
  );
}
