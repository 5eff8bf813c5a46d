import {
  createElement,
  lazy,
  Suspense,
  useEffect,
  useSyncExternalStore,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react';
import { t } from '../i18n/translate.ts';
import { Icon } from './icon.tsx';
import { PartLoader } from './part-loader.ts';

interface LazyPartOptions<Props> {
  readonly placeholder?: (props: Props, hasFailed: boolean) => ReactNode;
  /** Used for components over the page: their error notice floats and has a close button. */
  readonly onDismiss?: (props: Props) => void;
}

interface LazyPart<Props extends object> extends FunctionComponent<Props> {
  /** Starts loading before the component is rendered. */
  readonly preload: () => void;
}

/**
 * Creates a component that is loaded on first render. If loading fails, a notice with 'Retry' replaces the
 * component, and no error reaches the error boundary.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  const loader = new PartLoader(load);
  const Loaded = lazy(async () => ({ default: await loader.whenLoaded() }));
  const Waiting = ({ of: props }: { readonly of: Props }) => {
    const state = useSyncExternalStore(loader.subscribe, loader.getState, loader.getState);
    const hasFailed = state === 'failed';
    // Rendering the component again retries immediately instead of waiting for the next retry.
    useEffect(() => loader.start(), []);
    const { placeholder, onDismiss } = options;
    return (
      <>
        {placeholder?.(props, hasFailed)}
        {hasFailed && (
          <LoadFailure onRetry={loader.start} onDismiss={onDismiss && (() => onDismiss(props))} />
        )}
      </>
    );
  };
  const Part = (props: Props) => (
    <Suspense fallback={<Waiting of={props} />}>
      {createElement<Props>(Loaded as ComponentType<Props>, props)}
    </Suspense>
  );
  return Object.assign(Part, { preload: loader.start });
}

interface LoadFailureProps {
  readonly onRetry: () => void;
  readonly onDismiss: (() => void) | undefined;
}

const FLOATING =
  'fixed inset-x-4 bottom-4 z-50 mx-auto max-w-110 rounded-card border border-line bg-surface px-4 py-2 shadow-overlay';
const BUTTON = 'min-h-11 font-semibold underline underline-offset-3 hover:text-primary';

function LoadFailure({ onRetry, onDismiss }: LoadFailureProps) {
  return (
    <div
      role="alert"
      className={`flex flex-wrap items-center gap-x-4 text-[14px] leading-[1.4] text-ink ${onDismiss ? FLOATING : ''}`}
    >
      <span className="flex items-center gap-1.5">
        <Icon name="warning-circle-fill" size={16} className="text-error" />
        {t('This part could not be loaded.')}
      </span>
      <button type="button" onClick={onRetry} className={BUTTON}>
        {t('Retry')}
      </button>
      {onDismiss && (
        <button type="button" onClick={onDismiss} className={BUTTON}>
          {t('Close')}
        </button>
      )}
    </div>
  );
}
