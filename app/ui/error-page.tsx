import { Link } from 'react-router';
import { BecalmedBoat } from './becalmed-boat.tsx';

interface ErrorPageProps {
  readonly title: string;
  readonly text: string;
}

/** One sentence and one way on, for whatever could not be shown. */
export function ErrorPage({ title, text }: ErrorPageProps) {
  return (
    <main className="container-page grid min-h-[70vh] place-items-center py-16">
      <div className="w-full max-w-[560px] rounded-panel bg-surface px-6 py-14 text-center shadow-rest ring-1 ring-line md:px-12">
        <BecalmedBoat className="mx-auto" />
        <h1 className="mt-4 text-[clamp(26px,4vw,34px)]">{title}</h1>
        <p className="mx-auto mt-3 max-w-[26em] text-ink-2">{text}</p>
        <Link to="/services" className="button button-primary mt-7">
          VIEW OUR SERVICES
        </Link>
      </div>
    </main>
  );
}
