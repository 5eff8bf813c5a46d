import Link from 'next/link';
import { sections } from '../shop/catalogue.js';

export const metadata = { title: 'Services', description: 'Digital services at fixed prices' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <header>
          <Link href="/">Home</Link>
          <nav>
            {sections.map(({ id, title }) => (
              <Link key={id} href={`/services#${id}`}>
                {title}
              </Link>
            ))}
          </nav>
          <form action="/rendered/search">
            <input name="q" aria-label="Search" /> <button>Search</button>
          </form>
        </header>
        {children}
        <footer>
          <Link href="/services">Services</Link>
        </footer>
      </body>
    </html>
  );
}
