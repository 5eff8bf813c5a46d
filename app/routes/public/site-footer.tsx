import { Link } from 'react-router';
import { useSite } from './layout.tsx';

export function SiteFooter() {
  const { brandName, paymentUrl, year } = useSite();
  return (
    <footer className="mt-28 bg-night py-16 text-white">
      <div className="container-page flex flex-wrap gap-6">
        <Link to="/privacy-policy">Privacy Policy</Link>
        <Link to="/terms">Terms of Service</Link>
        <Link to="/refunds">Refund Policy</Link>
        <a href={paymentUrl} target="_blank" rel="noopener noreferrer">
          Secure Payment
        </a>
        <p className="basis-full">
          <Link to="/login" aria-label="Agent Portal">
            ©
          </Link>{' '}
          {year} {brandName}. All rights reserved.
        </p>
      </div>
    </footer>
  );
}
