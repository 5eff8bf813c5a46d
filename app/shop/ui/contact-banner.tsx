import type { ReactNode } from 'react';
import { say } from '../../platform/say.ts';

interface ContactBannerProps {
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

/** The banner clips the lower edge of this drawing. */
function ContactScene() {
  return (
    <svg
      viewBox="0 0 640 420"
      preserveAspectRatio="xMaxYMax meet"
      aria-hidden="true"
      className="absolute end-0 bottom-0 h-[210px] w-full overflow-visible md:h-[64%] lg:h-full print:hidden"
    >
      <circle cx="430" cy="284" r="150" fill="light-dark(#ffe3a6, #2a3366)" />
      <circle cx="430" cy="284" r="112" fill="light-dark(#ffc43d, #ffe9b8)" />
      <path d={wave(288, 160, 14)} fill="light-dark(#afc0ff, #26349a)" />
      <g>
        <g transform="translate(290 64) scale(8.6)">
          <path
            d="M15.8 .6V24.5"
            stroke="light-dark(#12172b, #f4f2eb)"
            strokeWidth=".7"
            strokeLinecap="round"
          />
          <path d="M17 2.5C24 8 28.5 14.5 29.5 21H17Z" fill="light-dark(#2540e0, #93a4ff)" />
          <path d="M14.5 7C9 11 5.5 16 4 21H14.5Z" fill="#ee4b2e" />
          <path
            d="M2.5 24H30C28 28.2 24.5 30 20.5 30H11C7 30 4 27.8 2.5 24Z"
            fill="light-dark(#12172b, #f4f2eb)"
          />
        </g>
      </g>
      <path d={wave(318, 200, 16)} fill="light-dark(#4c69f2, #1c2780)" />
      <path d={wave(370, 240, 20)} fill="light-dark(#2540e0, #141c61)" />
    </svg>
  );
}

/** The wave starts far left of the picture and is filled down to the bottom. */
function wave(y: number, length: number, height: number): string {
  const start = -18 * length;
  const count = Math.ceil((700 - start) / length);
  const first = `q${length / 4} ${-height} ${length / 2} 0`;
  return `M${start} ${y}${first}${`t${length / 2} 0`.repeat(2 * count - 1)}V430H${start}Z`;
}
