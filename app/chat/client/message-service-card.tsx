import { Icon } from '../../ui/icon.tsx';
import { canonicalPath, useServiceCard } from '../protocol/service-cards.ts';
import { say, sayAny } from '../../platform/say.ts';

interface MessageServiceCardProps {
  /** The address exactly as written in the message. */
  readonly address: string;
  readonly isTeam: boolean;
}

/**
 * Shows a service in a message. The message holds only the address and the catalogue supplies name and price,
 * so that the price is current and nobody can forge it.
 */
export function MessageServiceCard({ address, isTeam }: MessageServiceCardProps) {
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
  const { service, paymentUrl } = card;
  const pay = sayAny(card.payLabel);
  return (
    <div
      data-testid="service-card"
      className="my-1.5 w-[264px] max-w-full overflow-hidden rounded-[14px] border border-line bg-surface text-ink"
    >
      <a href={service.path} {...target} className="block hover:bg-sunken">
        <img
          src={service.picture}
          alt=""
          width={264}
          height={132}
          className="h-[132px] w-full bg-sunken object-cover"
        />
        <span className="block px-3.5 pt-2.5 pb-2">
          <span dir="auto" className="block leading-[1.3] font-semibold">
            {service.title}
          </span>
          <span className="mt-0.5 block text-[14px] text-ink-2 tabular-nums">{service.price}</span>
        </span>
      </a>
      <a
        href={paymentUrl}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={say('{pay}, {title}, opens in a new tab', { pay, title: service.title })}
        className="flex min-h-11 items-center justify-center gap-1.5 border-t border-line text-[14.5px] font-semibold text-primary hover:bg-sunken"
      >
        {pay}
        <Icon name="arrow-up-right" size={15} />
      </a>
    </div>
  );
}
