import { useNavigation } from 'react-router';

/**
 * A line above the page while another one is on its way, for those who see; what arrives speaks for
 * itself. A page that comes within 150 ms shows none (`app.css`).
 */
export function PageProgress() {
  const { state, formMethod } = useNavigation();
  // A form says by its own button that it is sent.
  const isLeaving = state === 'loading' && formMethod === undefined;
  return isLeaving ? (
    <div aria-hidden="true" data-testid="page-progress" className="page-progress" />
  ) : null;
}
