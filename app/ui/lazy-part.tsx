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
import { say } from '../platform/say.ts';
import { Icon } from './icon.tsx';
import { PartLoader } from './part-loader.ts';

interface LazyPartOptions<Props> {
  /** Shown until the part has loaded. */
  readonly placeholder?: (props: Props, hasFailed: boolean) => ReactNode;
  /** For a part that lies over the page: its notice floats, and has a button that closes it. */
  readonly onDismiss?: (props: Props) => void;
}

interface LazyPart<Props extends object> extends FunctionComponent<Props> {
  /** Starts loading before the part is rendered. */
  readonly preload: () => void;
}

/**
 * A component that is loaded when it is first rendered. While it cannot be loaded, a notice with 'Retry'
 * stands in its place and the rest of the page goes on; an error boundary never hears of it.
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
    // Whoever asks for it again does not wait for the planned attempt.
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
        {say('This part could not be loaded.')}
      </span>
      <button type="button" onClick={onRetry} className={BUTTON}>
        {say('Retry')}
      </button>
      {onDismiss && (
        <button type="button" onClick={onDismiss} className={BUTTON}>
          {say('Close')}
        </button>
      )}
    </div>
  );
}
