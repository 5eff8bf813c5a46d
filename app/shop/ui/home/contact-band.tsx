import { Link } from 'react-router';
import type { HomeWords } from '../../../catalogue/protocol/content.ts';
import bubbles from './contact-band.svg?no-inline';

type ContactBandProps = Pick<HomeWords, 'contactHeadline' | 'contactText' | 'contactButton'>;

export function ContactBand({ contactHeadline, contactText, contactButton }: ContactBandProps) {
  return (
    <section
      id="contact-section"
      aria-labelledby="contact-title"
      className="container-page pt-[72px] md:pt-28"
    >
      <div className="grid overflow-hidden rounded-[26px] bg-(--brand) text-white forced-colors:border md:min-h-[392px] md:grid-cols-[1.15fr_1fr] md:rounded-[32px]">
        <div className="px-[26px] pt-10 pb-3 md:py-[72px] md:ps-10 lg:ps-16">
          <h2 id="contact-title" className="text-[clamp(42px,4.5vw,64px)] tracking-[-0.05em]">
            {contactHeadline}
          </h2>
          <p className="mt-3.5 max-w-[25em] text-[17px] text-white md:mt-5 md:text-[19px]">
            {contactText}
          </p>
          <Link
            to="/contact"
            className="button mt-6 bg-sun text-night outline-white hover:bg-[#ffd067] md:mt-8"
          >
            {contactButton}
          </Link>
        </div>
        <img
          src={bubbles}
          alt=""
          width={560}
          height={400}
          loading="lazy"
          className="aspect-[5/3] w-full object-cover object-bottom md:aspect-auto md:h-full md:max-lg:object-contain md:max-lg:object-right-bottom"
        />
      </div>
    </section>
  );
}
