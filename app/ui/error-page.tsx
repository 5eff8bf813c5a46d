import { Link } from 'react-router';

interface ErrorPageProps {
  readonly title: string;
  readonly text: string;
}

/** One sentence and one way on, for whatever could not be shown. */
export function ErrorPage({ title, text }: ErrorPageProps) {
  return (
    <main className="container-page grid min-h-[70vh] place-items-center py-24 text-center">
      <div>
        <h1 className="text-[clamp(32px,5vw,48px)]">{title}</h1>
        <p className="mt-4 text-ink-2">{text}</p>
        <Link to="/services" className="button button-primary mt-8">
          VIEW OUR SERVICES
        </Link>
      </div>
    </main>
  );
}
