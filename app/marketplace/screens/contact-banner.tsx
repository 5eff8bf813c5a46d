import type { ReactNode } from 'react';
import { ContactScene } from './contact-scene.tsx';
import { say } from '../../platform/say.ts';

interface ContactBannerProps {
  /** The way into the chat. */
  readonly children: ReactNode;
}

export function ContactBanner({ children }: ContactBannerProps) {
  return (
    <div className="relative overflow-hidden rounded-hero rounded-se-[88px] bg-sky px-5 pt-12 pb-56 md:rounded-se-[128px] md:px-16 md:pt-18 md:pb-44">
      <ContactScene />
      <h1 className="relative text-[clamp(44px,8vw,92px)] leading-[0.94] tracking-[-0.035em]">
        {say('CONTACT US')}
      </h1>
      <p className="relative mt-5 max-w-[26em] text-[17px] text-ink-2 md:text-[19px]">
        {say(
          'Tell us what you are planning. An agent answers in the live chat, and you can reach us by phone and email as well.',
        )}
      </p>
      <div className="relative mt-8 max-w-[300px]">{children}</div>
    </div>
  );
}
