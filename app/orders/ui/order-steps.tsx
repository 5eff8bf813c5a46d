import { t } from '../../i18n/translate.ts';
import { Icon } from '../../ui/icon.tsx';
import { progressOf, type ProgressView, type StepView } from '../protocol/checklist.ts';
import { OrderSection } from './order-section.tsx';

/** The progress of the work, as the buyer sees it. */
export function OrderSteps({ steps }: { readonly steps: readonly StepView[] }) {
  if (steps.length === 0) return null;
  const progress = progressOf(steps);
  return (
    <OrderSection id="order-progress" title={t('Progress')}>
      <p className="mt-3 text-ink-2">{formatProgress(progress)}</p>
      <progress
        className="mt-2"
        aria-labelledby="order-progress"
        value={progress.done}
        max={progress.total}
      />
      <ul className="mt-4 grid gap-2.5">
        {steps.map(({ id, title, isDone }) => (
          <li key={id} className="flex items-start gap-3">
            <StepMark isDone={isDone} />
            <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
              {title}
              <span className="sr-only"> – {isDone ? t('Done') : t('Not done')}</span>
            </span>
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}

export function StepMark({ isDone }: { readonly isDone: boolean }) {
  return isDone ? (
    <Icon name="check-circle-fill" size={22} className="shrink-0 text-success" />
  ) : (
    <span
      aria-hidden
      className="m-px block size-5 shrink-0 rounded-full border-2 border-line-strong"
    />
  );
}

export function formatProgress({ done, total }: ProgressView): string {
  return t('{done} of {total, plural, one {# step} other {# steps}} done', { done, total });
}
