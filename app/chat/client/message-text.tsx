import { langOf } from '../../platform/lang-of.ts';
import { localPath } from '../../platform/local-path.ts';
import { Icon } from '../../ui/icon.tsx';
import { canonicalPath, useServiceCard } from '../protocol/service-cards.ts';
import { findLinks } from '../protocol/find-links.ts';
import { parseMessage } from '../protocol/parse-message.ts';
import { t } from '../../i18n/translate.ts';

interface MessageServiceCardProps {
  /** The address exactly as written in the message. */
  readonly address: string;
  readonly isTeam: boolean;
  readonly hasPayment: boolean;
}

interface MessageTextProps {
  readonly text: string;
  /** Links open in a new tab for agents, so that the dashboard stays open. */
  readonly isTeam?: boolean;
  /** True if the team wrote the message. A visitor who asks about a service has nothing to pay yet. */
  readonly hasPayment?: boolean;
}

/**
 * Renders a message as text, lists and links; a service's address alone on its line becomes a card. User text
 * never becomes HTML, and every character is shown as typed.
 */
export function MessageText({ text, isTeam = false, hasPayment = false }: MessageTextProps) {
  return parseMessage(text).map((block, index) => {
    // A message never changes once it is written, so positions are stable keys.
    const key = `${block.kind}-${index}`;
    if (block.kind === 'service') {
      return (
        <MessageServiceCard
          key={key}
          address={block.lines[0]?.trim() ?? ''}
          isTeam={isTeam}
          hasPayment={hasPayment}
        />
      );
    }
    const isText = block.kind === 'text';
    const List = block.kind === 'numbered' ? 'ol' : 'ul';
    const Item = isText ? 'div' : 'li';
    const lines = block.lines.map((line, row) => (
      // Each line is a paragraph with its own text direction.
      // oxlint-disable-next-line react/no-array-index-key
      <Item
        key={row}
        dir="auto"
        className={`${LINE} ${isText ? '' : HANGING} ${isLongWord(line) ? '[font-kerning:none]' : ''}`}
      >
        <Line text={line} />
      </Item>
    ));
    return isText ? (
      <div key={key}>{lines}</div>
    ) : (
      // The number or bullet is part of the text. Safari announces an unmarked list only if it has the role.
      <List key={key} role="list" className="my-1">
        {lines}
      </List>
    );
  });
}

function Line({ text }: { readonly text: string }) {
  return findLinks(text).map((segment, index) =>
    segment.isLink ? (
      <a
        dir="auto"
        // oxlint-disable-next-line react/no-array-index-key
        key={index}
        href={segment.text}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="underline"
      >
        {segment.text}
      </a>
    ) : (
      segment.text
    ),
  );
}

const LINE = 'min-h-[1.4em] whitespace-pre-wrap [tab-size:4]';
const HANGING = 'ps-[1.5em] indent-[-1.5em]';

/** With kerning, Chromium shapes the rest of a long word again for each of its lines. */
const LONG = 400;

const isLongWord = (line: string): boolean =>
  line.length > LONG && line.split(/\s/).some((word) => word.length > LONG);

/**
 * Shows a service in a message. The message holds only the address and the catalogue supplies name and price,
 * so that the price is current and nobody can forge it.
 */
function MessageServiceCard({ address, isTeam, hasPayment }: MessageServiceCardProps) {
  const path = canonicalPath(address, location.origin);
  const card = useServiceCard(path);
  const target = isTeam ? { target: '_blank', rel: 'noopener' } : {};
  if (!card) {
    const isOurs = path !== undefined;
    return (
      <div className="min-h-[1.4em]">
        <a
          href={isOurs ? path : address}
          className="underline"
          {...(isOurs ? target : { target: '_blank', rel: 'noopener noreferrer nofollow' })}
        >
          {address}
        </a>
      </div>
    );
  }
  const { service, paymentLink } = card;
  return (
    <div
      data-testid="service-card"
      className="my-1.5 w-[264px] max-w-full overflow-hidden rounded-[14px] border border-line bg-surface text-ink"
    >
      <a href={localPath(service.path)} {...target} className="block hover:bg-sunken">
        <img
          src={service.picture}
          alt=""
          width={264}
          height={132}
          className="h-[132px] w-full bg-sunken object-cover"
        />
        <span className="block px-3.5 pt-2.5 pb-2">
          <span
            dir="auto"
            lang={langOf(service, 'title')}
            className="block leading-[1.3] font-semibold"
          >
            {service.title}
          </span>
          <span className="mt-0.5 block text-[14px] text-ink-2 tabular-nums">{service.price}</span>
        </span>
      </a>
      {hasPayment && paymentLink && (
        <a
          href={paymentLink.href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('{pay}, {title}, opens in a new tab', {
            pay: paymentLink.label,
            title: service.title,
          })}
          className="flex min-h-11 items-center justify-center gap-1.5 border-t border-line text-[14.5px] font-semibold text-primary hover:bg-sunken"
        >
          {paymentLink.label}
          <Icon name="arrow-up-right" size={15} />
        </a>
      )}
    </div>
  );
}
