import { useNavigation } from 'react-router';

/**
 * Shows a progress bar while the next page loads. Pages that load within 150 ms show none (`app.css`). The
 * bar is hidden from screen readers.
 */
export function PageProgress() {
  const { state, formMethod } = useNavigation();
  // A form shows its progress on its own button.
  const isLeaving = state === 'loading' && formMethod === undefined;
  return isLeaving ? (
    <div aria-hidden="true" data-testid="page-progress" className="page-progress" />
  ) : null;
}
