import { servicesOf } from '../../catalogue/catalogue.ts';
import { SearchBox } from '../../catalogue/search-box.tsx';
import { SECTIONS } from '../../catalogue/sections.ts';
import { SectionBlock } from '../../catalogue/section-block.tsx';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import type { Route } from './+types/services.ts';

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: Route.MetaFunction = () => [{ title: 'What are you looking for?' }];

/** Sent as data, so that the catalogue's text is not part of every page's script. */
export function loader() {
  return {
    sections: SECTIONS.map((section) => ({
      section,
      services: servicesOf(section.id).map(({ description, ...card }) => card),
    })),
  };
}

export default function Services({ loaderData }: Route.ComponentProps) {
  return (
    <main id="allservices">
      <section className="bg-sky py-20 text-center">
        <div className="container-page">
          <h1 className="text-[clamp(46px,6vw,84px)]">What are you looking for?</h1>
          <div className="mx-auto mt-8 max-w-[640px]">
            <SearchBox place="overview" />
          </div>
        </div>
      </section>
      {loaderData.sections.map(({ section, services }) => (
        <SectionBlock key={section.id} section={section} services={services} />
      ))}
    </main>
  );
}
