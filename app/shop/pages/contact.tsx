import { AvailabilityLine } from '../../chat/widget/availability-line.tsx';
import { ContactAgentButton } from '../../chat/widget/contact-agent-button.tsx';
import { hostContext } from '../../host.ts';
import { PUBLIC_PAGE_HEADERS } from './layout.tsx';
import { pageMeta } from './page-meta.ts';
import type { Route } from './+types/contact.ts';
import { ContactBanner } from '../ui/contact-banner.tsx';
import { ContactWays } from '../ui/contact-ways.tsx';
import { say } from '../../platform/say.ts';

export const headers = () => PUBLIC_PAGE_HEADERS;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData, {
    title: say('Contact us'),
    description: say('Talk to an agent in the live chat, call us, or send an email.'),
    path: '/contact',
  });

export function loader({ context }: Route.LoaderArgs) {
  const { supportPhone, supportEmail } = context.get(hostContext).settings;
  return { supportPhone, supportEmail };
}

export default function ContactPage({ loaderData }: Route.ComponentProps) {
  return (
    <main className="container-page pt-3 md:pt-4">
      <ContactBanner>
        <ContactAgentButton service={null} />
        <AvailabilityLine withWait />
      </ContactBanner>
      <ContactWays {...loaderData} />
    </main>
  );
}
