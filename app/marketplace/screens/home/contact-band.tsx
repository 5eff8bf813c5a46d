import { Link } from 'react-router';
import bubbles from './contact-band.svg?no-inline';

export function ContactBand() {
  return (
    <section
      id="contact-section"
      aria-labelledby="contact-title"
      className="container-page pt-[72px] md:pt-28"
    >
      <div className="grid overflow-hidden rounded-[26px] bg-[#2540e0] text-white forced-colors:border md:min-h-[392px] md:grid-cols-[1.15fr_1fr] md:rounded-[32px]">
        <div className="px-[26px] pt-10 pb-3 md:py-[72px] md:pl-10 lg:pl-16">
          <h2 id="contact-title" className="text-[clamp(42px,4.5vw,64px)] tracking-[-0.05em]">
            Not sure where to start?
          </h2>
          <p className="mt-3.5 max-w-[25em] text-[17px] text-[#dde3ff] md:mt-5 md:text-[19px]">
            Tell us what you have in mind. An agent will point you to the right service.
          </p>
          <Link
            to="/contact"
            className="button mt-6 bg-sun text-night outline-white hover:bg-[#ffd067] md:mt-8"
          >
            Contact Us Now !
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
